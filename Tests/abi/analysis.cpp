// Analyses in C++. Argument: a drum loop.
#include "hosts.hpp"

static void check_drums(const aha::Analysis &drums) {
  const aha_analysis_info info = drums.info();
  CHECK(info.tonality.mode == AHA_TONALITY_ATONAL && info.loudness_lufs < 0);
  const auto tempos = drums.tempos();
  CHECK(tempos.size() == info.tempo_count && tempos.at(0).bpm == info.tempo_bpm);
  CHECK(drums.onsets().size() == info.onset_count && info.onset_count > 4);
  CHECK(drums.beats().size() == info.beat_count && info.beat_count > 2);
  CHECK(drums.loops().size() == info.loop_count);
  CHECK(drums.loops().at(0).end_frame == info.frames);
  CHECK(drums.keys().empty() && drums.chords().empty());
  CHECK(drums.outline(0, 100).size() == 100);
}

int main(int, char **arguments) {
  const aha::Analysis drums(arguments[1]);
  check_drums(drums);
  const auto [other, job] = aha::Analysis::start(arguments[1]);
  job.wait();
  check_drums(other);
  check_drums(aha::Analysis::start(aha::Stream(arguments[1])).wait());
  aha_analysis_options options = aha_analysis_options_init();
  options.max_seconds = 0.01;
  const auto limited = aha::Analysis::start(aha::Stream(arguments[1]), options);
  CHECK(throws(AHA_ERROR_LIMIT, [&] { limited.job.wait(); }));

  const aha::Piece piece;
  const std::uint32_t fields = drums.fill(piece);
  CHECK(fields >> AHA_PIECE_FIELD_LENGTH & 1 && fields >> AHA_PIECE_FIELD_TONALITY & 1);
  CHECK(piece.info().length_us > 0 && drums.fill(piece) == 0);

  const std::vector<float> silence(48000);
  const aha::Analysis nothing(silence.data(), silence.size(), 1, 48000);
  CHECK(nothing.tempos().empty() && nothing.info().tonality.mode == AHA_TONALITY_UNKNOWN);
  CHECK(std::isinf(nothing.info().loudness_lufs));
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { aha::Analysis("/nowhere/a.wav"); }));
  return failures != 0;
}
