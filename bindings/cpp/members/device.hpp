// Members of aha::Device; scripts/generate puts them into its class.

  /// Opens the device of an id; empty is the default one.
  Device(const Engine &engine, const std::string &id,
         DeviceDirection direction = DeviceDirection::output)
      : Device(engine, DeviceOptions().id(id).direction(direction)) {}

  /// Advances a stepped output; returns the frames that it plays, interleaved.
  std::vector<float> step(std::uint64_t frame_count) {
    std::vector<float> frames(frame_count * status().channels);
    step(nullptr, frames.data(), frame_count);
    return frames;
  }

  /// Steps with the caller's memory; an input records from it. nullptr is silence.
  void step(const float *input, float *output, std::uint64_t frame_count) {
    check(aha_device_step(get(), input, output, frame_count));
  }

  [[nodiscard]] aha_device_state state() const { return status().state; }
