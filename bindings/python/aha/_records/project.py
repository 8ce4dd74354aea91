"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class ProjectSettings(NamedTuple):
    """Settings of a whole project."""

    #: 1 to 1000. In aha_project_set_settings, 0 keeps the value, as in all fields below.
    tempo_bpm: float
    #: 1 to 64.
    beats_per_bar: int
    #: 4 is a quarter note; 1, 2, 4, 8, 16 or 32.
    beat_unit: int
    #: Default sample rate of bounces, 8000 to 192000 Hz.
    sample_rate: int

    @classmethod
    def _of(cls, struct: Any) -> ProjectSettings:
        return cls(struct.tempo_bpm, struct.beats_per_bar, struct.beat_unit, struct.sample_rate)
