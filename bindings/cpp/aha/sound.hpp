// aha/sound.hpp: audio that can be played.
#include "../aha.hpp"

#ifndef AHA_SOUND_HPP
#define AHA_SOUND_HPP

#include <cstdint>
#include <memory>
#include <vector>

namespace aha {

class Sound : public SoundCalls {
public:
  using SoundCalls::SoundCalls;

  /// Frames in memory, interleaved; copied.
  Sound(const Engine &engine, const std::vector<float> &frames, std::uint32_t channels,
        std::uint32_t sample_rate)
      : Sound(engine, frames.data(), channels ? frames.size() / channels : 0, channels,
              sample_rate) {}

  /// Sample rate of the frames in Hz: the engine's, or with keep_rate the file's.
  std::uint32_t sample_rate() const { return info().played_rate; }
  /// Channels during playback, 1 or 2.
  std::uint32_t channels() const { return info().played_channels; }

  /// Samples that players read in place; the owner of the memory is kept as long as it is used.
  static Sound borrow(const Engine &engine, const float *left, const float *right,
                      std::uint64_t frame_count, std::uint32_t sample_rate,
                      std::shared_ptr<const void> owner) {
    using Owner = std::shared_ptr<const void>;
    auto *kept = new Owner(std::move(owner));
    aha_sound *sound = nullptr;
    check(aha_sound_borrow(engine.get(), left, right, frame_count, sample_rate, kept,
                           [](void *data) { delete static_cast<Owner *>(data); }, &sound));
    return Sound(sound);
  }

  /// Copies up to a number of frames from an offset, interleaved; fewer at the end.
  std::vector<float> read_frames(std::uint64_t offset, std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * channels());
    std::uint64_t count = 0;
    check(aha_sound_read_frames(get(), offset, frames.data(), frame_count, &count), *this);
    frames.resize(count * channels());
    return frames;
  }
};

} // namespace aha

#endif // AHA_SOUND_HPP
