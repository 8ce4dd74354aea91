// aha/text.hpp: text that C copies out.
#ifndef AHA_TEXT_HPP
#define AHA_TEXT_HPP

#include "error.hpp"

#include <string>

namespace aha {
namespace detail {

/// What a call copies that is given a buffer, its capacity, and where the length goes.
template <class Copy> std::string copied_text(Copy copy) {
  std::size_t length = 0;
  check(copy(nullptr, 0, &length));
  for (;;) {
    std::string text(length + 1, '\0');
    aha_result result = copy(&text[0], text.size(), &length);
    if (result == AHA_ERROR_BUFFER_TOO_SMALL) continue; // it has grown meanwhile
    check(result);
    text.resize(length);
    return text;
  }
}

} // namespace detail
} // namespace aha

#endif // AHA_TEXT_HPP
