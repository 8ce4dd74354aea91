"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Scope(Named):
    """What of a project is played or bounced."""

    EVERYTHING = 0
    #: One track with its effects, without those of buses.
    TRACK = 1
    #: All that goes through a bus, with its effects.
    BUS = 2
