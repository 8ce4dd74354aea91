// aha/piece.hpp: keys, and metadata of finished pieces of music.
#include "../aha.hpp"

#ifndef AHA_PIECE_HPP
#define AHA_PIECE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aha {

/// A key, or none: aha_tonality with its functions.
class Tonality {
public:
  Tonality() noexcept : value_{0, 0, 0} {}
  explicit Tonality(const aha_tonality &value) noexcept : value_(value) {}
  /// Reads a name, as "F# minor", "8A" or "1m".
  explicit Tonality(const std::string &name) : value_(tonality_read(name)) {}
  /// The major scale of a root.
  static Tonality major(std::uint32_t root) { return Tonality(tonality_get_major(root)); }

  const aha_tonality &get() const noexcept { return value_; }
  std::string text(aha_tonality_text text = AHA_TONALITY_TEXT_NAME) const {
    return tonality_copy_text(value_, text);
  }
  /// A related key, if it exists.
  std::optional<Tonality> related(aha_relation relation) const {
    const auto found = tonality_get_related(value_, relation);
    return found ? std::optional<Tonality>(*found) : std::nullopt;
  }
  /// The semitones to the root of another key, by the shortest interval.
  std::optional<std::int32_t> shift_to(const Tonality &other) const {
    return tonality_get_shift(value_, other.value_);
  }

private:
  aha_tonality value_;
};

class Piece : public PieceCalls {
public:
  using PieceCalls::PieceCalls;

  /// Creates a piece from a manifest.
  static Piece read(const std::string &manifest) {
    return PieceCalls::read(manifest.data(), manifest.size());
  }

  /// The ids of the pieces that it is based on.
  std::vector<std::string> based_on() const {
    return detail::listed(based_on_count(), [this](auto i) { return PieceCalls::based_on(i); });
  }

  /// All problems of the piece.
  std::vector<aha_piece_problem> problems() const {
    return detail::listed(problem_count(), [this](auto i) { return problem(0, i); });
  }

  /// The problems, and the values over the limits of a kind of destination.
  std::vector<aha_piece_problem> refusals(aha_destination_kind kind) const {
    return detail::listed(problem_count(kind), [&](auto i) { return problem(kind, i); });
  }
};

} // namespace aha

#endif // AHA_PIECE_HPP
