// aha/device.hpp: sound devices: an engine is heard through one, and records from others.
#include "../aha.hpp"

#ifndef AHA_DEVICE_HPP
#define AHA_DEVICE_HPP

#include <string>
#include <vector>

namespace aha {

class Device : public DeviceCalls {
public:
  using DeviceCalls::DeviceCalls;

  /// Opens the device of an id; empty is the default one.
  Device(const Engine &engine, const std::string &id,
         aha_device_direction direction = AHA_DEVICE_OUTPUT)
      : Device(engine, DeviceOptions().id(id).direction(direction)) {}

  /// Loads the list of available devices.
  static std::vector<aha_device_info> list() {
    check(aha_device_scan());
    return detail::listed(aha_device_count(), [](auto i) {
      aha_device_info info = aha_device_info_init();
      check(aha_device_get(i, &info));
      return info;
    });
  }

  /// Advances a stepped output; returns the frames that it plays, interleaved.
  std::vector<float> step(std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * status().channels);
    step(nullptr, frames.data(), frame_count);
    return frames;
  }

  /// Steps with the caller's memory; an input records from it. nullptr is silence.
  void step(const float *input, float *output, std::uint64_t frame_count) const {
    check(aha_device_step(get(), input, output, frame_count));
  }

  aha_device_state state() const { return status().state; }
};

} // namespace aha

#endif // AHA_DEVICE_HPP
