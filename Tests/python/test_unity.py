"""An offline engine changes no sample that the host did not ask to change: nulls against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import aha
import numpy as np
import pytest
import soundfile

RATE = 48000
FRAMES = 20000
#: Peak of the difference, of full scale: -140 dB.
NULL = 1e-7


def noise(channels: int, seed: int = 1) -> np.ndarray:
    """Noise up to full scale. It begins with silence, so that no ramp begins it."""
    made = np.random.default_rng(seed).uniform(-1, 1, (FRAMES, channels)).astype(np.float32)
    made[:16] = 0
    return made


def rendered(array: np.ndarray, *, channels: int = 2, law: str | aha.PanLaw = "pan_0_db",
             **play: float) -> np.ndarray:
    with aha.Engine.offline(sample_rate=RATE, channels=channels, pan_law=law) as engine:
        engine.play(engine.sound(array, RATE), **play)
        return np.asarray(engine.render(FRAMES))


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2)])
def test_a_render_is_the_sound_bit_for_bit(shape: tuple[int, int]) -> None:
    array = noise(shape[0])
    assert np.array_equal(rendered(array, channels=shape[1]),
                          np.broadcast_to(array, (FRAMES, shape[1])))


def test_stereo_in_mono_is_half_the_sum() -> None:
    array = noise(2)
    assert np.abs(rendered(array, channels=1)[:, 0] - array.mean(1)).max() < NULL


def test_tracks_add_up_over_full_scale() -> None:
    arrays = [noise(1, seed) for seed in range(1, 5)]
    with aha.Engine.offline(sample_rate=RATE) as engine:
        for array in arrays:
            engine.play(engine.sound(array, RATE), gain_db=-3)
        mix = np.asarray(engine.render(FRAMES))
    expected = sum(arrays).astype(float) * 10 ** (-3 / 20)
    assert np.abs(expected).max() > 2 and np.std(mix - expected) < NULL * np.std(expected)


LAWS: dict[str, Callable[[float], tuple[float, float]]] = {
    "pan_0_db": lambda pan: (np.cos(max(0, pan) * np.pi / 2), np.cos(max(0, -pan) * np.pi / 2)),
    "pan_3_db": lambda pan: (np.cos((pan + 1) * np.pi / 4), np.sin((pan + 1) * np.pi / 4)),
    "pan_6_db": lambda pan: ((1 - pan) / 2, (1 + pan) / 2)}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("pan", [-1, -0.3, 0, 0.5, 1])
def test_a_pan_law_is_its_formula(law: str, pan: float) -> None:
    mono, stereo, factors = noise(1), noise(2), np.array(LAWS[law](pan))
    assert np.abs(rendered(mono, law=law, pan=pan) - mono * factors).max() < NULL
    balance = factors / LAWS[law](0)[0]
    assert np.abs(rendered(stereo, law=law, pan=pan) - stereo * balance).max() < 2 * NULL


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_saved_file_has_the_samples_and_the_asked_channels(tmp_path: Path, count: int) -> None:
    array, path = noise(1), tmp_path / "out.wav"
    with aha.Engine.offline(sample_rate=RATE) as engine:
        sound = engine.sound(array, RATE)
        sound.save(path, encoding="float_32", channels=count).wait()
        read, _ = soundfile.read(path, dtype="float32", always_2d=True)
        assert np.array_equal(read, np.broadcast_to(array, (FRAMES, count or 1)))
        engine.play(sound)
        engine.save(path, encoding="float_32", channels=count, frames=FRAMES).wait()
    read, _ = soundfile.read(path, dtype="float32", always_2d=True)
    assert np.array_equal(read, np.broadcast_to(array, (FRAMES, count or 2)))


def test_other_counts_of_channels_are_refused(engine: aha.Engine, tmp_path: Path) -> None:
    with pytest.raises(aha.UnsupportedError, match="channels"):
        engine.save(tmp_path / "out.wav", frames=1, channels=3)
    with pytest.raises(aha.InvalidArgumentError, match="channels"):
        engine.save(tmp_path / "out.wav", frames=1, channels=33)


def test_an_offline_engine_has_a_limiter_only_if_asked() -> None:
    with aha.Engine.offline() as engine, pytest.raises(aha.StateError):
        _ = engine.limiter
    with aha.Engine.offline(limiter=True) as engine:
        assert engine.limiter.ceiling_db == -1
