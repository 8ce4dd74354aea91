// aha/bus.hpp: buses: BusRef is somebody else's, Bus is one's own.
#ifndef AHA_BUS_HPP
#define AHA_BUS_HPP

#include "handle.hpp"

namespace aha {

class Chain;
class Engine;

/// A bus that is not owned here, such as the master bus. An empty one stands for the master bus
/// wherever a bus is an argument.
class BusRef {
public:
  BusRef(aha_bus *handle = nullptr) noexcept : handle_(handle) {}

  aha_bus *get() const noexcept { return handle_; }

  void set_parent(BusRef parent) const { check(aha_bus_set_parent(handle_, parent.handle_)); }
  void set_gain_db(float gain_db) const { check(aha_bus_set_gain_db(handle_, gain_db)); }
  float gain_db() const { return aha_bus_gain_db(handle_); }
  void set_pan(float pan) const { check(aha_bus_set_pan(handle_, pan)); }
  float pan() const { return aha_bus_pan(handle_); }
  void set_muted(bool muted) const { check(aha_bus_set_muted(handle_, muted)); }
  bool muted() const { return aha_bus_muted(handle_) != 0; }
  void set_soloed(bool soloed) const { check(aha_bus_set_soloed(handle_, soloed)); }
  bool soloed() const { return aha_bus_soloed(handle_) != 0; }

  /// Reads the level and begins a new peak.
  aha_bus_meter meter() const {
    aha_bus_meter meter = aha_bus_meter_init();
    check(aha_bus_get_meter(handle_, &meter));
    return meter;
  }

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
