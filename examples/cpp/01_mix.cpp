// 01_mix: two files, one of them looped, mixed to an encoded file.
//   c++ -std=c++17 01_mix.cpp $(pkg-config --cflags --libs aha) -o 01_mix
//   ./01_mix loop.ogg voice.ogg out.flac
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: %s LOOP VOICE OUT\n", arguments[0]), 2;
  try {
    aha::Engine engine = aha::Engine::offline();
    aha::Sound sound(engine, arguments[1]);
    aha::Player loop(engine, sound);
    aha::Player voice(engine, aha::Sound(engine, arguments[2]));
    loop.set_loop_frames(0, sound.length_frames());
    loop.set_gain_db(-3);
    loop.set_pan(-0.5f);
    loop.start();
    voice.start();
    engine.save(arguments[3], std::uint64_t(engine.sample_rate()) * 10).wait();
    std::printf("%s: 10 seconds\n", arguments[3]);
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
