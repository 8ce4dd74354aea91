"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..tonality import Tonality


class AnalysisInfo(NamedTuple):
    """The numbers of an analysis."""

    #: Length in frames at the sound's own rate.
    frames: int
    #: Frames before the first and after the last that is less than 60 dB below the highest; all are
    #: leading ones where nothing sounds.
    leading_silence_frames: int
    trailing_silence_frames: int
    #: Integrated loudness in LUFS, as EBU R 128 has it; -inf for what is silent or shorter than 0.4
    #: s.
    loudness_lufs: float
    #: The loudest three seconds in LUFS; -inf for what is silent or shorter.
    short_term_lufs: float
    #: How much loudness changes, in LU (EBU Tech 3342); 0 for what is short.
    range_lu: float
    #: The highest point of the waveform between its samples, in dBTP; -inf for silence.
    true_peak_db: float
    #: Beats a minute, 42 to 220; None where nothing repeats.
    tempo_bpm: float | None
    #: 0 to 1; less where half or twice the tempo is likely too.
    tempo_confidence: float
    #: 0 to 1; less where another key has the same notes, and where the key changes.
    key_confidence: float
    #: How far it is tuned from A at 440 Hz, -50 to 50.
    tuning_cents: float
    #: A key: major, natural minor, or since 0.9 dorian, mixolydian, lydian or phrygian; "atonal"
    #: for drums and noise, "unknown" for silence.
    tonality: Tonality
    #: Hz.
    sample_rate: int
    #: 1 or 2: more are folded down to two before they are listened to.
    channels: int

    @classmethod
    def _of(cls, struct: Any) -> AnalysisInfo:
        return cls(struct.frames, struct.leading_silence_frames, struct.trailing_silence_frames,
                   struct.loudness_lufs, struct.short_term_lufs, struct.range_lu,
                   struct.true_peak_db, None if not struct.tempo_bpm else struct.tempo_bpm,
                   struct.tempo_confidence, struct.key_confidence, struct.tuning_cents,
                   Tonality._of(struct.tonality), struct.sample_rate, struct.channels)


class TempoCandidate(NamedTuple):
    """A tempo that it could have."""

    bpm: float
    #: 0 to 1; those of all together are at most 1.
    weight: float

    @classmethod
    def _of(cls, struct: Any) -> TempoCandidate:
        return cls(struct.bpm, struct.weight)


class Onset(NamedTuple):
    """Where something begins to sound."""

    frame: int
    #: How much steeper it rises than what is around it: 0.4 and more.
    strength: float

    @classmethod
    def _of(cls, struct: Any) -> Onset:
        return cls(struct.frame, struct.strength)


class LoopPoints(NamedTuple):
    """A stretch that can go round."""

    begin_frame: int
    #: The frame after its last.
    end_frame: int
    #: 0 to 1: how like each other the places are that are joined.
    quality: float
    #: How far the first sample after the jump is from where the last ones were heading; 0 where
    #: that is no more than they bend anyway.
    step: float

    @classmethod
    def _of(cls, struct: Any) -> LoopPoints:
        return cls(struct.begin_frame, struct.end_frame, struct.quality, struct.step)
