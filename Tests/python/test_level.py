"""Files at a loudness or a peak, against scipy's filters and oversampling."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
import soundfile
from scipy import signal

RATE = 48000


def program(channels: int = 2) -> np.ndarray:
    """Six seconds of pink-like noise with a loud beginning."""
    noise = np.random.default_rng(3).standard_normal((6 * RATE, channels))
    array = signal.lfilter([0.05], [1, -0.95], noise, axis=0)
    array[:20] = 0.4
    return (array * np.linspace(1, 0.3, len(array))[:, None] * 0.3).astype(np.float32)


def loudness(array: np.ndarray) -> float:
    """Integrated loudness of ITU-R BS.1770-4, at 48 kHz."""
    shelf = ([1.53512485958697, -2.69169618940638, 1.19839281085285],
             [1, -1.69065929318241, 0.73248077421585])
    high = ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621])
    weighted = signal.lfilter(*high, signal.lfilter(*shelf, array, axis=0), axis=0)
    power = np.array([(weighted[start:start + 19200] ** 2).mean(0).sum()
                      for start in range(0, len(array) - 19199, 4800)])
    power = power[power > 10 ** ((-70 + 0.691) / 10)]
    gate = -0.691 + 10 * np.log10(power.mean()) - 10
    return float(-0.691 + 10 * np.log10(power[power > 10 ** ((gate + 0.691) / 10)].mean()))


def true_peak(array: np.ndarray) -> float:
    return float(20 * np.log10(np.abs(signal.resample_poly(array, 8, 1, axis=0)).max()))


def saved(path: Path, array: np.ndarray, whole: bool = False, **options: Any) -> np.ndarray:
    """What an engine, or with ``whole`` the sound itself, saves."""
    with aha.Engine.offline(sample_rate=RATE, channels=array.shape[1]) as engine:
        sound = engine.sound(array, RATE)
        if not whole:
            engine.play(sound).start(over=1)
        maker, length = (sound, {}) if whole else (engine, {"frames": len(array)})
        maker.save(path, encoding="float_32", **length, **options).wait()
    return soundfile.read(path, dtype="float32", always_2d=True)[0]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("target, channels", [(-30, 1), (-23, 2), (-13, 2)])
def test_a_file_has_the_loudness_and_the_ceiling(tmp_path: Path, whole: bool, target: float,
                                                 channels: int) -> None:
    written = saved(tmp_path / "out.wav", program(channels), whole, loudness_lufs=target,
                    ceiling_db=-2)
    assert len(written) == 6 * RATE and loudness(written) == pytest.approx(target, abs=0.1)
    assert true_peak(written) < -1.9


def test_mono_is_measured_as_mono(tmp_path: Path) -> None:
    written = saved(tmp_path / "out.wav", program(2), True, loudness_lufs=-20, channels=1)
    assert written.shape[1] == 1 and loudness(written) == pytest.approx(-20, abs=0.1)


@pytest.mark.parametrize("options", [{"peak_db": -6}, {"loudness_lufs": -30}])
def test_gain_alone_changes_no_shape(tmp_path: Path, options: dict[str, float]) -> None:
    array = program()
    written = saved(tmp_path / "out.wav", array, True, **options)
    gain = (written.astype(float) * array).sum() / (array.astype(float) ** 2).sum()
    assert np.abs(written - gain * array).max() < 1e-7
    if "peak_db" in options:
        assert true_peak(written) == pytest.approx(-6, abs=0.1)


def test_a_limited_file_is_in_time(tmp_path: Path) -> None:
    array = program()
    written = saved(tmp_path / "out.wav", array, True, loudness_lufs=-13)
    quiet = slice(5 * RATE, 6 * RATE)
    gain = np.median(written[quiet] / np.where(array[quiet] == 0, 1, array[quiet]))
    assert np.abs(written[quiet] - gain * array[quiet]).max() < 1e-4


@pytest.mark.parametrize("options, error", [
    ({"loudness_lufs": 1}, aha.InvalidArgumentError),
    ({"loudness_lufs": float("nan")}, aha.InvalidArgumentError),
    ({"peak_db": 0.1}, aha.InvalidArgumentError), ({"ceiling_db": -21}, aha.InvalidArgumentError),
    ({"loudness_lufs": -20, "peak_db": -1}, aha.InvalidArgumentError),
    ({"loudness_lufs": -0.5}, aha.UnsupportedError)])
def test_targets_out_of_reach_are_refused(tmp_path: Path, options: dict[str, float],
                                          error: type[Exception]) -> None:
    with pytest.raises(error):
        saved(tmp_path / "out.wav", program(), True, **options)
    assert not list(tmp_path.iterdir())


def test_silence_has_no_level(tmp_path: Path) -> None:
    for options in ({"loudness_lufs": -20}, {"peak_db": -1}):
        with pytest.raises(aha.EmptyError):
            saved(tmp_path / "out.wav", np.zeros((RATE, 2), np.float32), True, **options)
    with pytest.raises(aha.EmptyError, match="too short"):
        saved(tmp_path / "out.wav", program()[:1000], True, loudness_lufs=-20)
