"""A key change, as it sounds."""

from __future__ import annotations

import aha
import numpy as np
import pytest

RATE = 48000
NOTES = (0, 3, 7)  # of a minor chord


def chord(root: int) -> np.ndarray:
    """Two seconds of a minor chord in the octave of middle C."""
    time = np.arange(2 * RATE) / RATE
    tones = [440 * 2 ** ((root + note - 9) / 12) for note in NOTES]
    return sum(0.15 * np.sin(2 * np.pi * tone * time) for tone in tones).astype(np.float32)


def pitch_classes(samples: np.ndarray) -> set[int]:
    """The notes of the three highest peaks, at most 15 cents away."""
    middle = samples[len(samples) // 4:-len(samples) // 8]
    spectrum = abs(np.fft.rfft(middle * np.hanning(len(middle)), 1 << 19))
    found: set[int] = set()
    for _ in NOTES:
        peak = int(spectrum.argmax())
        semitone = 12 * np.log2(peak * RATE / (1 << 19) / 440) + 69
        assert abs(semitone - round(semitone)) < 0.15
        found.add(round(semitone) % 12)
        spectrum[max(0, peak - 150):peak + 150] = 0
    return found


def heard(samples: np.ndarray, effect: str, **values: float) -> np.ndarray:
    with aha.Engine.offline(sample_rate=RATE, limiter=False) as engine:
        player = engine.play(engine.sound(samples, RATE))
        player.chain.add(aha.Effect(engine, effect, **values))
        return engine.render(2 * RATE)[:, 0]


@pytest.mark.parametrize("root", [2, 6, 7, 11])
def test_the_pitch_effect_brings_it_there(root: int) -> None:
    piece = aha.Piece(tonality="C minor")
    change = piece.key_change(root)
    assert change and change.tonality == aha.Tonality.read("C minor")._replace(
        root=root, scale=change.tonality.scale)
    assert change.pitch_cents == 100 * change.semitones and -5 <= change.semitones <= 6
    wanted = {(root + note) % 12 for note in NOTES}
    assert pitch_classes(heard(chord(0), "pitch", cents=change.pitch_cents)) == wanted
    assert change.tonality.scale & sum(1 << note for note in wanted) == sum(
        1 << note for note in wanted)


def test_the_tuner_is_set_to_the_new_scale() -> None:
    """What is off key before the change is pulled to the new scale after it."""
    change = aha.Piece(tonality="C minor").key_change(2)
    assert change and (change.tuner_scale, change.tuner_root) == (0x5AD, 2)
    # D minor has E, from which this is 40 cents; C minor has E flat and F.
    time = np.arange(2 * RATE) / RATE
    tone = 0.3 * np.sin(2 * np.pi * 440 * 2 ** ((64.4 - 69) / 12) * time)
    samples = heard(tone.astype(np.float32), "tuner", scale=change.tuner_scale,
                    root=change.tuner_root, speed_ms=0)
    middle = samples[RATE // 2:-RATE // 4]
    peak = abs(np.fft.rfft(middle * np.hanning(len(middle)), 1 << 19)).argmax()
    note = 12 * np.log2(peak * RATE / (1 << 19) / 440) + 69
    assert abs(note - 64) < 0.1


def test_what_has_no_key_has_no_change() -> None:
    assert aha.Piece().key_change(0) is None
    assert aha.Piece(tonality="atonal").key_change(5) is None
    with pytest.raises(aha.InvalidArgumentError, match="12"):
        aha.Piece(tonality="C").key_change(12)
    with pytest.raises(aha.PieceError):
        aha.Piece(tonality=aha.Tonality(aha.TonalityMode.TONAL, 2, 0)).key_change(5)
