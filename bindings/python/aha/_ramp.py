"""The moment and the length of a change, in the form of C."""

from __future__ import annotations

from . import _structs
from ._arguments import unsigned64
from ._constants.ramp import FadeShape


def ramp_of(at: int | None, over: int | None,
            curve: FadeShape | str = FadeShape.LINEAR) -> _structs.Ramp | None:
    """aha_ramp; None, for C's NULL, is now and over the default ramp. A change over 0 frames is one
    frame long."""
    if at is None and over is None:
        return None
    frames = 0 if over is None else max(1, unsigned64("over", over))
    return _structs.Ramp(at_frame=unsigned64("at", at or 0), frames=frames,
                         curve=FadeShape.of(curve))
