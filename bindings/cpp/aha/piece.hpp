// aha/piece.hpp: what there is to say about a finished piece of music, and keys. The methods are
// the functions of aha/piece.h and tonality.h.
#ifndef AHA_PIECE_HPP
#define AHA_PIECE_HPP

#include "calls.hpp"
#include "handle.hpp"
#include "text.hpp"

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
  explicit Tonality(const std::string &name) { check(aha_tonality_read(name.c_str(), &value_)); }
  /// Gives the major scale of a root.
  static Tonality major(std::uint32_t root) {
    Tonality made;
    check(aha_tonality_get_major(root, &made.value_));
    return made;
  }

  const aha_tonality &get() const noexcept { return value_; }
  /// Writes it as text.
  std::string text(aha_tonality_text text = AHA_TONALITY_TEXT_NAME) const {
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return aha_tonality_copy_text(&value_, text, buffer, capacity, length);
    });
  }
  /// Gives a related key, if there is one.
  std::optional<Tonality> related(aha_relation relation) const {
    Tonality made;
    if (check(aha_tonality_get_related(&value_, relation, &made.value_)) == AHA_END) return {};
    return made;
  }
  /// Tells the semitones to the root of another, the nearest way.
  std::optional<std::int32_t> shift_to(const Tonality &other) const {
    std::int32_t semitones = 0;
    if (check(aha_tonality_get_shift(&value_, &other.value_, &semitones)) == AHA_END) return {};
    return semitones;
  }

private:
  aha_tonality value_;
};

class Piece : public Handle<aha_piece, aha_piece_retain, aha_piece_release>,
              public PieceCalls<Piece> {
public:
  explicit Piece(aha_piece *owned) noexcept : Handle(owned) {}
  /// Makes a piece of which nothing is known.
  Piece() : Handle(nullptr) {
    aha_piece *piece = nullptr;
    check(aha_piece_create(&piece));
    *this = Piece(piece);
  }
  /// Makes a piece of a manifest.
  static Piece read(const std::string &manifest) {
    aha_piece *piece = nullptr;
    check(aha_piece_read(manifest.data(), manifest.size(), &piece));
    return Piece(piece);
  }
  /// Makes a piece of the manifest in a file.
  static Piece load(const std::string &path) {
    aha_piece *piece = nullptr;
    check(aha_piece_load(path.c_str(), &piece));
    return Piece(piece);
  }
  /// Makes a piece of what an audio file says about itself.
  static Piece load_tags(const std::string &path) {
    aha_piece *piece = nullptr;
    check(aha_piece_load_tags(path.c_str(), &piece));
    return Piece(piece);
  }

  /// One of the texts.
  std::string text(aha_piece_text text) const {
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return aha_piece_copy_text(get(), text, buffer, capacity, length);
    });
  }

  /// The ids of the pieces that it is based on.
  std::vector<std::string> based_on() const {
    std::vector<std::string> ids;
    for (std::uint32_t i = 0; i < aha_piece_based_on_count(get()); i++)
      ids.push_back(
          detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
            return aha_piece_copy_based_on(get(), i, buffer, capacity, length);
          }));
    return ids;
  }
  /// Tells how to bring it to another root, if it has a key.
  std::optional<aha_key_change> key_change(std::uint32_t root) const {
    aha_key_change change = aha_key_change_init();
    if (check(aha_piece_get_key_change(get(), root, &change)) == AHA_END) return {};
    return change;
  }
  /// All that is wrong with it.
  std::vector<aha_piece_problem> problems() const {
    std::vector<aha_piece_problem> found(aha_piece_problem_count(get()), aha_piece_problem_init());
    for (std::size_t i = 0; i < found.size(); i++)
      check(aha_piece_problem_at(get(), static_cast<std::uint32_t>(i), &found[i]));
    return found;
  }
};

} // namespace aha

#endif // AHA_PIECE_HPP
