"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Unit(Named):
    """What a parameter is measured in."""

    NONE = 0
    HERTZ = 1
    CENTS = 2
    DECIBELS = 3
    MILLISECONDS = 4
    SECONDS = 5
    #: A number of the parameter's choices.
    CHOICE = 6
    #: Non-zero is on.
    TOGGLE = 7
    #: A set of flags, the lowest bit first.
    FLAGS = 8


class Curve(Named):
    """How a parameter is spread over a knob, and the line along which it moves."""

    LINEAR = 0
    #: Equal steps are equal ratios.
    LOGARITHMIC = 1
    #: Whole numbers; it jumps.
    STEPPED = 2


class Waveform(Named):
    """What a modulator's value does over time."""

    #: A random value, held until the next one.
    RANDOM = 0
    SINE = 1
    TRIANGLE = 2
