"""Saving the engine with a job: to files, file objects and memory."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import aha
import pytest
from conftest import constant


@pytest.mark.parametrize("length", [{"seconds": 0.5}, {"frames": 22050}])
def test_a_render_has_the_length_asked_for(engine: aha.Engine, tmp_path: Path,
                                           length: dict[str, Any]) -> None:
    engine.play(constant(engine, 100), loop=True)
    engine.save(tmp_path / "out.flac", **length).wait()
    assert len(engine.load(tmp_path / "out.flac")) == engine.position == 22050


@pytest.mark.parametrize("length", [
    {"seconds": 1, "frames": 1}, {"seconds": 0}, {"frames": 0}, {"seconds": -1}, {"frames": -1},
    {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": 1e-9},
])
def test_impossible_lengths_are_refused(engine: aha.Engine, tmp_path: Path,
                                      length: dict[str, Any]) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        engine.save(tmp_path / "out.wav", **length)
    assert not list(tmp_path.iterdir())


def test_a_render_goes_to_memory_and_file_objects(engine: aha.Engine, tmp_path: Path) -> None:
    engine.play(constant(engine, 100), loop=True)
    memory, stream = io.BytesIO(), aha.Stream.memory()
    engine.save(memory, frames=1000).wait()
    engine.save(stream, frames=1000, container="flac").wait()
    for data, container in ((memory.getvalue(), "wav"), (stream.getvalue(), "flac")):
        loaded = engine.load(data)
        assert len(loaded) == 1000 and loaded.info.container == aha.Container.of(container)
    for mode in ("w+b", "wb"):
        path = tmp_path / "out.aiff"
        with path.open(mode) as file:
            engine.save(file, frames=1000, container="aiff").wait()
        assert len(engine.load(path)) == 1000


def test_an_exception_of_the_file_object_is_the_cause(engine: aha.Engine) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "the disk is made of cheese")

    with pytest.raises(aha.Error) as caught:
        engine.save(Full(), frames=1000).wait()
    assert "cheese" in str(caught.value.__cause__)
