"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class Progress(NamedTuple):
    """Progress of a job."""

    #: 0 to 1; none while the total is unknown.
    fraction: float | None
    #: Frames (loading, rendering) done so far, and in total; the total is 0 while it is unknown.
    frames_done: int
    frames_total: int
    #: Bytes read or written so far.
    bytes_done: int
    #: Running time in microseconds; 0 while the job waits to start.
    elapsed_us: int
    #: Estimated remaining time in microseconds; none while it is unknown.
    remaining_us: int | None

    @classmethod
    def _of(cls, struct: Any) -> Progress:
        return cls(None if struct.fraction < 0 else struct.fraction, struct.frames_done,
                   struct.frames_total, struct.bytes_done, struct.elapsed_us, None if
                   struct.remaining_us < 0 else struct.remaining_us)
