"""Analysis: numbers, lists, waveforms, filling in pieces, and jobs."""

from __future__ import annotations

import io
import math
from pathlib import Path

import aha
import numpy as np
import pytest
from conftest import LOOPS

DRUMS = LOOPS / "beats" / "break01.ogg"


def test_a_drum_loop_has_loudness_and_tempo() -> None:
    drums = aha.Analysis(DRUMS)
    info = drums.info
    assert info.tonality == aha.Tonality.read("atonal") and info.channels == 1
    assert -40 < info.loudness_lufs < 0 and -10 < info.true_peak_db < 6
    assert info.tempo_bpm == drums.tempos[0].bpm and 42 <= info.tempo_bpm <= 220
    assert sum(tempo.weight for tempo in drums.tempos) <= 1.000001
    best = drums.loops[0]
    assert (best.begin_frame, best.end_frame) == (0, info.frames) and best.quality > 0.6
    assert repr(drums) == f"<aha.Analysis tempo_bpm={info.tempo_bpm:g} tonality=atonal>"


def test_clicks_have_beats_and_bars() -> None:
    samples, decay = np.zeros(24 * 22_050, np.float32), np.exp(-np.arange(2000) / 300)
    for index in range(44):
        first = 6000 + index * 12_000
        frequency = 0.3 if index % 3 else 0.03
        samples[first:first + 2000] += 0.5 * decay * np.sin(frequency * np.arange(2000))
    found = aha.Analysis.of(samples[:44 * 12_000], 22_050)
    assert (found.info.beats_per_bar, found.info.beat_unit, found.pulses_per_bar) == (3, 4, 3)
    for index, beat in enumerate(found.beats):
        assert abs(beat.frame - 6000 - 12_000 * index) < 300 and abs(beat.bpm - 110.25) < 1
        assert (beat.number, beat.bar) == (index % 3 + 1, index // 3 + 1)
    piece = aha.Piece()
    assert aha.PieceField.TIME_SIGNATURE in found.fill(piece) and piece.time_signature == (3, 4)


def test_silence_has_no_tempo_key_or_loudness() -> None:
    found = aha.Analysis.of(np.zeros(96_000), 48_000)
    info = found.info
    assert info.tempo_bpm is None and found.tempos == [] == found.loops == found.beats
    assert info.beats_per_bar == 0 == info.time_signature_confidence
    assert found.keys == [] == found.chords
    assert info.tonality == aha.Tonality() and info.key_confidence == 0
    assert info.loudness_lufs == info.short_term_lufs == info.true_peak_db == -math.inf
    assert info.leading_silence_frames == 96_000 and info.trailing_silence_frames == 0
    assert found.fill(aha.Piece()) == [aha.PieceField.LENGTH]


def triad(root: int, third: int) -> np.ndarray:
    """Two seconds of a chord with its root in the bass; the root 0 is C."""
    time = np.arange(2 * 22_050) / 22_050
    tones = [root - 12, root, root + third, root + 7]
    return sum(np.sin(2 * np.pi * 261.63 * 2 ** (tone / 12) * time * overtone) / overtone ** 2
               for tone in tones for overtone in (1, 2, 3)) / 10


def test_keys_and_chords_have_frames_and_names() -> None:
    cadence = [(0, 4), (9, 3), (5, 4), (7, 4)]
    found = aha.Analysis.of(np.concatenate([triad(*chord) for chord in 4 * cadence]), 22_050)
    assert [(key.begin_frame, key.end_frame) for key in found.keys] == [(0, found.info.frames)]
    assert found.keys[0].tonality == found.info.tonality == aha.Tonality.read("C major")
    assert found.keys[0].confidence == found.info.key_confidence
    qualities = {4: aha.ChordQuality.MAJOR, 3: aha.ChordQuality.MINOR}
    named = [(chord.root, chord.quality) for chord in found.chords]
    assert named == [(root, qualities[third]) for root, third in 4 * cadence]
    for index, chord in enumerate(found.chords[1:], 1):
        assert abs(chord.begin_frame / 22_050 - 2 * index) < 0.3 and 0.3 < chord.confidence <= 1


def test_an_outline_has_three_columns() -> None:
    samples = np.random.default_rng(3).uniform(-1, 1, (6400, 2)).astype(np.float32)
    found = aha.Analysis.of(samples, 48_000)
    parts, outline = samples[:, 1].reshape(100, 64), found.outline(100, 1)
    assert outline.shape == (100, 3) and np.array_equal(outline[:, 0], parts.min(axis=1))
    assert np.array_equal(outline[:, 1], parts.max(axis=1))


def test_a_job_gives_the_same_analysis_for_each_source() -> None:
    whole = aha.Analysis(DRUMS)
    for source in (DRUMS, DRUMS.read_bytes(), io.BytesIO(DRUMS.read_bytes())):
        found, job = aha.Analysis.start(source)
        assert job.wait(timeout=60) and job.stage == "done"
        assert found.info == whole.info and found.onsets == whole.onsets
        assert job.progress.frames_done == whole.info.frames
    assert aha.Analysis(io.BytesIO(DRUMS.read_bytes())).info == whole.info


def test_a_failed_analysis_names_its_error(tmp_path: Path) -> None:
    found, job = aha.Analysis.start(tmp_path / "missing.wav")
    with pytest.raises(aha.NotFoundError, match="missing.wav"):
        job.wait()
    with pytest.raises(aha.StateError, match="missing.wav"):
        found.info


def test_an_exception_of_the_file_is_the_cause() -> None:
    class Broken(io.BytesIO):
        def readinto(self, room: object) -> int:
            raise ValueError("broken")

    with pytest.raises(aha.Error) as caught:
        aha.Analysis(Broken(DRUMS.read_bytes()))
    assert isinstance(caught.value.__cause__, ValueError)
