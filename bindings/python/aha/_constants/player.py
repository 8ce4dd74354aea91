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


class SpeedQuality(Named):
    """How a player interpolates at other speeds than 1."""

    #: Lowpass filter whose cutoff follows the speed: images and aliases below -90 dB up to 0.8
    #: times the Nyquist frequency.
    GOOD = 0
    #: Cubic interpolation: cheap, without a filter against aliases.
    FAST = 1


class FadeShape(Named):
    """The curve of a fade. A falling fade is the mirror image of a rising one."""

    LINEAR = 0
    #: A quarter of a sine: two fades that cross keep their power.
    EQUAL_POWER = 1
    #: Equal decibels in equal times, over 60 dB at most.
    EXPONENTIAL = 2
    #: Slow at both ends: along t * t * (3 - 2 * t).
    SMOOTH = 3


class PointClock(Named):
    """The clock of a point's frame."""

    #: Positions of the engine's timeline, which an aha_session moves.
    TIMELINE = 0
    #: Frames of the engine; see aha_engine_position_frames.
    ENGINE = 1
