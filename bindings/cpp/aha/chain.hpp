// aha/chain.hpp: the effects of a player or bus, in order.
#ifndef AHA_CHAIN_HPP
#define AHA_CHAIN_HPP

#include "bus.hpp"
#include "calls.hpp"
#include "effect.hpp"

namespace aha {

/// The chain of a player or bus, to which it belongs.
class Chain : public ChainCalls<Chain> {
public:
  explicit Chain(aha_chain *handle) noexcept : handle_(handle) {}

  aha_chain *get() const noexcept { return handle_; }

  void add(const Effect &effect) const { check(aha_chain_add(handle_, effect.get())); }
  void insert(std::uint32_t position, const Effect &effect) const {
    check(aha_chain_insert(handle_, position, effect.get()));
  }
  void move(const Effect &effect, std::uint32_t position) const {
    check(aha_chain_move(handle_, effect.get(), position));
  }
  void remove(const Effect &effect) const { check(aha_chain_remove(handle_, effect.get())); }

  Effect at(std::uint32_t position) const {
    aha_effect *effect = nullptr;
    check(aha_chain_at(handle_, position, &effect));
    return Effect(effect);
  }

private:
  aha_chain *handle_;
};

inline Chain BusRef::chain() const { return Chain(aha_bus_chain(handle_)); }

} // namespace aha

#endif // AHA_CHAIN_HPP
