// aha/sound.hpp: audio that can be played.
#ifndef AHA_SOUND_HPP
#define AHA_SOUND_HPP

#include "calls.hpp"
#include "engine.hpp"

#include <string>
#include <utility>
#include <vector>

namespace aha {

class Sound : public Handle<aha_sound, aha_sound_retain, aha_sound_release>,
              public SoundCalls<Sound> {
public:
  explicit Sound(aha_sound *owned) noexcept : Handle(owned) {}

  /// Loads a file.
  Sound(const Engine &engine, const std::string &path,
        const aha_sound_options &options = aha_sound_options_init())
      : Sound(loaded(engine, path, options)) {}

  /// Loads from a stream.
  Sound(const Engine &engine, const Stream &stream,
        const aha_sound_options &options = aha_sound_options_init())
      : Sound(loaded(engine, stream, options)) {}

  /// Frames in memory, interleaved; copied.
  Sound(const Engine &engine, const float *frames, std::uint64_t frame_count,
        std::uint32_t channels, std::uint32_t sample_rate)
      : Sound(made(engine, frames, frame_count, channels, sample_rate)) {}

  Sound(const Engine &engine, const std::vector<float> &frames, std::uint32_t channels,
        std::uint32_t sample_rate)
      : Sound(engine, frames.data(), channels ? frames.size() / channels : 0, channels,
              sample_rate) {}

  /// Starts to load in a job; the sound can be played when the job has ended well.
  static std::pair<Sound, Job> start_load(
      const Engine &engine, const Stream &stream,
      const aha_sound_options &options = aha_sound_options_init()) {
    aha_sound *sound = nullptr;
    aha_job *job = nullptr;
    check(aha_sound_start_load(engine.get(), stream.get(), &options, &sound, &job));
    return {Sound(sound), Job(job)};
  }

  /// Starts to make a sound of this one at another speed or pitch; it can be played when the job
  /// has ended well.
  std::pair<Sound, Job> start_stretch(const aha_stretch_options &options) const {
    aha_sound *sound = nullptr;
    aha_job *job = nullptr;
    check(aha_sound_start_stretch(get(), &options, &sound, &job));
    return {Sound(sound), Job(job)};
  }

  /// Up to so many frames from an offset on, interleaved; fewer at the end.
  std::vector<float> read_frames(std::uint64_t offset, std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * channels());
    std::uint64_t count = 0;
    check(aha_sound_read_frames(get(), offset, frames.data(), frame_count, &count));
    frames.resize(count * channels());
    return frames;
  }

  /// Starts to write the sound to a file.
  Job save(const std::string &path,
           const aha_encode_options &options = aha_encode_options_init()) const {
    aha_job *job = nullptr;
    check(aha_sound_save(get(), path.c_str(), &options, &job));
    return Job(job);
  }

private:
  static aha_sound *loaded(const Engine &engine, const std::string &path,
                           const aha_sound_options &options) {
    aha_sound *sound = nullptr;
    check(aha_sound_load(engine.get(), path.c_str(), &options, &sound));
    return sound;
  }

  static aha_sound *loaded(const Engine &engine, const Stream &stream,
                           const aha_sound_options &options) {
    aha_sound *sound = nullptr;
    check(aha_sound_load_stream(engine.get(), stream.get(), &options, &sound));
    return sound;
  }

  static aha_sound *made(const Engine &engine, const float *frames, std::uint64_t frame_count,
                         std::uint32_t channels, std::uint32_t sample_rate) {
    aha_sound *sound = nullptr;
    check(aha_sound_create(engine.get(), frames, frame_count, channels, sample_rate, &sound));
    return sound;
  }
};

} // namespace aha

#endif // AHA_SOUND_HPP
