"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class Meter(NamedTuple):
    """The level of a bus after its gain, pan and mute."""

    #: Max absolute sample since the last reading; 1 is full scale.
    peak_left: float
    peak_right: float
    #: Root mean square over about the last 300 ms.
    rms_left: float
    rms_right: float

    @classmethod
    def _of(cls, struct: Any) -> Meter:
        return cls(struct.peak_left, struct.peak_right, struct.rms_left, struct.rms_right)
