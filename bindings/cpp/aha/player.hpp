// aha/player.hpp: one sound at one position, with gain, pan and a loop, into one bus.
#ifndef AHA_PLAYER_HPP
#define AHA_PLAYER_HPP

#include "calls.hpp"
#include "chain.hpp"
#include "sound.hpp"

namespace aha {

class Player : public Handle<aha_player, aha_player_retain, aha_player_release>,
               public PlayerCalls<Player> {
public:
  explicit Player(aha_player *owned) noexcept : Handle(owned) {}
  Player(const Engine &engine, const Sound &sound, BusRef bus = {},
         const aha_player_options &options = aha_player_options_init())
      : Player(made(engine, sound, bus, options)) {}

  /// Loops between two frames of the sound; a count of 0 ends looping.
  void set_loop_frames(std::uint64_t begin, std::uint64_t end,
                       std::uint32_t count = AHA_LOOP_FOREVER) const {
    check(aha_player_set_loop_frames(get(), begin, end, count));
  }

  void set_bus(BusRef bus) const { check(aha_player_set_bus(get(), bus.get())); }

  /// The effects of the player, before its gain and pan; it lives as long as the player's handle.
  Chain chain() const { return Chain(aha_player_chain(get())); }

private:
  static aha_player *made(const Engine &engine, const Sound &sound, BusRef bus,
                          const aha_player_options &options) {
    aha_player *player = nullptr;
    check(aha_player_create(engine.get(), sound.get(), bus.get(), &options, &player));
    return player;
  }
};

} // namespace aha

#endif // AHA_PLAYER_HPP
