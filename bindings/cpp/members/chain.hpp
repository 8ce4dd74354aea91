// Members of aha::Chain; scripts/generate puts them into its class.

  /// Sends interleaved frames of the host through the chain of a bus; see aha_chain_render. Does
  /// not throw: it is for the audio thread.
  aha_result render(const float *input, std::uint64_t frame_count, std::uint32_t channels,
                    float *output, std::uint64_t *out_count = nullptr) noexcept {
    return aha_chain_render(get(), input, frame_count, channels, output, out_count);
  }
