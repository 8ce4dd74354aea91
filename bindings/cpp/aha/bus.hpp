// aha/bus.hpp: buses: BusRef is somebody else's, Bus is one's own.
#ifndef AHA_BUS_HPP
#define AHA_BUS_HPP

#include "calls.hpp"
#include "handle.hpp"

namespace aha {

class Chain;
class Engine;

/// A bus that is not owned here, such as the master bus. An empty one stands for the master bus
/// wherever a bus is an argument.
class BusRef : public BusCalls<BusRef> {
public:
  BusRef(aha_bus *handle = nullptr) noexcept : handle_(handle) {}

  aha_bus *get() const noexcept { return handle_; }

  void set_parent(BusRef parent) const { check(aha_bus_set_parent(handle_, parent.handle_)); }

  /// The effects of the bus, before its gain; it lives as long as the bus's handle.
  Chain chain() const;

private:
  aha_bus *handle_;
};

class Bus : public BusRef {
public:
  explicit Bus(aha_bus *owned) noexcept : BusRef(owned), owner_(owned) {}
  explicit Bus(const Engine &engine, BusRef parent = {});

private:
  Handle<aha_bus, aha_bus_retain, aha_bus_release> owner_;
};

} // namespace aha

#include "engine.hpp"

#endif // AHA_BUS_HPP
