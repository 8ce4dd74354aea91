"""Levels and channels of offline engines and of saved files."""

from __future__ import annotations

from pathlib import Path

import aha
import numpy as np
import pytest
import soundfile

RATE = 48000
FRAMES = 20000


def noise() -> np.ndarray:
    """Noise up to full scale. It begins with silence, so that no ramp begins it."""
    made = np.random.default_rng(1).uniform(-1, 1, (FRAMES, 1)).astype(np.float32)
    made[:16] = 0
    return made


@pytest.mark.parametrize("law, center", [("pan_0_db", 1), ("pan_3_db", 0.5 ** 0.5),
                                         (aha.PanLaw.PAN_6_DB, 0.5)])
def test_an_engine_has_its_pan_law(law: str | aha.PanLaw, center: float) -> None:
    with aha.Engine.offline(sample_rate=RATE, pan_law=law) as engine:
        engine.play(engine.sound(noise(), RATE))
        assert np.abs(np.asarray(engine.render(FRAMES)) - noise() * center).max() < 1e-7


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_saved_file_has_the_samples_and_the_asked_channels(tmp_path: Path, count: int) -> None:
    array, path = noise(), tmp_path / "out.wav"
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
