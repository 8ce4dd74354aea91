// aha/project.hpp: a project: tracks, buses, effects and their automation, in one file; and its
// bounces and plots. The methods are the functions of aha/project.h, track.h, lane.h, bounce.h and
// plot.h.
#ifndef AHA_PROJECT_HPP
#define AHA_PROJECT_HPP

#include "calls.hpp"
#include "handle.hpp"
#include "job.hpp"
#include "stream.hpp"
#include "text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace aha {

class Project : public Handle<aha_project, aha_project_retain, aha_project_release>,
                public ProjectCalls<Project> {
public:
  explicit Project(aha_project *owned) noexcept : Handle(owned) {}

  /// Makes a project in a file that is not there, or empty.
  static Project create(const std::string &path,
                        const aha_project_options &options = aha_project_options_init()) {
    aha_project *project = nullptr;
    check(aha_project_create(path.c_str(), &options, &project));
    return Project(project);
  }

  /// Opens a project.
  static Project open(const std::string &path,
                      const aha_project_options &options = aha_project_options_init()) {
    aha_project *project = nullptr;
    check(aha_project_open(path.c_str(), &options, &project));
    return Project(project);
  }

  /// Renders the project to a file.
  Job bounce(const std::string &path,
             const aha_bounce_options &options = aha_bounce_options_init(),
             const aha_encode_options &encode = aha_encode_options_init()) const {
    aha_job *job = nullptr;
    check(aha_project_bounce(get(), path.c_str(), &options, &encode, &job));
    return Job(job);
  }

  /// Renders the project to a stream.
  Job bounce(const Stream &stream, const aha_bounce_options &options = aha_bounce_options_init(),
             const aha_encode_options &encode = aha_encode_options_init()) const {
    aha_job *job = nullptr;
    check(aha_project_bounce_stream(get(), stream.get(), &options, &encode, &job));
    return Job(job);
  }

  /// Draws the project into a PNG file.
  Job plot(const std::string &path,
           const aha_plot_options &options = aha_plot_options_init()) const {
    aha_job *job = nullptr;
    check(aha_project_plot(get(), path.c_str(), &options, &job));
    return Job(job);
  }

  /// Non-zero when it only reads.
  std::uint32_t read_only() const noexcept { return aha_project_read_only(get()); }
  /// Ends a group.
  void save_edit() const { check(aha_project_save_edit(get())); }
  /// Takes the last edit back; false when there is none.
  bool undo() const { return check(aha_project_undo(get())) != AHA_END; }
  /// Does the last edit that was undone again; false when there is none.
  bool redo() const { return check(aha_project_redo(get())) != AHA_END; }
  /// Copies the title of the edit that would be undone.
  std::string undo_title() const {
    return detail::copied_text([this](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_undo_title(get(), text, room, length);
    });
  }
  /// Copies the title of the edit that would be done again.
  std::string redo_title() const {
    return detail::copied_text([this](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_redo_title(get(), text, room, length);
    });
  }
  /// Gives a marker by its place in time.
  aha_id marker_at(std::uint32_t index, std::int64_t *out_time_us = nullptr) const {
    aha_id made = {};
    check(aha_project_marker_at(get(), index, &made, out_time_us));
    return made;
  }
  /// Adds an effect to a track or bus.
  aha_id add_effect(aha_owner_kind owner_kind, aha_id owner, aha_effect_kind kind,
                    std::uint32_t index = AHA_LAST) const {
    aha_id made = {};
    check(aha_project_add_effect(get(), owner_kind, owner, kind, index, &made));
    return made;
  }
  /// Tells a parameter's value, as it is where no lane moves it.
  float effect_value(aha_id effect, std::uint32_t parameter) const {
    float made = {};
    check(aha_project_get_effect_value(get(), effect, parameter, &made));
    return made;
  }
  /// Adds a lane for a parameter.
  aha_id add_lane(aha_owner_kind owner_kind, aha_id owner, std::uint32_t parameter,
                  aha_lane_mode mode = AHA_LANE_READ) const {
    aha_id made = {};
    check(aha_project_add_lane(get(), owner_kind, owner, parameter, mode, &made));
    return made;
  }
  /// Sets any number of points as one edit.
  void add_points(aha_id lane, const std::vector<aha_point> &points) const {
      check(aha_project_add_points(get(), lane, points.data(), points.size())); }
  /// Puts points in the place of those from begin_us to end_us, both included, as one edit.
  void replace_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us, const
      std::vector<aha_point> &points) const { check(aha_project_replace_points(get(), lane,
          begin_us, end_us, points.data(), points.size())); }
  /// The points from begin_us to end_us, both included, in order.
  std::vector<aha_point> points(aha_id lane, std::int64_t begin_us = 0,
                                std::int64_t end_us = INT64_MAX) const {
    std::vector<aha_point> points(static_cast<std::size_t>(point_count(lane)));
    std::size_t count = 0;
    check(aha_project_copy_points(get(), lane, begin_us, end_us, points.data(), points.size(),
                                  &count));
    points.resize(count);
    return points;
  }
};

} // namespace aha

#endif // AHA_PROJECT_HPP
