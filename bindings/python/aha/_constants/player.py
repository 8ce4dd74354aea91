"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: Endless looping, for aha_player_set_loop_frames.
LOOP_FOREVER = 4294967295


class PlayerState(Named):
    """The playback state of a player."""

    #: Not playing; also for a bad handle. The next start begins at the position.
    STOPPED = 0
    #: Started for a future frame, or waiting for its first data.
    WAITING = 1
    PLAYING = 2
    PAUSED = 3
    #: The sound's end was reached; a start begins again at frame 0.
    ENDED = 4
