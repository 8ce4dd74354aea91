// aha/recorder.hpp: what comes out of a bus, to a file, while it is heard.
#include "../aha.hpp"

#ifndef AHA_RECORDER_HPP
#define AHA_RECORDER_HPP

#include <chrono>
#include <string>

namespace aha {

class Recorder : public RecorderCalls {
public:
  using RecorderCalls::RecorderCalls;

  /// Makes a recorder of a bus, and its file. The last owner stops the take, which is written to
  /// its end all the same.
  Recorder(const Engine &engine, const std::string &path, BusRef bus = {},
           const aha_recorder_options &options = aha_recorder_options_init(),
           const aha_encode_options &encode = aha_encode_options_init())
      : RecorderCalls(create(engine, bus, path, options, encode)) {}

  /// Waits until the take is complete; throws what ended it.
  void wait() const { check(aha_recorder_wait(get(), -1)); }

  /// Waits for so long; false when the take is not complete by then. Throws what ended it.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_recorder_wait(get(), time.count())) != AHA_PENDING;
  }
};

} // namespace aha

#endif // AHA_RECORDER_HPP
