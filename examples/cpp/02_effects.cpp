// 02_effects: a loop, higher and through an echo, at three quarters of its speed.
//   c++ -std=c++17 02_effects.cpp $(pkg-config --cflags --libs aha) -o 02_effects
//   ./02_effects loop.ogg out.flac
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s LOOP OUT\n", arguments[0]), 2;
  try {
    aha::Engine engine;
    aha_stretch_options slower = aha_stretch_options_init();
    slower.speed = 0.75f;
    auto [sound, job] = aha::Sound(engine, arguments[1]).start_stretch(slower);
    job.wait();
    aha::Player player(engine, sound);
    aha::Pitch pitch(engine);
    pitch.set_cents(300);
    aha::Delay delay(engine);
    delay.set_left_ms(250);
    delay.set_mix(0.5f);
    player.chain().add(pitch);
    player.chain().add(delay);
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
