"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class SendPoint(Named):
    """Where a send takes the sound."""

    #: After gain, pan and mute of the bus.
    AFTER_FADER = 0
    #: After the effects of the bus, before gain, pan and mute.
    BEFORE_FADER = 1
