// Members of aha::Input; scripts/generate puts them into its class.

  /// Writes frames. Does not throw: an audio thread may call it.
  aha_result write(const float *frames, std::uint64_t frame_count) noexcept {
    return aha_input_write(get(), frames, frame_count);
  }
