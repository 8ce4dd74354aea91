// aha/text.hpp: text and lists that C copies out, and optional text arguments.
#include "../aha.hpp"

#ifndef AHA_TEXT_HPP
#define AHA_TEXT_HPP

namespace aha {

/// An optional text argument. It must live as long as the call.
class OptionalText {
public:
  OptionalText(const char *text = nullptr) noexcept : text_(text) {}
  OptionalText(const std::string &text) noexcept : text_(text.c_str()) {}
  [[nodiscard]] const char *c_str() const noexcept { return text_; }

private:
  const char *text_;
};

namespace detail {

/// Text or items that a call copies into a buffer of a capacity, with their count.
template <class Items, class Size, class Copy> Items copied(Copy copy) {
  constexpr Size nul = std::is_same_v<Items, std::string> ? 1 : 0;
  Size count = 0;
  check(copy(nullptr, Size{0}, &count));
  for (;;) {
    Items items;
    items.resize(count + nul);
    if (items.empty()) return items;
    const aha_result result = copy(items.data(), count + nul, &count);
    if (result == AHA_ERROR_BUFFER_TOO_SMALL) continue; // it has grown meanwhile
    check(result);
    items.resize(count);
    return items;
  }
}

/// The results of `at` for each index below a count.
template <class Count, class At> auto listed(Count count, At at) {
  std::vector<decltype(at(std::uint32_t{}))> items;
  for (std::uint32_t i = 0; i < count; i++) items.push_back(at(i));
  return items;
}

/// A file descriptor, which is negative after a failure.
inline int descriptor(int fd) {
  if (fd < 0) throw Error(AHA_ERROR_SYSTEM);
  return fd;
}

} // namespace detail
} // namespace aha

#endif // AHA_TEXT_HPP
