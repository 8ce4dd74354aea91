// aha/player.hpp: one sound at one position, with gain, pan and a loop, into one bus.
#ifndef AHA_PLAYER_HPP
#define AHA_PLAYER_HPP

#include "chain.hpp"
#include "sound.hpp"

namespace aha {

class Player : public Handle<aha_player, aha_player_retain, aha_player_release> {
public:
  explicit Player(aha_player *owned) noexcept : Handle(owned) {}
  Player(const Engine &engine, const Sound &sound, BusRef bus = {},
         const aha_player_options &options = aha_player_options_init())
      : Player(made(engine, sound, bus, options)) {}

  void start() const { check(aha_player_start(get())); }
  void start_at_frame(std::uint64_t frame) const { check(aha_player_start_at_frame(get(), frame)); }
  void stop() const { check(aha_player_stop(get())); }
  void stop_at_frame(std::uint64_t frame) const { check(aha_player_stop_at_frame(get(), frame)); }
  void pause() const { check(aha_player_pause(get())); }
  void resume() const { check(aha_player_resume(get())); }
  void seek_frames(std::uint64_t frame) const { check(aha_player_seek_frames(get(), frame)); }

  /// Loops between two frames of the sound; a count of 0 ends looping.
  void set_loop_frames(std::uint64_t begin, std::uint64_t end,
                       std::uint32_t count = AHA_LOOP_FOREVER) const {
    check(aha_player_set_loop_frames(get(), begin, end, count));
  }

  void set_gain_db(float gain_db) const { check(aha_player_set_gain_db(get(), gain_db)); }
  float gain_db() const { return aha_player_gain_db(get()); }
  void set_pan(float pan) const { check(aha_player_set_pan(get(), pan)); }
  float pan() const { return aha_player_pan(get()); }
  void set_bus(BusRef bus) const { check(aha_player_set_bus(get(), bus.get())); }

  /// The effects of the player, before its gain and pan; it lives as long as the player's handle.
  Chain chain() const { return Chain(aha_player_chain(get())); }

  aha_player_state state() const noexcept { return aha_player_get_state(get()); }
  std::uint64_t position_frames() const noexcept { return aha_player_position_frames(get()); }

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
