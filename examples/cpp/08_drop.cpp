// 08_drop: drops a sound into a folder, as a page that a browser opens.
//   c++ -std=c++17 08_drop.cpp $(pkg-config --cflags --libs aha) -o 08_drop
//   ./08_drop song.flac FOLDER "A title"
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: %s SONG FOLDER TITLE\n", arguments[0]), 2;
  try {
    aha::Piece piece;
    aha_piece_info info = piece.info();
    const aha::Engine engine;
    const aha::Sound song(engine, arguments[1]);
    info.length_us = static_cast<std::int64_t>(song.info().seconds * 1e6);
    piece.set_info(info);
    piece.set_title(arguments[3]);

    const aha::Client client("com.example.drums");
    const aha::Destination folder = aha::Destination::folder(client, arguments[2]);
    aha::Drop drop(folder, piece);
    drop.answer(AHA_ASSET_MIX_STEM, arguments[1]);
    for (aha_asset asset : {AHA_ASSET_PREVIEW, AHA_ASSET_COVER, AHA_ASSET_ATTACHMENT})
      drop.answer_none(asset);
    const aha::Job job = drop.start();
    drop.commit();
    job.wait();
    std::printf("%s\n", drop.url().c_str());
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
