// 05_piece: takes an old export of allihoopa.com over: a manifest for each of its pieces.
//   c++ -std=c++17 05_piece.cpp $(pkg-config --cflags --libs aha) -o 05_piece
//   ./05_piece export out
#include <aha.hpp>
#include <cstdio>

static void tell(const aha::Piece &piece) {
  const aha_piece_info info = piece.info();
  std::printf("%s by %s: %.1f s, %g BPM\n", piece.text(AHA_PIECE_TITLE).c_str(),
              piece.text(AHA_PIECE_ARTIST).c_str(), static_cast<double>(info.length_us) / 1e6,
              info.tempo_bpm);
}

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s EXPORT FOLDER\n", arguments[0]), 2;
  try {
    const aha::Export from{std::string(arguments[1])};
    for (const std::string &remark : from.remarks()) std::printf("%s\n", remark.c_str());
    for (std::uint32_t i = 0; i < from.size(); i++) {
      const aha::Piece piece = from.piece(i);
      tell(piece);
      for (const aha_piece_problem &problem : piece.problems())
        std::printf("  %s\n", problem.line);
      if (piece.problems().empty())
        piece.save(std::string(arguments[2]) + "/" + from.text(i, AHA_EXPORT_ID) + ".json");
      std::printf("  its audio: %s\n", from.text(i, AHA_EXPORT_AUDIO).c_str());
    }
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
