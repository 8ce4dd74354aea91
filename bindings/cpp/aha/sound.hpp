// aha/sound.hpp: audio that can be played.
#include "../aha.hpp"

#ifndef AHA_SOUND_HPP
#define AHA_SOUND_HPP

#include <cstdint>
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
