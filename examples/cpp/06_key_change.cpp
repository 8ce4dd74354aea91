// 06_key_change: reads a piece's key from its tags, and plays it and a tuned voice in another key.
//   c++ -std=c++17 06_key_change.cpp $(pkg-config --cflags --libs aha) -o 06_key_change
//   ./06_key_change piece.flac C out.flac [voice.flac]
#include <aha.hpp>
#include <cstdio>

static aha::Player play(const aha::Engine &engine, const char *path, const aha::Effect &effect) {
  aha::Player player(engine, aha::Sound(engine, path));
  player.chain().add(effect);
  player.start();
  return player; // plays as long as an owner exists
}

int main(int count, char **arguments) {
  if (count < 4) return std::fprintf(stderr, "usage: %s PIECE NOTE OUT [VOICE]\n", *arguments), 2;
  try {
    const aha::Piece piece = aha::Piece::load_tags(arguments[1]);
    const auto change = piece.key_change(aha::Tonality(std::string(arguments[2])).get().root);
    if (!change) return std::fprintf(stderr, "%s has no key\n", arguments[1]), 1;
    std::printf("%+d semitones to %s\n", static_cast<int>(change->semitones),
                aha::Tonality(change->tonality).text().c_str());
    aha::Engine engine = aha::Engine::offline();
    const aha::Player sound =
        play(engine, arguments[1], aha::Pitch(engine).set_cents(change->pitch_cents));
    aha::Tuner::Values tuned;
    tuned.scale = static_cast<std::uint32_t>(change->tuner_scale);
    tuned.root = static_cast<aha::Tuner::Root>(change->tuner_root);
    std::optional<aha::Player> voice;
    if (count > 4) voice = play(engine, arguments[4], aha::Tuner(engine, tuned));
    engine.save(arguments[3]).wait();
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
