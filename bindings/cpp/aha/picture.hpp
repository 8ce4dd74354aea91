// aha/picture.hpp: covers of pieces.
#include "../aha.hpp"

#ifndef AHA_PICTURE_HPP
#define AHA_PICTURE_HPP

#include <string>

namespace aha {

/// Draws the cover of a piece and its optional sound.
inline void draw_cover(const Piece &piece, OptionalText sound, const std::string &path) {
  check(aha_picture_draw_cover(piece.get(), sound.c_str(), path.c_str()));
}
inline void draw_cover(const Piece &piece, const std::string &path) {
  draw_cover(piece, nullptr, path);
}

} // namespace aha

#endif // AHA_PICTURE_HPP
