// aha/effect.hpp: one effect of any kind, and what the library tells of its kinds.
#ifndef AHA_EFFECT_HPP
#define AHA_EFFECT_HPP

#include "handle.hpp"

#include <cstdint>

namespace aha {

class Engine;

/// An effect; aha/effects.hpp has a class for each kind, with functions for its parameters. In a
/// chain it goes on without this object.
class Effect : public Handle<aha_effect, aha_effect_retain, aha_effect_release> {
public:
  explicit Effect(aha_effect *owned) noexcept : Handle(owned) {}
  explicit Effect(const Engine &engine, aha_effect_kind kind);

  aha_effect_kind kind() const noexcept { return aha_effect_get_kind(get()); }

  /// Sets a parameter, over its own smoothing time.
  void set_value(std::uint32_t parameter, float value) const {
    check(aha_effect_set_value(get(), parameter, value));
  }
  void set_value_over_frames(std::uint32_t parameter, float value,
                             std::uint64_t ramp_frames) const {
    check(aha_effect_set_value_over_frames(get(), parameter, value, ramp_frames));
  }
  void set_value_at_frame(std::uint32_t parameter, float value, std::uint64_t ramp_frames,
                          std::uint64_t engine_frame) const {
    check(aha_effect_set_value_at_frame(get(), parameter, value, ramp_frames, engine_frame));
  }

  /// A parameter as it was set last.
  float value(std::uint32_t parameter) const {
    float value = 0;
    check(aha_effect_get_value(get(), parameter, &value));
    return value;
  }

  void start_modulation(
      std::uint32_t parameter,
      const aha_modulation_options &options = aha_modulation_options_init()) const {
    check(aha_effect_start_modulation(get(), parameter, &options));
  }
  void stop_modulation(std::uint32_t parameter) const {
    check(aha_effect_stop_modulation(get(), parameter));
  }

  void set_bypassed(bool bypassed) const { check(aha_effect_set_bypassed(get(), bypassed)); }
  bool bypassed() const { return aha_effect_bypassed(get()) != 0; }
  std::uint64_t latency_frames() const noexcept { return aha_effect_latency_frames(get()); }

  /// Kinds are numbered from 1 to this.
  static std::uint32_t kind_count() noexcept { return aha_effect_kind_count(); }

  static aha_effect_info info(aha_effect_kind kind) {
    aha_effect_info info = aha_effect_info_init();
    check(aha_effect_get_info(kind, &info));
    return info;
  }

  static aha_parameter_info parameter_info(aha_effect_kind kind, std::uint32_t parameter) {
    aha_parameter_info info = aha_parameter_info_init();
    check(aha_effect_get_parameter_info(kind, parameter, &info));
    return info;
  }

protected:
  /// A parameter whose values are whole numbers.
  template <class Whole> Whole whole_value(std::uint32_t parameter) const {
    return static_cast<Whole>(static_cast<std::uint32_t>(value(parameter)));
  }
};

} // namespace aha

#include "engine.hpp"

#endif // AHA_EFFECT_HPP
