// aha/recorder.hpp: what comes out of a bus, to a file, while it is heard; and takes that were cut
// short, found again.
#ifndef AHA_RECORDER_HPP
#define AHA_RECORDER_HPP

#include "calls.hpp"
#include "sound.hpp"
#include "text.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace aha {

class Recorder : public Handle<aha_recorder, aha_recorder_retain, aha_recorder_release>,
                 public RecorderCalls<Recorder> {
public:
  explicit Recorder(aha_recorder *owned) noexcept : Handle(owned) {}

  /// Makes a recorder of a bus, and its file. The last owner stops the take, which is written to
  /// its end all the same.
  Recorder(const Engine &engine, const std::string &path, BusRef bus = {},
           const aha_recorder_options &options = aha_recorder_options_init(),
           const aha_encode_options &encode = aha_encode_options_init())
      : Recorder(made(engine, path, bus, options, encode)) {}

  /// Waits until the take is complete; throws what ended it.
  void wait() const { check(aha_recorder_wait(get(), -1)); }

  /// Waits for so long; false when the take is not complete by then. Throws what ended it.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_recorder_wait(get(), time.count())) != AHA_PENDING;
  }

  /// One of the take's files; 0 is the path given.
  std::string path(std::uint32_t index = 0) const {
    return detail::copied_text([this, index](char *text, std::size_t room, std::size_t *length) {
      return aha_recorder_copy_path(get(), index, text, room, length);
    });
  }

  /// Makes a sound of a finished take.
  Sound load_take(const aha_sound_options &options = aha_sound_options_init()) const {
    aha_sound *sound = nullptr;
    check(aha_recorder_load_take(get(), &options, &sound));
    return Sound(sound);
  }

private:
  static aha_recorder *made(const Engine &engine, const std::string &path, BusRef bus,
                            const aha_recorder_options &options, const aha_encode_options &encode) {
    aha_recorder *recorder = nullptr;
    check(aha_recorder_create(engine.get(), bus.get(), path.c_str(), &options, &encode, &recorder));
    return recorder;
  }
};

/// The takes of a folder that were cut short, completed in place.
class Recovery : public Handle<aha_recovery, aha_recovery_retain, aha_recovery_release>,
                 public RecoveryCalls<Recovery> {
public:
  explicit Recovery(aha_recovery *owned) noexcept : Handle(owned) {}
  explicit Recovery(const std::string &folder) : Recovery(opened(folder)) {}

  std::string path(std::uint32_t index) const {
    return detail::copied_text([this, index](char *text, std::size_t room, std::size_t *length) {
      return aha_recovery_copy_path(get(), index, text, room, length);
    });
  }

private:
  static aha_recovery *opened(const std::string &folder) {
    aha_recovery *recovery = nullptr;
    check(aha_recovery_open(folder.c_str(), &recovery));
    return recovery;
  }
};

} // namespace aha

#endif // AHA_RECORDER_HPP
