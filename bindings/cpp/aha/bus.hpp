// aha/bus.hpp: an owned bus. BusRef is a bus that is not owned, such as the master bus; an
// empty one means the master bus wherever a bus is an argument.
#include "../aha.hpp"

#ifndef AHA_BUS_HPP
#define AHA_BUS_HPP

namespace aha {

class Bus : public BusRef {
public:
  explicit Bus(aha_bus *owned) noexcept : BusRef(owned), owner_(owned) {}
  explicit Bus(const Engine &engine, BusRef parent = {}) : Bus(made(engine, parent)) {}

private:
  static aha_bus *made(const Engine &engine, BusRef parent) {
    aha_bus *bus = nullptr;
    check(aha_bus_create(engine.get(), parent.get(), &bus));
    return bus;
  }

  Handle<aha_bus> owner_;
};

} // namespace aha

#endif // AHA_BUS_HPP
