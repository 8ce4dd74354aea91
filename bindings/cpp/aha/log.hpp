// aha/log.hpp: the log sink as a function object.
#include "../aha.hpp"

#ifndef AHA_LOG_HPP
#define AHA_LOG_HPP

#include <functional>
#include <memory>
#include <string>

namespace aha {

using LogSink = std::function<void(aha_log_level, const std::string &)>;

/// Sets the one log sink of the process; an empty one ends logging. Its exceptions are dropped: no
/// call waits for them.
inline void set_log_sink(aha_log_level level, LogSink sink) {
  if (!sink) {
    check(aha_log_set_sink(AHA_LOG_NONE, nullptr, nullptr, nullptr));
    return;
  }
  auto kept = std::make_unique<LogSink>(std::move(sink));
  auto call = [](void *data, aha_log_level line_level, const char *line) {
    try {
      (*static_cast<LogSink *>(data))(line_level, line);
    } catch (...) {
    }
  };
  check(aha_log_set_sink(level, call, kept.get(),
                         [](void *data) { delete static_cast<LogSink *>(data); }));
  kept.release();
}

} // namespace aha

#endif // AHA_LOG_HPP
