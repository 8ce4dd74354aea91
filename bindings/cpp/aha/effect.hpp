// aha/effect.hpp: one effect of any kind, and what the library tells of its kinds.
#ifndef AHA_EFFECT_HPP
#define AHA_EFFECT_HPP

#include "calls.hpp"
#include "handle.hpp"

#include <cstdint>

namespace aha {

class Engine;

/// An effect; aha/effects.hpp has a class for each kind, with functions for its parameters. In a
/// chain it goes on without this object.
class Effect : public Handle<aha_effect, aha_effect_retain, aha_effect_release>,
               public EffectCalls<Effect> {
public:
  explicit Effect(aha_effect *owned) noexcept : Handle(owned) {}
  explicit Effect(const Engine &engine, aha_effect_kind kind);

  /// A parameter as it was set last.
  float value(std::uint32_t parameter) const {
    float value = 0;
    check(aha_effect_get_value(get(), parameter, &value));
    return value;
  }

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
