"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named, Scale


class Activity(Named):
    """What is counted."""

    PLAY = 1
    TAKE = 2
    BOUNCE = 3
    DROP = 4


class TimeScale(Scale):
    """How time is cut into pieces. Each has a number; 0 is the one that 1970-01-01 is in."""

    DAY = 0
    #: From Monday to Sunday (ISO 8601).
    WEEK = 1
    MONTH = 2
