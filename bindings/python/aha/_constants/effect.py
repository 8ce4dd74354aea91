"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Unit(Named):
    """The unit of a parameter."""

    NONE = 0
    HERTZ = 1
    CENTS = 2
    DECIBELS = 3
    MILLISECONDS = 4
    SECONDS = 5
    #: The index of one of the parameter's choices.
    CHOICE = 6
    #: Any number but 0 is on.
    TOGGLE = 7
    #: A bit mask, the lowest bit first.
    FLAGS = 8


class Curve(Named):
    """How a parameter's range maps to a control, and the curve of its ramps."""

    LINEAR = 0
    #: Equal steps are equal ratios.
    LOGARITHMIC = 1
    #: Whole numbers; changes are immediate.
    STEPPED = 2


class Waveform(Named):
    """The shape of a modulator over time."""

    #: A random value, held until the next one.
    RANDOM = 0
    SINE = 1
    TRIANGLE = 2
