// Pieces and keys in C++: a folder for a file is the argument.
#include <aha.hpp>

#include <cstdio>
#include <cstdlib>

#define REQUIRE(condition)                                          \
  do {                                                              \
    if (!(condition)) {                                             \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                 \
    }                                                               \
  } while (0)

int main(int, char **arguments) {
  const aha::Tonality key("Gbm");
  REQUIRE(key.text() == "F# minor" && key.text(AHA_TONALITY_TEXT_CAMELOT) == "11A");
  REQUIRE(key.related(AHA_RELATION_RELATIVE)->text() == "A major");
  REQUIRE(key.shift_to(aha::Tonality::major(9)).value() == 3 && !key.shift_to(aha::Tonality()));
  REQUIRE(!aha::Tonality("atonal").related(AHA_RELATION_DOMINANT));

  const aha::Piece piece;
  REQUIRE(piece.problems().size() == 2);
  aha_piece_info info = piece.info();
  info.length_us = 60000000;
  info.tonality = key.get();
  piece.set_info(info);
  piece.set_text(AHA_PIECE_TITLE, "Morning");
  piece.add_based_on("https://allihoopa.com/s/EuDvfMsz");
  const std::string path = std::string(arguments[1]) + "/piece.json";
  piece.save(path);
  const aha::Piece loaded = aha::Piece::load(path), read = aha::Piece::read(piece.manifest());
  REQUIRE(loaded.manifest() == piece.manifest() && read.manifest() == piece.manifest());
  REQUIRE(loaded.text(AHA_PIECE_TITLE) == "Morning" && loaded.based_on().at(0) == "EuDvfMsz");
  loaded.clear_based_on();
  REQUIRE(loaded.based_on().empty() && loaded.info().tonality.root == 6);
  const std::string sound = std::string(arguments[1]) + "/piece.wav";
  aha::Engine engine;
  const float frames[4800] = {};
  aha::Sound(engine, frames, 4800, 1, 48000).save(sound).wait();
  piece.embed(sound);
  REQUIRE(aha::Piece::load_tags(sound).manifest() == piece.manifest());

  REQUIRE(piece.key_change(5)->semitones == -1 && !aha::Piece().key_change(5));
  const std::string cover = std::string(arguments[1]) + "/cover.png";
  aha::draw_cover(piece, cover);
  REQUIRE(aha::check_cover(cover).scaled == 0);
  REQUIRE(aha::copy_cover(cover, cover).format == AHA_IMAGE_PNG);
  for (const auto draw : {aha::draw_waveform, aha::draw_spectrogram}) {
    try {
      draw(path, cover, aha_strip_options_init());
      REQUIRE(false);
    } catch (const aha::Error &error) {
      REQUIRE(error.code() == AHA_ERROR_UNKNOWN_FORMAT);
    }
  }
  try {
    aha::Piece::read("[]");
    REQUIRE(false);
  } catch (const aha::Error &error) {
    REQUIRE(error.code() == AHA_ERROR_DAMAGED);
  }
}
