"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class ProjectSettings(NamedTuple):
    """What holds for a whole project."""

    #: 1 to 1000; 0 to aha_project_set_settings: as it is, as for all below.
    tempo_bpm: float
    #: 1 to 64.
    beats_per_bar: int
    #: 4 is a quarter note; 1, 2, 4, 8, 16 or 32.
    beat_unit: int
    #: What it is bounced at when nothing else is said, 8000 to 192000 Hz.
    sample_rate: int

    @classmethod
    def _of(cls, struct: Any) -> ProjectSettings:
        return cls(struct.tempo_bpm, struct.beats_per_bar, struct.beat_unit, struct.sample_rate)
