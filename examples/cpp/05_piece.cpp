// 05_piece: reads the piece in an audio file's tags, and writes its manifest.
//   c++ -std=c++17 05_piece.cpp $(pkg-config --cflags --libs aha) -o 05_piece
//   ./05_piece song.flac song.json
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s AUDIO MANIFEST\n", arguments[0]), 2;
  try {
    const aha::Piece piece = aha::Piece::load_tags(std::string(arguments[1]));
    const aha_piece_info info = piece.info();
    std::printf("%s: %.1f s in %s at %g BPM\n", piece.title().c_str(),
                static_cast<double>(info.length_us) / 1e6,
                aha::Tonality(info.tonality).text().c_str(), info.tempo_bpm);
    for (const aha_piece_problem &problem : piece.problems()) std::printf("  %s\n", problem.line);
    if (piece.problems().empty()) piece.save(std::string(arguments[2]));
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
