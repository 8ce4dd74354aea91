"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class TonalityMode(Named):
    """Whether music has a key."""

    #: Unknown.
    UNKNOWN = 0
    #: No key, as for drums.
    ATONAL = 1
    #: A key with a scale and a root.
    TONAL = 2


class TonalityText(Named):
    """A text form of a tonality."""

    #: As in "F# minor" and "D dorian"; "unknown", "atonal"; "D exotic" for a scale without a name.
    NAME = 0
    #: The major key with the same notes, for any root, else "Exotic"; "" unless tonal.
    LABEL = 1
    #: As in tags: "F#m", "C", "o" for atonal; "" unless major or minor.
    SHORT = 2
    #: As on the Camelot wheel: "8A" for A minor; "" unless major or minor.
    CAMELOT = 3
    #: As in Open Key: "1m" for A minor; "" unless major or minor.
    OPEN_KEY = 4


class Relation(Named):
    """The relation between two keys."""

    #: The minor or major key with the same signature; for major and minor keys only.
    RELATIVE = 0
    #: The minor or major key on the same root; for major and minor keys only.
    PARALLEL = 1
    #: The same scale a fifth higher.
    DOMINANT = 2
