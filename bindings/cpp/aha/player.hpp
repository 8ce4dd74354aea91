// aha/player.hpp: plays one sound.
#include "../aha.hpp"

#ifndef AHA_PLAYER_HPP
#define AHA_PLAYER_HPP

namespace aha {

class Player : public PlayerCalls {
public:
  using PlayerCalls::PlayerCalls;

  /// Places the player around the listener, or moves it.
  void set_space(const aha_space &space, const aha_ramp &ramp = aha_ramp_init()) const {
    check(aha_player_set_space(get(), &space, &ramp));
  }

  /// Plays without a place in space again; see aha_player_set_space.
  void clear_space(const aha_ramp &ramp = aha_ramp_init()) const {
    check(aha_player_set_space(get(), nullptr, &ramp));
  }
};

} // namespace aha

#endif // AHA_PLAYER_HPP
