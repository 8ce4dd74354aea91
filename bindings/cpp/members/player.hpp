// Members of aha::Player; scripts/generate puts them into its class.

  /// Places the player around the listener, or moves it.
  void set_space(const aha_space &space, const aha_ramp &ramp = aha_ramp_init()) {
    check(aha_player_set_space(get(), &space, &ramp));
  }

  /// Plays without a place in space again; see aha_player_set_space.
  void clear_space(const aha_ramp &ramp = aha_ramp_init()) {
    check(aha_player_set_space(get(), nullptr, &ramp));
  }
