"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class LaneMode(Named):
    """The automation mode of a lane during playback."""

    #: Nothing.
    OFF = 0
    #: The lane changes the parameter.
    READ = 1
    #: Like read; while the host changes the parameter, its changes are audible and recorded, until
    #: aha_session_release_parameter or aha_session_release_track_speed.
    TOUCH = 2
    #: Like touch, until playback stops.
    LATCH = 3
    #: The parameter's value is recorded during the whole playback.
    WRITE = 4


class TrackParameter(Named):
    """A parameter of tracks."""

    #: The speed, 0.05 to 16. Positions in the sound follow from the lane: a start in the middle of
    #: the track begins where playback from its start would be.
    SPEED = 1


class PointCurve(Named):
    """The curve from a point's value to the next one's."""

    #: The value stays until the next point.
    STEP = 0
    LINEAR = 1
    #: Equal ratios in equal times; linear if the two values differ in sign, or one is 0.
    EXPONENTIAL = 2
    #: Slow at both ends: along t * t * (3 - 2 * t).
    SMOOTH = 3
