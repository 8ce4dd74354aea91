"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class EngineStats(NamedTuple):
    """Counters of an engine since its creation."""

    #: Frames rendered.
    frames: int
    #: Players that are audible now, including those that fade out to pause or stop.
    active_players: int
    #: Number of times a streamed sound had no data in time.
    underruns: int
    #: NaN or infinite samples that were replaced with silence.
    nonfinite_samples: int
    #: Events that were dropped because the queue was full.
    lost_events: int
    #: aha_engine_render calls that returned silence because another render was in progress.
    refused_renders: int
    #: One-shots that are mixed now.
    heard_one_shots: int
    #: One-shots that are virtual now, also choked ones that have not ended.
    virtual_one_shots: int

    @classmethod
    def _of(cls, struct: Any) -> EngineStats:
        return cls(struct.frames, struct.active_players, struct.underruns, struct.nonfinite_samples,
                   struct.lost_events, struct.refused_renders, struct.heard_one_shots,
                   struct.virtual_one_shots)
