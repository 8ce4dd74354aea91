// aha/engine.hpp: the engine, its frames, its events, and the job that saves what it plays.
#ifndef AHA_ENGINE_HPP
#define AHA_ENGINE_HPP

#include "bus.hpp"
#include "calls.hpp"
#include "chain.hpp"
#include "effect.hpp"
#include "handle.hpp"
#include "job.hpp"
#include "stream.hpp"

#include <optional>
#include <string>
#include <vector>

namespace aha {

class Limiter;

class Engine : public Handle<aha_engine, aha_engine_retain, aha_engine_release>,
               public EngineCalls<Engine> {
public:
  explicit Engine(aha_engine *owned) noexcept : Handle(owned) {}
  explicit Engine(const aha_engine_options &options = aha_engine_options_init())
      : Engine(made(options)) {}

  /// Renders the next frames, interleaved. Does not throw: it is for the audio thread.
  aha_result render(float *frames, std::uint64_t frame_count) const noexcept {
    return aha_engine_render(get(), frames, frame_count);
  }

  /// Renders the next frames into memory of their own.
  std::vector<float> render(std::uint64_t frame_count) const {
    std::vector<float> frames(frame_count * channels());
    check(aha_engine_render(get(), frames.data(), frame_count));
    return frames;
  }

  BusRef master_bus() const { return aha_engine_master_bus(get()); }

  /// The limiter behind the master bus.
  Limiter limiter() const;

  /// The oldest event, or none.
  std::optional<aha_event> next_event() const {
    aha_event event = aha_event_init();
    if (check(aha_engine_next_event(get(), &event)) == AHA_END) return std::nullopt;
    return event;
  }

  /// For poll; belongs to the engine.
  int event_fd() const {
    int fd = aha_engine_event_fd(get());
    if (fd < 0) throw Error(AHA_ERROR_SYSTEM);
    return fd;
  }

  /// Starts to render to a file; 0 frames: until nothing is heard any more.
  Job save(const std::string &path, std::uint64_t frame_count = 0,
           const aha_encode_options &options = aha_encode_options_init()) const {
    aha_job *job = nullptr;
    check(aha_render_save(get(), path.c_str(), frame_count, &options, &job));
    return Job(job);
  }

  Job save(const Stream &stream, std::uint64_t frame_count = 0,
           const aha_encode_options &options = aha_encode_options_init()) const {
    aha_job *job = nullptr;
    check(aha_render_save_stream(get(), stream.get(), frame_count, &options, &job));
    return Job(job);
  }

private:
  static aha_engine *made(const aha_engine_options &options) {
    aha_engine *engine = nullptr;
    check(aha_engine_create(&options, &engine));
    return engine;
  }
};

namespace detail {
inline aha_bus *make_bus(aha_engine *engine, aha_bus *parent) {
  aha_bus *bus = nullptr;
  check(aha_bus_create(engine, parent, &bus));
  return bus;
}
inline aha_effect *make_effect(aha_engine *engine, aha_effect_kind kind) {
  aha_effect *effect = nullptr;
  check(aha_effect_create(engine, kind, &effect));
  return effect;
}
} // namespace detail

inline Bus::Bus(const Engine &engine, BusRef parent)
    : Bus(detail::make_bus(engine.get(), parent.get())) {}

inline Effect::Effect(const Engine &engine, aha_effect_kind kind)
    : Effect(detail::make_effect(engine.get(), kind)) {}

} // namespace aha

#include "effects.hpp"

#endif // AHA_ENGINE_HPP
