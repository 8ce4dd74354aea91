// aha/log.hpp: the log sink as a function object.
#include "../aha.hpp"

#ifndef AHA_LOG_HPP
#define AHA_LOG_HPP

namespace aha {

using LogSink = std::function<void(aha_log_level, const std::string &)>;

/// Sets the one log sink of the process; an empty one ends logging. Its exceptions are dropped: no
/// call waits for them.
inline void set_log_sink(aha_log_level level, LogSink sink) {
  using Host = detail::Host<LogSink>;
  if (!sink) {
    check(aha_log_set_sink(AHA_LOG_NONE, nullptr, nullptr, nullptr));
    return;
  }
  auto kept = std::make_unique<Host>(Host{std::make_unique<LogSink>(std::move(sink)), nullptr});
  const auto call = [](void *data, aha_log_level line_level, const char *line) {
    Host::answer(data, [&](const LogSink &own) { own(line_level, line); });
  };
  check(aha_log_set_sink(level, call, kept.get(), detail::destroy<Host>));
  kept.release();
}

} // namespace aha

#endif // AHA_LOG_HPP
