"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class LaneMode(Named):
    """What a lane does while its project plays."""

    #: Nothing.
    OFF = 0
    #: It moves the parameter.
    READ = 1
    #: The same; while the host moves the parameter, that is heard and recorded, until the host lets
    #: go of it: aha_session_release_parameter.
    TOUCH = 2
    #: The same, until playing stops.
    LATCH = 3
    #: What the parameter is set to is recorded for as long as it plays.
    WRITE = 4


class PointCurve(Named):
    """The way from a point's value to that of the next."""

    #: The value stays until the next point.
    STEP = 0
    LINEAR = 1
    #: Equal ratios in equal times; linear where the two values differ in sign, or one is 0.
    EXPONENTIAL = 2
    #: Slow at both ends: along t * t * (3 - 2 * t).
    SMOOTH = 3
