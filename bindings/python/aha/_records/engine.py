"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class EngineStats(NamedTuple):
    """What an engine counted since it was made."""

    #: Frames rendered.
    frames: int
    #: Players that are heard now, pausing and stopping ones included.
    active_players: int
    #: Times a streamed sound had no data in time.
    underruns: int
    #: Samples that were NaN or infinite and became silence.
    nonfinite_samples: int
    #: Events that were lost because nobody took them.
    lost_events: int
    #: aha_engine_render calls that found another one under way and gave silence.
    refused_renders: int

    @classmethod
    def _of(cls, struct: Any) -> EngineStats:
        return cls(struct.frames, struct.active_players, struct.underruns, struct.nonfinite_samples,
                   struct.lost_events, struct.refused_renders)
