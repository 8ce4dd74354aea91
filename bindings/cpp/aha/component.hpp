// aha/component.hpp: the libraries that are loaded when they are first needed.
#ifndef AHA_COMPONENT_HPP
#define AHA_COMPONENT_HPP

#include "error.hpp"

#include <cstdint>

namespace aha {

inline std::uint32_t component_count() noexcept { return aha_component_count(); }

inline aha_component_info component(std::uint32_t index) {
  aha_component_info info = aha_component_info_init();
  check(aha_component_get_info(index, &info));
  return info;
}

/// Throws AHA_ERROR_UNSUPPORTED for a library that is not installed.
inline void load_component(std::uint32_t index) { check(aha_component_load(index)); }

} // namespace aha

#endif // AHA_COMPONENT_HPP
