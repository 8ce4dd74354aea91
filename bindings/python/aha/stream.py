"""Bytes from and to files, memory, or Python file objects."""

from __future__ import annotations

import ctypes as c
import os
from contextlib import nullcontext

from . import _registry, _signals, _structs
from ._abi import lib
from ._calls.stream import StreamCalls
from ._arguments import is_path
from ._callback import callback
from ._handle import Handle, copied, made
from .base import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Any, Callable

    from typing_extensions import TypeAlias

#: Source of a sound: a path, bytes, a seekable binary file object, or a Stream. A file object is
#: any object with the methods, so it has no type.
Source: TypeAlias = "Any"


class _File:
    """A file object behind a stream, and the exception of its last call."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.failure: BaseException | None = None
        self.callers = 0

    def __repr__(self) -> str:
        return repr(self.file)


def _keep_failure(stream: _File, error: BaseException) -> int:
    """Keeps the exception for the call or job that needs the file.

    A background read-ahead has no waiting call: its exception is reported as unraisable.
    """
    stream.failure = error
    return -1 if stream.callers else 0


def _answering(prototype: Any) -> Callable[[Callable[..., Any]], Any]:
    return callback(prototype, -1, "a file object that libaha uses", _keep_failure)


@_answering(_structs.ReadFn)
def _read(stream: _File, address: int, size: int) -> int:
    with memoryview((c.c_char * size).from_address(address)).cast("B") as room:
        if hasattr(stream.file, "readinto"):
            return _counted(stream.file.readinto(room), "readinto")
        got = stream.file.read(size)
        room[:len(got)] = got
        return len(got)


@_answering(_structs.WriteFn)
def _write(stream: _File, address: int, size: int) -> int:
    return _counted(stream.file.write(c.string_at(address, size)), "write")


@_answering(_structs.SeekFn)
def _seek(stream: _File, offset: int) -> int:
    stream.file.seek(offset)
    return int(stream.file.tell())


@_answering(_structs.LengthFn)
def _length(stream: _File) -> int:
    before = stream.file.tell()
    stream.file.seek(0, os.SEEK_END)
    end = int(stream.file.tell())
    stream.file.seek(before)
    return end


def _counted(count: int | None, action: str) -> int:
    if count is None:
        raise BlockingIOError(f"{action} would block: a file in blocking mode is needed")
    return count


class Stream(StreamCalls, Handle):
    """A source or sink of bytes.

    ``engine.load`` and ``engine.save`` create one from their argument; create one to write to
    memory, or to use the same bytes more than once.
    """

    _noun = "stream"

    def __init__(self, handle: int, file: _File | None = None) -> None:
        super().__init__(handle)
        self._file = file

    @classmethod
    def _of(cls, handle: int, maker: Any = None) -> Stream:
        """A stream of a client ends with it."""
        stream = cls(handle)
        if maker is not None:
            maker._client._family.add(handle, stream)
        return stream

    @classmethod
    def memory(cls, data: bytes | bytearray | memoryview | None = None) -> Stream:
        """A stream of bytes to read; without bytes, an empty one to write to.

        ``bytes`` are not copied, mutable buffers are. The C function is aha_stream_create_memory.
        """
        if data is None:
            return cls(made(lib.aha_stream_create_memory, None, 0, None, _structs.DestroyFn()))
        fixed = data if isinstance(data, bytes) else bytes(data)
        address = c.cast(c.c_char_p(fixed), c.c_void_p)
        return cls(made(lib.aha_stream_create_memory, address, len(fixed), _registry.keep(fixed),
                        _registry.destroy))

    @classmethod
    def file(cls, file: Any) -> Stream:
        """A stream of a binary file object, which must be able to seek.

        It is called on the thread of a blocking call, of a job, or of the read-ahead, one call at a
        time, and must not load, save or wait with libaha itself. Leave it alone, and open, as long
        as the stream is used. The C function is aha_stream_create.
        """
        _require_file(file)
        kept = _File(file)
        callbacks = _structs.StreamCallbacks(
            read=_read if _can(file, "read", "readable") else _structs.ReadFn(),
            write=_write if _can(file, "write", "writable") else _structs.WriteFn(),
            seek=_seek, length=_length)
        return cls(made(lib.aha_stream_create, callbacks, _registry.keep(kept), _registry.destroy),
                   kept)

    @classmethod
    def of(cls, source: Source) -> Stream:
        """Converts a source to a stream."""
        if isinstance(source, Stream):
            return source
        if is_path(source):
            return cls.open(source)
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls.memory(source)
        return cls.file(source)

    def getvalue(self) -> bytes:
        """All bytes of a memory stream. The C function is aha_stream_copy_bytes.

        Errors: UnsupportedError when the stream is not in memory.
        """
        data: bytes = copied(c.c_char, c.c_size_t(), lib.aha_stream_copy_bytes, self._handle)
        return data

    def _attend(self) -> None:
        """Adds a waiter for the file object's exceptions."""
        if self._file is not None:
            if not self._file.callers:
                self._file.failure = None
            self._file.callers += 1

    def _leave(self) -> None:
        """Removes a waiter."""
        if self._file is not None:
            self._file.callers -= 1

    def _deferring(self) -> AbstractContextManager[None]:
        """Wraps a call that may call the file object on this thread."""
        return _signals.deferred() if self._file is not None else nullcontext()

    def _blame(self, error: Error) -> None:
        """Raises the library's error, with the file object's exception as its cause."""
        failure = self._file.failure if self._file else None
        if failure is not None and not isinstance(failure, Exception):
            raise failure  # KeyboardInterrupt and SystemExit belong to no libaha error.
        raise error from failure


def _require_file(file: Any) -> None:
    """Errors: TypeError for an object that is no binary file."""
    missing = [name for name in ("seek", "tell") if not hasattr(file, name)]
    if not hasattr(file, "read") and not hasattr(file, "write"):
        missing.insert(0, "read or write")
    if missing:
        hint = "; for samples, use Engine.sound" if hasattr(file, "shape") else ""
        raise TypeError(f"a path, bytes, a Stream or a binary file object is needed, and"
                        f" {type(file).__name__} has no {' and no '.join(missing)}{hint}")


def _can(file: Any, action: str, asked: str) -> bool:
    """Whether a file object has a method and reports that it can be used."""
    return hasattr(file, action) and bool(getattr(file, asked, lambda: True)())
