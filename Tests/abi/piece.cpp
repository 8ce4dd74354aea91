// Pieces and keys in C++. Argument: a folder for a file.
#include "hosts.hpp"

int main(int, char **arguments) {
  const aha::Tonality key("Gbm");
  CHECK(key.text() == "F# minor" && key.text(AHA_TONALITY_TEXT_CAMELOT) == "11A");
  CHECK(key.related(AHA_RELATION_RELATIVE)->text() == "A major");
  CHECK(key.shift_to(aha::Tonality::major(9)).value() == 3 && !key.shift_to(aha::Tonality()));
  CHECK(!aha::Tonality("atonal").related(AHA_RELATION_DOMINANT));

  aha::Piece piece;
  CHECK(piece.problems().size() == 2 && piece.problems(AHA_DESTINATION_ALLIHOOPA).size() == 2);
  CHECK(piece.fit(AHA_DESTINATION_ALLIHOOPA) == 0);
  aha_piece_info info = piece.info();
  info.length_us = 60000000;
  info.tonality = key.get();
  piece.set_info(info);
  piece.set_title("Morning");
  piece.add_based_on("https://allihoopa.com/s/EuDvfMsz");
  const std::string path = std::string(arguments[1]) + "/piece.json";
  piece.save(path);
  aha::Piece loaded = aha::Piece::load(path), read = aha::Piece::read(piece.manifest());
  CHECK(loaded.manifest() == piece.manifest() && read.manifest() == piece.manifest());
  CHECK(loaded.title() == "Morning" && loaded.based_on().at(0) == "EuDvfMsz");
  loaded.clear_based_on();
  CHECK(loaded.based_on().empty() && loaded.info().tonality.root == 6);
  const std::string sound = std::string(arguments[1]) + "/piece.wav";
  aha::Engine engine;
  const float frames[4800] = {};
  aha::Sound(engine, frames, 4800, 1, 48000).save(sound).wait();
  piece.embed(sound);
  CHECK(aha::Piece::load_tags(sound).manifest() == piece.manifest());

  CHECK(piece.key_change(5)->semitones == -1 && !aha::Piece().key_change(5));
  const std::string cover = std::string(arguments[1]) + "/cover.png";
  piece.draw_cover(cover);
  CHECK(aha::copy_cover(cover).is_scaled == 0);
  CHECK(aha::copy_cover(cover, cover).format == AHA_IMAGE_PNG);
  for (const auto draw : {aha::draw_waveform, aha::draw_spectrogram}) {
    CHECK(throws(AHA_ERROR_UNKNOWN_FORMAT, [&] { draw(path, cover, aha_strip_options_init()); }));
  }
  CHECK(throws(AHA_ERROR_DAMAGED, [&] { return aha::Piece::read("[]"); }));
  return failures != 0;
}
