// aha/effect.hpp: one effect of any kind.
#include "../aha.hpp"

#ifndef AHA_EFFECT_HPP
#define AHA_EFFECT_HPP

#include <cstdint>

namespace aha {

/// An effect; aha/effects.hpp has a class for each kind, with functions for its parameters. In a
/// chain it continues without this object.
class Effect : public EffectCalls {
public:
  using EffectCalls::EffectCalls;

protected:
  /// A parameter whose values are whole numbers.
  template <class Whole> Whole whole_value(std::uint32_t parameter) const {
    return static_cast<Whole>(static_cast<std::uint32_t>(value(parameter)));
  }
};

} // namespace aha

#endif // AHA_EFFECT_HPP
