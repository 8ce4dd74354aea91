// aha/tonality.hpp: a key with its functions.
#include "../aha.hpp"

#ifndef AHA_TONALITY_HPP
#define AHA_TONALITY_HPP

namespace aha {

/// A key, or none: aha_tonality with its functions.
class Tonality {
public:
  Tonality() noexcept : value_{0, 0, 0} {}
  explicit Tonality(const aha_tonality &value) noexcept : value_(value) {}
  /// Reads a name, as "F# minor", "8A" or "1m".
  explicit Tonality(const std::string &name) : value_(tonality_read(name)) {}
  /// The major scale of a root.
  [[nodiscard]] static Tonality major(std::uint32_t root) {
    return Tonality(tonality_major(root));
  }

  [[nodiscard]] const aha_tonality &get() const noexcept { return value_; }
  [[nodiscard]] std::string text(aha_tonality_text text = AHA_TONALITY_TEXT_NAME) const {
    return tonality_text(value_, text);
  }
  /// A related key, if it exists.
  [[nodiscard]] std::optional<Tonality> related(aha_relation relation) const {
    const auto found = tonality_related(value_, relation);
    return found ? std::optional<Tonality>(*found) : std::nullopt;
  }
  /// The semitones to the root of another key, by the shortest interval.
  [[nodiscard]] std::optional<std::int32_t> shift_to(const Tonality &other) const {
    return tonality_shift(value_, other.value_);
  }

private:
  aha_tonality value_;
};

} // namespace aha

#endif // AHA_TONALITY_HPP
