"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DistanceCurve(Named):
    """How the gain decreases with the distance d, limited to the range from min to max."""

    #: min / (min + rolloff * (d - min)).
    INVERSE = 0
    #: 1 - rolloff * (d - min) / (max - min), at least 0.
    LINEAR = 1
    #: (d / min) to the power of -rolloff.
    EXPONENTIAL = 2
    #: 1 at any distance.
    NONE = 3
