// aha/input.hpp: live inputs: a microphone, or whatever the host writes, heard on a bus.
#ifndef AHA_INPUT_HPP
#define AHA_INPUT_HPP

#include "calls.hpp"
#include "device.hpp"

namespace aha {

class Input : public Handle<aha_input, aha_input_retain, aha_input_release>,
              public InputCalls<Input> {
public:
  explicit Input(aha_input *owned) noexcept : Handle(owned) {}

  /// An input of what the host writes.
  explicit Input(const Engine &engine, BusRef bus = {},
                 const aha_input_options &options = aha_input_options_init())
      : Input(made(engine, bus, nullptr, options)) {}

  /// An input of a device, which it keeps open.
  Input(const Engine &engine, BusRef bus, const Device &device,
        const aha_input_options &options = aha_input_options_init())
      : Input(made(engine, bus, device.get(), options)) {}

  /// Hands over what has come. Does not throw: it may be called by an audio thread.
  aha_result write(const float *frames, std::uint64_t frame_count) const noexcept {
    return aha_input_write(get(), frames, frame_count);
  }

  void set_monitored(bool monitored) const { check(aha_input_set_monitored(get(), monitored)); }

private:
  static aha_input *made(const Engine &engine, BusRef bus, aha_device *device,
                         const aha_input_options &options) {
    aha_input *input = nullptr;
    check(aha_input_create(engine.get(), bus.get(), device, &options, &input));
    return input;
  }
};

} // namespace aha

#endif // AHA_INPUT_HPP
