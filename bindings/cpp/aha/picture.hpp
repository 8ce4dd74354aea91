// aha/picture.hpp: pictures of sounds and pieces. The functions are those of aha/picture.h.
#ifndef AHA_PICTURE_HPP
#define AHA_PICTURE_HPP

#include "error.hpp"
#include "piece.hpp"

#include <string>

namespace aha {

/// Draws the cover of a piece without a sound.
inline void draw_cover(const Piece &piece, const std::string &path) {
  check(aha_cover_draw(piece.get(), nullptr, path.c_str()));
}
/// Draws the cover of a piece and its sound.
inline void draw_cover(const Piece &piece, const std::string &sound, const std::string &path) {
  check(aha_cover_draw(piece.get(), sound.c_str(), path.c_str()));
}
/// Looks at a host's own cover.
inline aha_cover_info check_cover(const std::string &image) {
  aha_cover_info info = aha_cover_info_init();
  check(aha_cover_check(image.c_str(), &info));
  return info;
}
/// Makes a cover of a host's own picture.
inline aha_cover_info copy_cover(const std::string &image, const std::string &path) {
  aha_cover_info info = aha_cover_info_init();
  check(aha_cover_copy(image.c_str(), path.c_str(), &info));
  return info;
}
/// Draws a sound's waveform.
inline void draw_waveform(const std::string &sound, const std::string &path,
                          const aha_strip_options &options = aha_strip_options_init()) {
  check(aha_waveform_draw(sound.c_str(), path.c_str(), &options));
}
/// Draws a sound's spectrum over time.
inline void draw_spectrogram(const std::string &sound, const std::string &path,
                             const aha_strip_options &options = aha_strip_options_init()) {
  check(aha_spectrogram_draw(sound.c_str(), path.c_str(), &options));
}

} // namespace aha

#endif // AHA_PICTURE_HPP
