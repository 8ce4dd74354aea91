"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class TonalityMode(Named):
    """Whether music has a key."""

    #: Nobody knows.
    UNKNOWN = 0
    #: It has none, as drums.
    ATONAL = 1
    #: It has a scale and a root.
    TONAL = 2


class TonalityText(Named):
    """A way to write a tonality."""

    #: As in "F# minor" and "D dorian"; "unknown", "atonal"; "D exotic" where a scale has no name.
    NAME = 0
    #: The major key that has these notes, whatever the root, else "Exotic"; "" when it is no key.
    LABEL = 1
    #: As in tags: "F#m", "C", "o" for atonal; "" unless major or minor.
    SHORT = 2
    #: As on the Camelot wheel: "8A" for A minor; "" unless major or minor.
    CAMELOT = 3
    #: As in Open Key: "1m" for A minor; "" unless major or minor.
    OPEN_KEY = 4


class Relation(Named):
    """How another key relates to one."""

    #: The minor key with the same signature, or the major one; of major and minor keys only.
    RELATIVE = 0
    #: The minor key on the same root, or the major one; of major and minor keys only.
    PARALLEL = 1
    #: The same scale a fifth higher.
    DOMINANT = 2
