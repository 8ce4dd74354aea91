# Migrates C hosts of libaha 0.10 to 0.11: sed -E -i -f from-0.10.sed *.c *.h
# A call must stand on one line, and its arguments may hold one level of parentheses.

# A change has a ramp: NULL is now, over the engine's ramp.
s/\b(aha_player_(start|stop|pause|resume)|aha_recorder_(start|stop))\((([^(),]|\([^()]*\))+)\)/\1(\4, NULL)/g
s/\b(aha_(player|bus)_set_(gain_db|pan)|aha_player_(seek_frames|set_speed|set_reverse|set_space)|aha_bus_set_muted|aha_effect_set_bypassed|aha_engine_set_listener)\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/\1(\5, \7, NULL)/g
s/\baha_effect_set_value\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, NULL)/g

# A moment and a length stand in the ramp. A length of 0 was a jump: it is 1 frame now.
s/\b(aha_(player|recorder)_(start|stop))_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/\1(\4, AHA_AT(\6))/g
s/\baha_player_start_with_velocity\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_start_with_velocity(\1, \3, AHA_AT(\5))/g
s/\baha_player_set_gain_db_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_gain_db(\1, \3, AHA_RAMP(0, \5, \7))/g
s/\baha_player_set_speed_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_speed(\1, \3, AHA_OVER(\5))/g
s/\baha_player_set_speed_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_speed(\1, \3, AHA_RAMP(\7, \5, AHA_FADE_LINEAR))/g
s/\baha_effect_set_value_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, AHA_OVER(\7))/g
s/\baha_effect_set_value_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, AHA_RAMP(\9, \7, AHA_FADE_LINEAR))/g
