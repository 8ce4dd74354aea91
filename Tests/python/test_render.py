"""The engine saved by a job: to files, file objects and memory."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
from conftest import constant, sine


def test_until_nothing_is_heard(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "out.wav"
    engine.play(engine.sound(sine(10000), 44100), at_frame=5000)
    assert engine.save(path, encoding="float_32").wait()
    loaded = engine.load(path).read()
    assert 15000 <= len(loaded) <= 15000 + 1024
    assert not loaded[:5000].any()
    np.testing.assert_allclose(loaded[6000:14000, 0], sine(10000)[1000:9000] / np.sqrt(2),
                               atol=1e-5)


@pytest.mark.parametrize("length", [{"seconds": 0.5}, {"frames": 22050}])
def test_a_length(engine: aha.Engine, tmp_path: Path, length: dict[str, Any]) -> None:
    engine.play(constant(engine, 100), loop=True)
    engine.save(tmp_path / "out.flac", **length).wait()
    assert len(engine.load(tmp_path / "out.flac")) == engine.position == 22050


@pytest.mark.parametrize("length", [
    {"seconds": 1, "frames": 1}, {"seconds": 0}, {"frames": 0}, {"seconds": -1}, {"frames": -1},
    {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": 1e-9},
])
def test_a_length_that_makes_no_sense(engine: aha.Engine, tmp_path: Path,
                                      length: dict[str, Any]) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        engine.save(tmp_path / "out.wav", **length)
    assert not list(tmp_path.iterdir())


def test_the_same_samples_as_render(tmp_path: Path) -> None:
    results = []
    for save in (False, True):
        with aha.Engine.offline(sample_rate=44100) as engine:
            engine.play(engine.sound(sine(9000), 44100), loop=3, gain_db=-2, pan=0.3)
            if save:
                engine.save(tmp_path / "out.wav", frames=20000, encoding="float_32").wait()
                results.append(engine.load(tmp_path / "out.wav").read())
            else:
                results.append(engine.render(20000))
    np.testing.assert_array_equal(results[0], results[1])


@pytest.mark.parametrize("container", ["wav", "flac", "ogg", "mp3"])
def test_to_memory(engine: aha.Engine, container: str) -> None:
    engine.play(engine.sound(sine(20000), 44100))
    with aha.Stream.memory() as stream:
        engine.save(stream, container=container).wait()
        data = stream.getvalue()
    assert data[:4] in (b"RIFF", b"fLaC", b"OggS") or data[:3] == b"ID3" or data[0] == 0xff
    loaded = engine.load(data)
    assert loaded.info.container == aha.Container.of(container)
    assert len(loaded) == pytest.approx(20000, abs=2500)


def test_to_file_objects(engine: aha.Engine, tmp_path: Path) -> None:
    engine.play(constant(engine, 100), loop=True)
    memory = io.BytesIO()
    engine.save(memory, frames=1000).wait()
    assert len(engine.load(memory.getvalue())) == 1000
    for mode in ("w+b", "wb"):
        path = tmp_path / "out.aiff"
        with path.open(mode) as file:
            engine.save(file, frames=1000, container="aiff").wait()
        assert len(engine.load(path)) == 1000


def test_a_file_object_that_fails_is_the_cause(engine: aha.Engine) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "the disk is made of cheese")

    with pytest.raises(aha.Error) as caught:
        engine.save(Full(), frames=1000).wait()
    assert "cheese" in str(caught.value.__cause__)


def test_a_player_that_never_ends_needs_a_length(engine: aha.Engine, tmp_path: Path) -> None:
    engine.play(constant(engine, 100), loop=True)
    job = engine.save(tmp_path / "out.wav")
    with pytest.raises(aha.StateError):
        job.wait()
    assert not list(tmp_path.iterdir())


def test_what_can_not_be_written(engine: aha.Engine, tmp_path: Path) -> None:
    engine.play(constant(engine, 100))
    for path, kind in ((tmp_path / "no" / "folder.wav", aha.NotFoundError),
                       (tmp_path, aha.IsDirectoryError)):
        with pytest.raises(kind) as caught:
            engine.save(path, frames=10, container="wav").wait()
        assert str(path) in caught.value.line
    with pytest.raises(aha.UnsupportedError):
        engine.save(tmp_path / "a.wav", container="mp3", encoding="pcm_16")
    with pytest.raises(ValueError, match="'flak' is not a Container"):
        engine.save(tmp_path / "a.wav", container="flak")
    assert not list(tmp_path.iterdir())


def test_a_failed_save_leaves_the_target(engine: aha.Engine, tmp_path: Path) -> None:
    target = tmp_path / "out.wav"
    target.write_bytes(b"precious")
    engine.play(constant(engine, 100), loop=True)
    with pytest.raises(aha.StateError):
        engine.save(target).wait()
    assert target.read_bytes() == b"precious" and list(tmp_path.iterdir()) == [target]


def test_a_full_disk(engine: aha.Engine) -> None:
    engine.play(constant(engine, 100), loop=True)
    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(aha.Error) as caught:
        engine.save(full, frames=100_000).wait()
    assert isinstance(caught.value.__cause__, OSError)
