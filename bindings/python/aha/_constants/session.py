"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Scope(Named):
    """The part of a project to play or bounce."""

    EVERYTHING = 0
    #: One track with its effects, without those of buses.
    TRACK = 1
    #: Everything that a bus mixes, with its effects.
    BUS = 2
