// aha/host_effect.hpp: effects that the host implements.
#include "../aha.hpp"

#ifndef AHA_HOST_EFFECT_HPP
#define AHA_HOST_EFFECT_HPP

#include <cstdint>
#include <memory>

namespace aha {

/// The host's own processing; see aha_host_effect. After an exception the frames are silent, and
/// HostEffect::process_result is AHA_ERROR_IO.
class HostProcess {
public:
  virtual ~HostProcess() = default;
  /// Processes frames in place, on the thread that renders.
  virtual void process(float *left, float *right, std::uint32_t frames, const float *values) = 0;
  virtual void reset() {}
};

/// An effect that the host implements; libaha keeps the object alive while it is used.
class HostEffect : public Effect {
public:
  /// The description's functions are ignored.
  HostEffect(const Engine &engine, const aha_host_effect &description,
             std::unique_ptr<HostProcess> process)
      : Effect(made(engine, description, process.release())) {}

private:
  static aha_effect *made(const Engine &engine, aha_host_effect description, HostProcess *process) {
    description.process = [](void *data, float *left, float *right, std::uint32_t frames,
                             const float *values) noexcept -> aha_result {
      try {
        static_cast<HostProcess *>(data)->process(left, right, frames, values);
        return AHA_OK;
      } catch (...) {
        return AHA_ERROR_IO;
      }
    };
    description.reset = [](void *data) noexcept {
      try {
        static_cast<HostProcess *>(data)->reset();
      } catch (...) {
      }
    };
    aha_effect *effect = nullptr;
    check(aha_host_effect_create(
        engine.get(), &description, process,
        [](void *data) { delete static_cast<HostProcess *>(data); }, &effect));
    return effect;
  }
};

} // namespace aha

#endif // AHA_HOST_EFFECT_HPP
