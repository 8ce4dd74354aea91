// aha/error.hpp: a failed call as an exception.
#include "../aha.hpp"

#ifndef AHA_ERROR_HPP
#define AHA_ERROR_HPP

namespace aha {

/// A failed call: its code, the code's name, and libaha's line about it.
class Error : public std::runtime_error {
public:
  explicit Error(aha_result code) : Error(code, aha_last_error()) {}
  Error(aha_result code, const std::string &line)
      : std::runtime_error(std::string(aha_result_name(code)) + ": " + line), code_(code),
        line_(line) {}

  [[nodiscard]] aha_result code() const noexcept { return code_; }
  [[nodiscard]] const char *name() const noexcept { return aha_result_name(code_); }
  [[nodiscard]] const std::string &line() const noexcept { return line_; }

private:
  aha_result code_;
  std::string line_;
};

/// Throws for an error; returns AHA_OK and the remarks.
inline aha_result check(aha_result result) {
  if (result < 0) throw Error(result);
  return result;
}

} // namespace aha

#endif // AHA_ERROR_HPP
