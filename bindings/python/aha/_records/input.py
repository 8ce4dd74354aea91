"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class InputStatus(NamedTuple):
    """Status of a live input."""

    #: Frames played.
    frames: int
    #: Times that no data arrived in time and silence was played.
    underruns: int
    #: Times that frames were skipped to catch up after a stall.
    skips: int
    #: Buffered frames: from the newest frame received to the frame being played.
    held_frames: int
    #: Estimated drift of the input's clock in parts per million; positive: fast.
    drift_ppm: float

    @classmethod
    def _of(cls, struct: Any) -> InputStatus:
        return cls(struct.frames, struct.underruns, struct.skips, struct.held_frames,
                   struct.drift_ppm)
