// aha/project.hpp: a project: tracks, buses, effects and their automation, in one file.
#include "../aha.hpp"

#ifndef AHA_PROJECT_HPP
#define AHA_PROJECT_HPP

#include <cstdint>

namespace aha {

class Project : public ProjectCalls {
public:
  using ProjectCalls::ProjectCalls;

  /// A marker by its index in order of time.
  aha_id marker_at(std::uint32_t index, std::int64_t *out_time_us = nullptr) const {
    aha_id marker = 0;
    check(aha_marker_at(get(), index, &marker, out_time_us));
    return marker;
  }
};

} // namespace aha

#endif // AHA_PROJECT_HPP
