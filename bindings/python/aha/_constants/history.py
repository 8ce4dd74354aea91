"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named, Scale


class Activity(Named):
    """The kind of a recorded activity."""

    PLAY = 1
    TAKE = 2
    BOUNCE = 3
    DROP = 4


class TimeScale(Scale):
    """The length of a period. Periods are numbered; period 0 contains 1970-01-01."""

    DAY = 0
    #: From Monday to Sunday (ISO 8601).
    WEEK = 1
    MONTH = 2
