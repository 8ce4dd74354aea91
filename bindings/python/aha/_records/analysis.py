"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..tonality import Tonality


class AnalysisInfo(NamedTuple):
    """The numbers of an analysis."""

    #: Length in frames at the sound's own rate.
    frames: int
    #: Silent frames at the start and at the end: at least 60 dB below the peak. If the whole sound
    #: is silent, all frames are leading ones.
    leading_silence_frames: int
    trailing_silence_frames: int
    #: Integrated loudness in LUFS (EBU R 128); -inf for a sound that is silent or shorter than 0.4
    #: s.
    loudness_lufs: float
    #: Max short-term loudness (3 s) in LUFS; -inf for a sound that is silent or shorter.
    short_term_lufs: float
    #: Loudness range in LU (EBU Tech 3342); 0 for a short sound.
    range_lu: float
    #: True peak in dBTP; -inf for silence.
    true_peak_db: float
    #: Beats per minute, 42 to 220; none if no rhythm was found.
    tempo_bpm: float | None
    #: 0 to 1; lower if half or twice the tempo is also likely.
    tempo_confidence: float
    #: 0 to 1; lower if another key has the same notes, or if the key changes.
    key_confidence: float
    #: Tuning offset from A at 440 Hz, -50 to 50.
    tuning_cents: float
    #: A key: major, natural minor, or since 0.9 dorian, mixolydian, lydian or phrygian; "atonal"
    #: for drums and noise, "unknown" for silence.
    tonality: Tonality
    #: Hz.
    sample_rate: int
    #: 1 or 2; more channels are mixed down to two before the analysis.
    channels: int

    @classmethod
    def _of(cls, struct: Any) -> AnalysisInfo:
        return cls(struct.frames, struct.leading_silence_frames, struct.trailing_silence_frames,
                   struct.loudness_lufs, struct.short_term_lufs, struct.range_lu,
                   struct.true_peak_db, None if not struct.tempo_bpm else struct.tempo_bpm,
                   struct.tempo_confidence, struct.key_confidence, struct.tuning_cents,
                   Tonality._of(struct.tonality), struct.sample_rate, struct.channels)


class TempoCandidate(NamedTuple):
    """A tempo candidate."""

    bpm: float
    #: 0 to 1; the sum over all candidates is at most 1.
    weight: float

    @classmethod
    def _of(cls, struct: Any) -> TempoCandidate:
        return cls(struct.bpm, struct.weight)


class Onset(NamedTuple):
    """An onset: the start of a note or another event."""

    frame: int
    #: Steepness of the rise relative to the surroundings: 0.4 and more.
    strength: float

    @classmethod
    def _of(cls, struct: Any) -> Onset:
        return cls(struct.frame, struct.strength)


class LoopPoints(NamedTuple):
    """A section suitable for looping."""

    begin_frame: int
    #: The frame after the last one.
    end_frame: int
    #: 0 to 1: similarity of the two joined positions.
    quality: float
    #: Step at the jump: distance of the first sample after it from the extrapolation of the samples
    #: before it; 0 if the distance is within the signal's own curvature.
    step: float

    @classmethod
    def _of(cls, struct: Any) -> LoopPoints:
        return cls(struct.begin_frame, struct.end_frame, struct.quality, struct.step)
