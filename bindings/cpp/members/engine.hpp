// Members of aha::Engine; scripts/generate puts them into its class.

  /// An engine that renders as fast as possible, and waits for streamed sounds: to save to files
  /// and to test. A device needs an engine that is not offline.
  [[nodiscard]] static Engine offline(aha_engine_options options = aha_engine_options_init()) {
    options.offline = 1;
    return Engine(options);
  }

  /// Renders the next frames, interleaved. Does not throw: it is for the audio thread.
  aha_result render(float *frames, std::uint64_t frame_count) noexcept {
    return aha_engine_render(get(), frames, frame_count);
  }

  /// Renders the next frames into new memory.
  std::vector<float> render(std::uint64_t frame_count) {
    std::vector<float> frames(frame_count * channels());
    check(render(frames.data(), frame_count));
    return frames;
  }

  /// The limiter after the master bus.
  [[nodiscard]] class Limiter limiter() const;
