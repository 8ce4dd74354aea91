// aha/project.hpp: a project: tracks, buses, effects and their automation, in one file; and its
// bounces and plots. The methods are the functions of aha/project.h, track.h, lane.h, bounce.h and
// plot.h.
#ifndef AHA_PROJECT_HPP
#define AHA_PROJECT_HPP

#include "handle.hpp"
#include "job.hpp"
#include "stream.hpp"
#include "text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace aha {

class Project : public Handle<aha_project, aha_project_retain, aha_project_release> {
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
  /// A number that rises with every change: edits, undoing, and what other programs do to the file.
  std::uint64_t revision() const noexcept { return aha_project_revision(get()); }
  /// Copies the project's path: absolute, without links.
  std::string path() const {
    return detail::copied_text([this](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_path(get(), text, room, length);
    });
  }
  /// Tells the settings.
  aha_project_settings settings() const {
    aha_project_settings made = aha_project_settings_init();
    check(aha_project_get_settings(get(), &made));
    return made;
  }
  /// Changes the settings.
  void set_settings(const aha_project_settings &settings) const {
      check(aha_project_set_settings(get(), &settings)); }
  /// Copies the title.
  std::string title() const {
    return detail::copied_text([this](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_title(get(), text, room, length);
    });
  }
  /// Sets the title.
  void set_title(const std::string &title) const { check(aha_project_set_title(get(),
      title.c_str())); }
  /// Begins a group: all edits until aha_project_save_edit, of any thread, become one, which is
  /// undone as one.
  void start_edit(const std::string &title) const { check(aha_project_start_edit(get(),
      title.c_str())); }
  /// Ends a group.
  void save_edit() const { check(aha_project_save_edit(get())); }
  /// Takes back what was done since the group began.
  void cancel_edit() const { check(aha_project_cancel_edit(get())); }
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
  /// Adds a marker.
  aha_id add_marker(std::int64_t time_us, const std::string &name) const {
    aha_id made = {};
    check(aha_project_add_marker(get(), time_us, name.c_str(), &made));
    return made;
  }
  /// Gives a marker another time and name.
  void set_marker(aha_id marker, std::int64_t time_us, const std::string &name) const {
      check(aha_project_set_marker(get(), marker, time_us, name.c_str())); }
  /// Removes a marker.
  void remove_marker(aha_id marker) const { check(aha_project_remove_marker(get(), marker)); }
  /// How many markers there are.
  std::uint32_t marker_count() const noexcept { return aha_project_marker_count(get()); }
  /// Gives a marker by its place in time.
  aha_id marker_at(std::uint32_t index, std::int64_t *out_time_us = nullptr) const {
    aha_id made = {};
    check(aha_project_marker_at(get(), index, &made, out_time_us));
    return made;
  }
  /// Copies a marker's name.
  std::string marker_name(aha_id id) const {
    return detail::copied_text([this, id](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_marker_name(get(), id, text, room, length);
    });
  }
  /// Adds a track with a file, which is read whole: it is known by its content when it is moved.
  aha_id add_track(const std::string &path, const aha_track &track = aha_track_init()) const {
    aha_id made = {};
    check(aha_project_add_track(get(), path.c_str(), &track, &made));
    return made;
  }
  /// Tells about a track.
  aha_track track(aha_id track) const {
    aha_track made = aha_track_init();
    check(aha_project_get_track(get(), track, &made));
    return made;
  }
  /// Changes a track.
  void set_track(aha_id track, const aha_track &info) const { check(aha_project_set_track(get(),
      track, &info)); }
  /// Copies a track's name.
  std::string track_name(aha_id id) const {
    return detail::copied_text([this, id](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_track_name(get(), id, text, room, length);
    });
  }
  /// Names a track.
  void set_track_name(aha_id track, const std::string &name) const {
      check(aha_project_set_track_name(get(), track, name.c_str())); }
  /// Copies the path of a track's file, where it was seen last.
  std::string track_path(aha_id id) const {
    return detail::copied_text([this, id](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_track_path(get(), id, text, room, length);
    });
  }
  /// Gives a track another file, which is read whole.
  void set_track_path(aha_id track, const std::string &path) const {
      check(aha_project_set_track_path(get(), track, path.c_str())); }
  /// Looks for a track's file: at its place, then by its content in the project's folder and below.
  aha_file_state file_state(aha_id track) const {
    aha_file_state made = {};
    check(aha_project_get_file_state(get(), track, &made));
    return made;
  }
  /// Removes a track with its effects and lanes.
  void remove_track(aha_id track) const { check(aha_project_remove_track(get(), track)); }
  /// Puts a track at a place in the list.
  void move_track(aha_id track, std::uint32_t index) const { check(aha_project_move_track(get(),
      track, index)); }
  /// How many tracks there are.
  std::uint32_t track_count() const noexcept { return aha_project_track_count(get()); }
  /// Gives a track by its place in the list.
  aha_id track_at(std::uint32_t index) const {
    aha_id made = {};
    check(aha_project_track_at(get(), index, &made));
    return made;
  }
  /// Adds a bus.
  aha_id add_bus(const std::string &name, const aha_project_bus &bus = aha_project_bus_init())
      const {
    aha_id made = {};
    check(aha_project_add_bus(get(), name.c_str(), &bus, &made));
    return made;
  }
  /// Tells about a bus.
  aha_project_bus bus(aha_id bus) const {
    aha_project_bus made = aha_project_bus_init();
    check(aha_project_get_bus(get(), bus, &made));
    return made;
  }
  /// Changes a bus.
  void set_bus(aha_id bus, const aha_project_bus &info) const { check(aha_project_set_bus(get(),
      bus, &info)); }
  /// Copies a bus's name.
  std::string bus_name(aha_id id) const {
    return detail::copied_text([this, id](char *text, std::size_t room, std::size_t *length) {
      return aha_project_copy_bus_name(get(), id, text, room, length);
    });
  }
  /// Names a bus.
  void set_bus_name(aha_id bus, const std::string &name) const {
      check(aha_project_set_bus_name(get(), bus, name.c_str())); }
  /// Removes a bus with its effects and lanes.
  void remove_bus(aha_id bus) const { check(aha_project_remove_bus(get(), bus)); }
  /// Puts a bus at a place in the list.
  void move_bus(aha_id bus, std::uint32_t index) const { check(aha_project_move_bus(get(), bus,
      index)); }
  /// How many buses there are, the master too.
  std::uint32_t bus_count() const noexcept { return aha_project_bus_count(get()); }
  /// Gives a bus by its place in the list.
  aha_id bus_at(std::uint32_t index) const {
    aha_id made = {};
    check(aha_project_bus_at(get(), index, &made));
    return made;
  }
  /// Adds an effect to a track or bus.
  aha_id add_effect(aha_owner_kind owner_kind, aha_id owner, aha_effect_kind kind,
                    std::uint32_t index = AHA_LAST) const {
    aha_id made = {};
    check(aha_project_add_effect(get(), owner_kind, owner, kind, index, &made));
    return made;
  }
  /// Tells about an effect.
  aha_project_effect effect(aha_id effect) const {
    aha_project_effect made = aha_project_effect_init();
    check(aha_project_get_effect(get(), effect, &made));
    return made;
  }
  /// Tells a parameter's value, as it is where no lane moves it.
  float effect_value(aha_id effect, std::uint32_t parameter) const {
    float made = {};
    check(aha_project_get_effect_value(get(), effect, parameter, &made));
    return made;
  }
  /// Sets a parameter's value.
  void set_effect_value(aha_id effect, std::uint32_t parameter, float value) const {
      check(aha_project_set_effect_value(get(), effect, parameter, value)); }
  /// Leaves an effect out (non-zero) or not.
  void set_effect_bypassed(aha_id effect, std::uint32_t bypassed) const {
      check(aha_project_set_effect_bypassed(get(), effect, bypassed)); }
  /// Removes an effect with its lanes.
  void remove_effect(aha_id effect) const { check(aha_project_remove_effect(get(), effect)); }
  /// Puts an effect at a place of its track or bus, or of another one.
  void move_effect(aha_id effect, aha_owner_kind owner_kind, aha_id owner, std::uint32_t index)
      const { check(aha_project_move_effect(get(), effect, owner_kind, owner, index)); }
  /// How many effects a track or bus has.
  std::uint32_t effect_count(aha_owner_kind owner_kind, aha_id owner) const noexcept { return
      aha_project_effect_count(get(), owner_kind, owner); }
  /// Gives an effect by its place.
  aha_id effect_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const {
    aha_id made = {};
    check(aha_project_effect_at(get(), owner_kind, owner, index, &made));
    return made;
  }
  /// Adds a lane for a parameter.
  aha_id add_lane(aha_owner_kind owner_kind, aha_id owner, std::uint32_t parameter,
                  aha_lane_mode mode = AHA_LANE_READ) const {
    aha_id made = {};
    check(aha_project_add_lane(get(), owner_kind, owner, parameter, mode, &made));
    return made;
  }
  /// Tells about a lane.
  aha_lane lane(aha_id lane) const {
    aha_lane made = aha_lane_init();
    check(aha_project_get_lane(get(), lane, &made));
    return made;
  }
  /// Sets what a lane does.
  void set_lane_mode(aha_id lane, aha_lane_mode mode) const {
      check(aha_project_set_lane_mode(get(), lane, mode)); }
  /// Removes a lane with its points.
  void remove_lane(aha_id lane) const { check(aha_project_remove_lane(get(), lane)); }
  /// How many lanes a track, bus or effect has.
  std::uint32_t lane_count(aha_owner_kind owner_kind, aha_id owner) const noexcept { return
      aha_project_lane_count(get(), owner_kind, owner); }
  /// Gives a lane of a track, bus or effect, the oldest first.
  aha_id lane_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const {
    aha_id made = {};
    check(aha_project_lane_at(get(), owner_kind, owner, index, &made));
    return made;
  }
  /// Sets one point.
  void set_point(aha_id lane, const aha_point &point) const { check(aha_project_set_point(get(),
      lane, &point)); }
  /// Sets any number of points as one edit.
  void add_points(aha_id lane, const std::vector<aha_point> &points) const {
      check(aha_project_add_points(get(), lane, points.data(), points.size())); }
  /// Removes the points from begin_us to end_us, both included.
  std::uint64_t remove_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us) const {
    std::uint64_t made = {};
    check(aha_project_remove_points(get(), lane, begin_us, end_us, &made));
    return made;
  }
  /// Puts points in the place of those from begin_us to end_us, both included, as one edit.
  void replace_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us, const
      std::vector<aha_point> &points) const { check(aha_project_replace_points(get(), lane,
          begin_us, end_us, points.data(), points.size())); }
  /// How many points a lane has.
  std::uint64_t point_count(aha_id lane) const noexcept { return aha_project_point_count(get(),
      lane); }
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
