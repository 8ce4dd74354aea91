// aha/text.hpp: text and lists that C copies out, and optional text arguments.
#include "../aha.hpp"

#ifndef AHA_TEXT_HPP
#define AHA_TEXT_HPP

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace aha {

/// An optional text argument. It must live as long as the call.
class OptionalText {
public:
  OptionalText(const char *text = nullptr) noexcept : text_(text) {}
  OptionalText(const std::string &text) noexcept : text_(text.c_str()) {}
  const char *c_str() const noexcept { return text_; }

private:
  const char *text_;
};

namespace detail {

/// Items that a call copies into a buffer of a capacity, with their count.
template <class Item, class Size, class Copy> std::vector<Item> copied_items(Copy copy) {
  Size count = 0;
  check(copy(nullptr, 0, &count));
  for (;;) {
    std::vector<Item> items(count);
    if (items.empty()) return items;
    const aha_result result = copy(items.data(), count, &count);
    if (result == AHA_ERROR_BUFFER_TOO_SMALL) continue; // it has grown meanwhile
    check(result);
    items.resize(count);
    return items;
  }
}

template <class Item, class Copy> std::vector<Item> copied_list(Copy copy) {
  using Size = std::conditional_t<
      std::is_invocable_v<Copy, Item *, std::size_t, std::size_t *>, std::size_t, std::uint32_t>;
  return copied_items<Item, Size>(copy);
}

/// Text that a call copies into a buffer of a capacity, with its length.
template <class Copy> std::string copied_text(Copy copy) {
  std::size_t length = 0;
  check(copy(nullptr, 0, &length));
  for (;;) {
    std::string text(length + 1, '\0');
    const aha_result result = copy(&text[0], text.size(), &length);
    if (result == AHA_ERROR_BUFFER_TOO_SMALL) continue; // it has grown meanwhile
    check(result);
    text.resize(length);
    return text;
  }
}

/// The results of `at` for each index below a count.
template <class At> auto listed(std::uint32_t count, At at) {
  std::vector<decltype(at(count))> items;
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
