// 02_effects: a loop, higher and through an echo, at three quarters of its speed.
//   c++ -std=c++17 02_effects.cpp $(pkg-config --cflags --libs aha) -o 02_effects
//   ./02_effects loop.ogg out.flac
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s LOOP OUT\n", arguments[0]), 2;
  try {
    aha::Engine engine = aha::Engine::offline();
    const aha::Sound sound = aha::Sound(engine, arguments[1])
                                 .start_stretch(aha::StretchOptions().speed(0.75f))
                                 .wait();
    aha::Player player(engine, sound);
    player.chain().add(aha::Pitch(engine).set_cents(300));
    player.chain().add(aha::Delay(engine).set_left_ms(250).set_mix(0.5f));
    player.start();
    engine.save(arguments[2]).wait(); // until the last echo is over
    std::printf("%s: %.1f seconds before its echoes\n", arguments[2],
                static_cast<double>(sound.length_frames()) / engine.sample_rate());
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
