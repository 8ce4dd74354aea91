"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: Loops without end: for aha_player_set_loop_frames.
LOOP_FOREVER = 4294967295


class PlayerState(Named):
    """What a player does."""

    #: Not playing; also for a bad handle. The next start begins at the position.
    STOPPED = 0
    #: Started for a frame that is still to come, or waiting for its first data.
    WAITING = 1
    PLAYING = 2
    PAUSED = 3
    #: The sound's end was reached; a start begins anew.
    ENDED = 4
