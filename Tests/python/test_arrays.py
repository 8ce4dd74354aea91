"""Samples in and out as NumPy arrays."""

from __future__ import annotations

import array
from typing import Any

import aha
import numpy as np
import pytest
from conftest import constant, sine

SINE = sine(1000)
STEREO = np.stack([SINE, -SINE], axis=1)


def through(engine: aha.Engine, samples: Any, channels: Any = None) -> Any:
    """Reads the samples back from a sound, at the engine's own sample rate."""
    return engine.sound(samples, engine.sample_rate, channels).read()


@pytest.mark.parametrize("dtype", ["f2", "f4", ">f4", "f8", ">f8", "g"])
def test_floats_go_through(engine: aha.Engine, dtype: str) -> None:
    given = STEREO.astype(dtype)
    got = through(engine, given)
    assert got.dtype == np.float32 and got.shape == (1000, 2)
    np.testing.assert_array_equal(got, given.astype(np.float32))


@pytest.mark.parametrize("dtype", ["i2", ">i2", "i4", ">i4"])
def test_integers_are_scaled(engine: aha.Engine, dtype: str) -> None:
    limits = np.iinfo(dtype)
    got = through(engine, np.array([limits.min, limits.min // 2, 0, limits.max], dtype))
    np.testing.assert_allclose(got[:, 0], [-1, -0.5, 0, 1], atol=1 / -limits.min)
    assert got[0, 0] == -1.0 and got[1, 0] == -0.5


@pytest.mark.parametrize("samples", [
    SINE, SINE[:, None], SINE.tolist(), np.repeat(SINE, 2)[::2], SINE[::-1][::-1],
    np.frombuffer(SINE.tobytes(), np.float32), array.array("f", SINE), array.array("d", SINE),
    memoryview(SINE.tobytes()).cast("f"),
], ids=["flat", "column", "list", "strided", "reversed", "readonly", "array f", "array d", "view"])
def test_mono_is_accepted_of_any_kind(engine: aha.Engine, samples: Any) -> None:
    got = through(engine, samples)
    assert got.shape == (1000, 1)
    np.testing.assert_array_equal(got[:, 0], SINE)


@pytest.mark.parametrize("samples", [
    STEREO, np.asfortranarray(STEREO), np.repeat(STEREO, 3, axis=0)[::3],
    np.stack([SINE, -SINE]).T, np.concatenate([STEREO, STEREO], axis=1)[:, 2:],
], ids=["plain", "fortran", "strided", "transposed", "columns"])
def test_stereo_is_accepted_in_any_layout(engine: aha.Engine, samples: Any) -> None:
    np.testing.assert_array_equal(through(engine, samples), STEREO)


def test_one_dimension_can_be_interleaved(engine: aha.Engine) -> None:
    np.testing.assert_array_equal(through(engine, STEREO.reshape(-1), channels=2), STEREO)


def test_the_callers_array_is_left_alone(engine: aha.Engine) -> None:
    given = np.array([100, -100], np.int16)
    through(engine, given)
    np.testing.assert_array_equal(given, [100, -100])


@pytest.mark.parametrize("samples", [
    np.zeros(4, np.int64), np.zeros(4, np.uint8), np.zeros(4, bool), np.zeros(4, complex),
    [1, 2, 3], ["a"], None, object(),
])
def test_other_types_are_refused(engine: aha.Engine, samples: Any) -> None:
    with pytest.raises(TypeError, match="floats, int16 or int32"):
        through(engine, samples)


@pytest.mark.parametrize("samples, channels", [
    (np.float32(1), None), (np.zeros((2, 2, 2)), None), (np.zeros((4, 0)), None), (STEREO, 1),
    (np.zeros(5), 2), (np.zeros(4), 0), (np.zeros(0), None), (np.zeros((4, 65)), None),
])
def test_other_shapes_are_refused(engine: aha.Engine, samples: Any, channels: Any) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        through(engine, samples, channels)


def test_render_gives_frames_by_channels(engine: aha.Engine) -> None:
    engine.play(constant(engine, 4410))
    got = engine.render(4410)
    assert got.shape == (4410, 2) and got.dtype == np.float32
    assert got.flags.writeable and got.flags.c_contiguous
    assert got[2000, 0] == pytest.approx(0.25)
    assert engine.render(0).shape == (0, 2)


@pytest.mark.parametrize("shape", [(500, 2), (1000,), (0, 2)])
def test_render_fills_an_array(engine: aha.Engine, shape: tuple[int, ...]) -> None:
    engine.play(constant(engine, 4410))
    engine.render(1000)
    out = np.full(shape, 9, np.float32)
    assert engine.render(out=out) is out
    np.testing.assert_allclose(out, 0.25)
    assert engine.position == 1000 + out.size // 2


def test_render_fills_other_arrays_than_numpys(engine: aha.Engine) -> None:
    engine.play(constant(engine, 4410))
    engine.render(1000)
    out = array.array("f", [9.0] * 8)
    same: Any = engine.render(out=out)
    assert same is out
    assert list(out) == pytest.approx([0.25] * 8)


@pytest.mark.parametrize("out, kind", [
    (np.zeros((4, 2)), TypeError), (np.zeros((4, 2), np.int16), TypeError),
    (np.zeros((8, 2), np.float32)[::2], TypeError), (bytearray(32), TypeError),
    (np.frombuffer(bytes(32), np.float32), TypeError), (object(), TypeError),
    (np.zeros((4, 3), np.float32), ValueError), (np.zeros(5, np.float32), ValueError),
    (np.zeros((2, 2, 2), np.float32), ValueError),
])
def test_render_refuses_other_arrays(engine: aha.Engine, out: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        engine.render(out=out)
    assert engine.position == 0


def test_render_refuses_an_array_that_it_filled_and_that_has_changed(engine: aha.Engine) -> None:
    out = np.zeros((4, 2), np.float32)
    engine.render(out=out)
    out.setflags(write=False)
    with pytest.raises(TypeError):
        engine.render(out=out)
    out.setflags(write=True)
    out.shape = 2, 4
    with pytest.raises(ValueError):
        engine.render(out=out)


def test_an_array_can_grow_after_a_render(engine: aha.Engine) -> None:
    out = array.array("f", [0.0] * 8)
    engine.render(out=out)
    out.append(0)
    engine.render(out=out[:8])


def test_render_takes_frames_or_out(engine: aha.Engine) -> None:
    with pytest.raises(TypeError):
        engine.render()
    with pytest.raises(TypeError):
        engine.render(4, out=np.zeros((4, 2), np.float32))
    with pytest.raises(ValueError):
        engine.render(-1)
