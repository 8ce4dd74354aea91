// aha/log.hpp: the log sink as a function object.
#ifndef AHA_LOG_HPP
#define AHA_LOG_HPP

#include "error.hpp"

#include <functional>
#include <memory>
#include <string>

namespace aha {

using LogSink = std::function<void(aha_log_level, const std::string &)>;

/// Sets the one log sink of the process; an empty one ends logging.
inline void set_log_sink(aha_log_level level, LogSink sink) {
  if (!sink) {
    check(aha_log_set_sink(AHA_LOG_NONE, nullptr, nullptr, nullptr));
    return;
  }
  auto kept = std::make_unique<LogSink>(std::move(sink));
  auto call = [](void *data, aha_log_level line_level, const char *line) {
    detail::guarded(0, [&] {
      (*static_cast<LogSink *>(data))(line_level, line);
      return 0;
    });
  };
  check(aha_log_set_sink(level, call, kept.get(),
                         [](void *data) { delete static_cast<LogSink *>(data); }));
  kept.release();
}

} // namespace aha

#endif // AHA_LOG_HPP
