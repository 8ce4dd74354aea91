// aha/input.hpp: live inputs: a microphone, or frames that the host writes, audible on a bus.
#include "../aha.hpp"

#ifndef AHA_INPUT_HPP
#define AHA_INPUT_HPP

namespace aha {

class Input : public InputCalls {
public:
  using InputCalls::InputCalls;

  /// An input for frames that the host writes.
  explicit Input(const Engine &engine, BusRef bus = {},
                 const aha_input_options &options = aha_input_options_init())
      : Input(engine, bus, Device(nullptr), options) {}

  /// An input of a device, which it keeps open.
  Input(const Engine &engine, BusRef bus, const Device &device,
        const aha_input_options &options = aha_input_options_init())
      : InputCalls(nullptr) {
    aha_input *input = nullptr;
    check(aha_input_create(engine.get(), bus.get(), device.get(), &options, &input));
    *this = Input(input);
  }

  /// Writes frames. Does not throw: an audio thread may call it.
  aha_result write(const float *frames, std::uint64_t frame_count) const noexcept {
    return aha_input_write(get(), frames, frame_count);
  }
};

} // namespace aha

#endif // AHA_INPUT_HPP
