// aha/engine.hpp: the engine and its frames.
#include "../aha.hpp"

#ifndef AHA_ENGINE_HPP
#define AHA_ENGINE_HPP

#include <cstdint>
#include <vector>

namespace aha {

class Limiter;

class Engine : public EngineCalls {
public:
  using EngineCalls::EngineCalls;

  /// An engine that renders as fast as possible, and waits for streamed sounds: to save to files
  /// and to test. A device needs an engine that is not offline.
  static Engine offline(aha_engine_options options = aha_engine_options_init()) {
    options.offline = 1;
    return Engine(options);
  }

  /// Renders the next frames, interleaved. Does not throw: it is for the audio thread.
  aha_result render(float *frames, std::uint64_t frame_count) const noexcept {
    return aha_engine_render(get(), frames, frame_count);
  }

  /// Renders the next frames into new memory.
  std::vector<float> render(std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * channels());
    check(render(frames.data(), frame_count));
    return frames;
  }

  /// The limiter after the master bus.
  Limiter limiter() const;
};

} // namespace aha

#endif // AHA_ENGINE_HPP
