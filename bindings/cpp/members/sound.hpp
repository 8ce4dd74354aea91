// Members of aha::Sound; scripts/generate puts them into its class.

  /// Frames in memory, interleaved; copied.
  Sound(const Engine &engine, const std::vector<float> &frames, std::uint32_t channels,
        std::uint32_t sample_rate)
      : Sound(engine, frames.data(), channels ? frames.size() / channels : 0, channels,
              sample_rate) {}

  /// As the constructor, but the sound keeps its channels, up to 32.
  [[nodiscard]] static Sound with_channels(const Engine &engine, const std::vector<float> &frames,
                                           std::uint32_t channels, std::uint32_t sample_rate) {
    return Sound(detail::made<aha_sound>([&](auto out) {
      return aha_sound_create_channels(engine.get(), frames.data(),
                                       channels ? frames.size() / channels : 0, channels,
                                       sample_rate, out);
    }));
  }

  /// Samples that players read in place; the owner of the memory is kept as long as it is used.
  [[nodiscard]] static Sound borrow(const Engine &engine, const float *left, const float *right,
                                    std::uint64_t frame_count, std::uint32_t sample_rate,
                                    std::shared_ptr<const void> owner) {
    using Owner = std::shared_ptr<const void>;
    return Sound(detail::made<aha_sound>([&](auto out) {
      return aha_sound_borrow(engine.get(), left, right, frame_count, sample_rate,
                              new Owner(std::move(owner)), detail::destroy<Owner>, out);
    }));
  }

  /// Copies up to a number of frames from an offset, interleaved; fewer at the end.
  [[nodiscard]] std::vector<float> read_frames(std::uint64_t offset,
                                               std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * channels());
    std::uint64_t count = 0;
    check(aha_sound_read_frames(get(), offset, frames.data(), frame_count, &count), *this);
    frames.resize(count * channels());
    return frames;
  }

  /// Sample rate of the frames in Hz: the engine's, or with keep_rate the file's.
  [[nodiscard]] std::uint32_t sample_rate() const { return info().played_rate; }

  /// 1 or 2, or with keep_channels those of the file.
  [[nodiscard]] std::uint32_t channels() const { return info().played_channels; }
