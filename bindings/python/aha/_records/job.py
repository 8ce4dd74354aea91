"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class Progress(NamedTuple):
    """How far a job is."""

    #: 0 to 1; None while the whole is not known.
    fraction: float | None
    #: Frames (loading, rendering) done so far, and in all; total is 0 while not known.
    frames_done: int
    frames_total: int
    #: Bytes read or written so far.
    bytes_done: int
    #: How long it has been working, in microseconds; 0 while it waits.
    elapsed_us: int
    #: How much longer it takes if it goes on like that; None while nobody can tell.
    remaining_us: int | None

    @classmethod
    def _of(cls, struct: Any) -> Progress:
        return cls(None if struct.fraction < 0 else struct.fraction, struct.frames_done,
                   struct.frames_total, struct.bytes_done, struct.elapsed_us, None if
                   struct.remaining_us < 0 else struct.remaining_us)
