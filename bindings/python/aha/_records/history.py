"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class Bucket(NamedTuple):
    """Activities in one day, week or month: counts, and durations in milliseconds."""

    number: int
    plays: int
    takes: int
    bounces: int
    drops: int
    play_ms: int
    take_ms: int
    bounce_ms: int
    drop_ms: int

    @classmethod
    def _of(cls, struct: Any) -> Bucket:
        return cls(struct.number, struct.plays, struct.takes, struct.bounces, struct.drops,
                   struct.play_ms, struct.take_ms, struct.bounce_ms, struct.drop_ms)
