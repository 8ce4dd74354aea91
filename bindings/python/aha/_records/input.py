"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class InputStatus(NamedTuple):
    """How a live input does."""

    #: Frames that were heard.
    frames: int
    #: Times that nothing had come in time; silence was heard.
    underruns: int
    #: Times that it was so far behind that something was left out, after a stall.
    skips: int
    #: Frames from the newest that came to the one that is heard.
    held_frames: int
    #: By how much the input's clock is fast, in millionths, as far as that is known.
    drift_ppm: float

    @classmethod
    def _of(cls, struct: Any) -> InputStatus:
        return cls(struct.frames, struct.underruns, struct.skips, struct.held_frames,
                   struct.drift_ppm)
