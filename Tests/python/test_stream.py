"""Streams of memory, and of Python's file objects, good and bad."""

from __future__ import annotations

import gc
import io
import sys
import weakref
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
from aha import _registry
from conftest import unraisable, wav


def test_a_memory_stream_reads_and_writes(engine: aha.Engine) -> None:
    data = wav(engine)
    for kind in (bytes, bytearray, memoryview):
        with aha.Stream.memory(kind(data)) as stream:
            assert stream.getvalue() == data
            assert len(engine.load(stream)) == 20000
    assert aha.Stream.memory().getvalue() == b""


def is_kept(thing: object) -> bool:
    return any(kept is thing for kept in _registry._objects.values())


def test_bytes_are_kept_as_long_as_they_are_played_and_no_longer(engine: aha.Engine) -> None:
    data = wav(engine)
    before = sys.getrefcount(data)
    sound = engine.load(data, streamed=True)
    assert sys.getrefcount(data) > before and is_kept(data)
    assert sound.read().shape == (20000, 2)
    sound.close()
    del sound
    gc.collect()
    assert sys.getrefcount(data) == before and not is_kept(data)


def test_a_file_object_is_released_with_its_sound(engine: aha.Engine) -> None:
    class File(io.BytesIO):
        pass

    file = File(wav(engine))
    gone = weakref.ref(file)
    sound = engine.load(file, streamed=True)
    player = engine.play(sound)
    del file
    gc.collect()
    assert gone() is not None and engine.render(1000).any()
    player.close()
    engine.render(2000)
    engine.close()
    del sound, player
    gc.collect()
    assert gone() is None


def test_only_memory_gives_its_bytes(engine: aha.Engine, loops: list[Path]) -> None:
    for stream in (aha.Stream.open(loops[0]), aha.Stream.file(io.BytesIO(b"abc"))):
        with pytest.raises(aha.UnsupportedError):
            stream.getvalue()
    assert repr(aha.Stream.file(io.BytesIO())) == "<aha.Stream>"


def test_files_that_cannot_be_opened_raise(tmp_path: Path) -> None:
    with pytest.raises(aha.NotFoundError):
        aha.Stream.open(tmp_path / "none.wav")
    with pytest.raises(aha.IsDirectoryError):
        aha.Stream.open(tmp_path)


class Failing(io.BytesIO):
    """Reads correctly up to a byte, then raises an exception."""

    def __init__(self, data: bytes, until: int, error: BaseException) -> None:
        super().__init__(data)
        self.until, self.error = until, error

    def readinto(self, room: Any) -> int:
        if self.tell() + len(room) > self.until:
            raise self.error
        return super().readinto(room)


def test_an_exception_is_the_cause_of_the_error(engine: aha.Engine) -> None:
    error = ZeroDivisionError("in readinto")
    with pytest.raises(aha.Error) as caught:
        engine.load(Failing(wav(engine), 0, error))
    assert caught.value.__cause__ is error
    _, job = engine.start_load(Failing(wav(engine), 0, error))
    for _ in range(2):
        with pytest.raises(aha.Error) as caught:
            job.wait()
        assert caught.value.__cause__ is error


def test_an_interrupt_is_raised_itself(engine: aha.Engine) -> None:
    with pytest.raises(KeyboardInterrupt):
        engine.load(Failing(wav(engine), 0, KeyboardInterrupt()))


def test_an_exception_in_the_background_is_shown(engine: aha.Engine) -> None:
    error = ZeroDivisionError("in readinto")
    file = Failing(wav(engine, 441000), 2 ** 60, error)
    engine.play(engine.load(file, streamed=True, read_ahead_ms=50))
    engine.render(100)
    file.until = 0
    with unraisable() as seen:
        engine.render(441000)
    assert any(event.kind == aha.EventKind.STREAM_FAILED for event in engine.events_now())
    shown = seen[0]
    assert shown.exc_value is error and "file object" in f"{shown.err_msg} {shown.object!r}"


class Nothing(io.BytesIO):
    """A non-blocking file without data at the moment."""

    def readinto(self, room: Any) -> Any:
        return None


class Liar(io.BytesIO):
    """Reports more bytes than requested."""

    def readinto(self, room: Any) -> int:
        return super().readinto(room) + 2 ** 40


@pytest.mark.parametrize("file, cause", [
    (io.StringIO("text"), TypeError), (Nothing(b"RIFF" * 100), BlockingIOError), (object(), None),
    (Liar(b"RIFF" * 100), None),
])
def test_bad_file_objects_are_refused(engine: aha.Engine, file: Any, cause: Any) -> None:
    with pytest.raises((aha.Error, TypeError)) as caught:
        engine.load(file)
    if cause:
        assert isinstance(caught.value.__cause__, cause)


@pytest.mark.parametrize("source, words", [
    (np.zeros((10, 2)), "ndarray has no read or write and no seek and no tell; for samples, use"),
    (object(), "object has no read or write"), (7, "int has no read or write"),
    (None, "NoneType has no read or write"), (iter(b""), "bytes_iterator has no read or write"),
])
def test_an_object_that_is_no_file_is_named(engine: aha.Engine, source: Any, words: str) -> None:
    for load in (engine.load, aha.Analysis.start, aha.Stream.of):
        with pytest.raises(TypeError, match=words):
            load(source)


class OnlyRead:
    """A file object with the minimum of methods."""

    def __init__(self, data: bytes) -> None:
        self.file = io.BytesIO(data)

    def read(self, size: int) -> bytes:
        return self.file.read(min(size, 777))

    def seek(self, offset: int, whence: int = 0) -> None:
        self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()


def test_a_file_object_needs_read_seek_and_tell(engine: aha.Engine) -> None:
    data = wav(engine)
    sound = engine.load(OnlyRead(data))
    np.testing.assert_array_equal(sound.read(), engine.load(data).read())


def test_more_than_was_asked_for_is_an_error(engine: aha.Engine) -> None:
    file = OnlyRead(b"RIFF" * 100)
    file.read = lambda size: b"x" * (size + 1)  # type: ignore[method-assign]
    with pytest.raises(aha.Error) as caught:
        engine.load(file)
    assert isinstance(caught.value.__cause__, ValueError)
