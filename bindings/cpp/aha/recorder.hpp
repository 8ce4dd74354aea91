// aha/recorder.hpp: recorders write a bus to a file in real time.
#include "../aha.hpp"

#ifndef AHA_RECORDER_HPP
#define AHA_RECORDER_HPP

#include <chrono>
#include <string>

namespace aha {

class Recorder : public RecorderCalls {
public:
  using RecorderCalls::RecorderCalls;

  /// Creates a recorder of a bus, and its file. The last owner stops the take, which is still
  /// written completely.
  Recorder(const Engine &engine, const std::string &path, BusRef bus = {},
           const aha_recorder_options &options = aha_recorder_options_init(),
           const aha_encode_options &encode = aha_encode_options_init())
      : RecorderCalls(create(engine, bus, path, options, encode)) {}

  /// Waits until the take is complete; throws the error that ended it.
  void wait() const { check(aha_recorder_wait(get(), -1)); }

  /// Waits up to a timeout; false if it expired. Throws the error that ended the take.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_recorder_wait(get(), time.count())) != AHA_PENDING;
  }
};

} // namespace aha

#endif // AHA_RECORDER_HPP
