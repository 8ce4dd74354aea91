// aha/error.hpp: a failed call as an exception, and names of numbers.
#ifndef AHA_ERROR_HPP
#define AHA_ERROR_HPP

#include "../aha.h"

#include <stdexcept>
#include <string>

namespace aha {

/// A failed call: its code, the code's name, and libaha's line about it.
class Error : public std::runtime_error {
public:
  explicit Error(aha_result code) : Error(code, aha_last_error()) {}
  Error(aha_result code, const std::string &line)
      : std::runtime_error(std::string(aha_result_name(code)) + ": " + line), code_(code),
        line_(line) {}

  aha_result code() const noexcept { return code_; }
  const char *name() const noexcept { return aha_result_name(code_); }
  const std::string &line() const noexcept { return line_; }

private:
  aha_result code_;
  std::string line_;
};

/// Throws for an error; gives AHA_OK and the remarks back.
inline aha_result check(aha_result result) {
  if (result < 0) throw Error(result);
  return result;
}

namespace detail {

/// The answer of a host's function to C, which no exception must cross; `failure` after one.
template <class Answer, class Call> Answer guarded(Answer failure, Call call) noexcept {
  try {
    return call();
  } catch (...) {
    return failure;
  }
}

} // namespace detail

inline std::string version_text() { return aha_version_text(); }
inline std::uint32_t version_number() noexcept { return aha_version_number(); }
inline std::string container_name(aha_container container) { return aha_container_name(container); }
inline std::string encoding_name(aha_encoding encoding) { return aha_encoding_name(encoding); }
inline std::string event_kind_name(aha_event_kind kind) { return aha_event_kind_name(kind); }

} // namespace aha

#endif // AHA_ERROR_HPP
