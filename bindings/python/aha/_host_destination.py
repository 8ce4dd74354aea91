"""A host's own destination, behind the callbacks of aha_destination_callbacks."""

from __future__ import annotations

import ctypes as c
from typing import Any, Callable

from . import _structs
from ._callback import callback
from .base import Error, Result


class HostDestination:
    """Base class of a host's own destination of drops.

    libaha calls the methods on its threads, one at a time per drop. They must not wait for libaha.
    An exception fails the drop: after ConnectionError and TimeoutError, libaha may retry later; an
    :class:`aha.Error` sets its own code; any other exception is reported as for ``__del__``.
    """

    def begin(self, drop: str, name: str, type: str, size: int) -> int:
        """Begins or resumes an upload; returns the number of bytes already stored."""
        raise NotImplementedError

    def send(self, drop: str, name: str, data: bytes, offset: int) -> None:
        """Stores bytes at an offset."""
        raise NotImplementedError

    def create(self, drop: str, manifest: str) -> str:
        """Publishes the drop after all uploads; returns its public URL. Called again after a
        failure."""
        raise NotImplementedError

    def discard(self, drop: str) -> None:
        """Deletes the files of a cancelled drop."""


def _code(destination: HostDestination, error: BaseException) -> int:
    """The result code of an exception; 0 for an exception to report."""
    if isinstance(error, Error):
        return min(int(error.code), 0)
    if isinstance(error, TimeoutError):
        return Result.TIMEOUT
    return Result.NETWORK if isinstance(error, ConnectionError) else 0


def _answering(prototype: Any) -> Callable[[Callable[..., Any]], Any]:
    return callback(prototype, Result.IO, "a destination of the host's", _code)


@_answering(_structs.BeginFn)
def _begin(destination: HostDestination, drop: bytes, name: bytes, type: bytes, size: int,
           out_done: Any) -> int:
    out_done[0] = destination.begin(drop.decode(), name.decode(), type.decode(), size)
    return Result.OK


@_answering(_structs.SendFn)
def _send(destination: HostDestination, drop: bytes, name: bytes, address: int, size: int,
          offset: int) -> int:
    destination.send(drop.decode(), name.decode(), c.string_at(address, size), offset)
    return Result.OK


@_answering(_structs.CreateFn)
def _create(destination: HostDestination, drop: bytes, manifest: bytes, room: int,
            capacity: int) -> int:
    url = destination.create(drop.decode(), manifest.decode()).encode() + b"\0"
    if len(url) > capacity:
        raise ValueError(f"a URL of {len(url) - 1} bytes, and {capacity - 1} fit")
    c.memmove(room, url, len(url))
    return Result.OK


@_answering(_structs.DiscardFn)
def _discard(destination: HostDestination, drop: bytes) -> int:
    destination.discard(drop.decode())
    return Result.OK


CALLBACKS: Any = _structs.DestinationCallbacks(begin=_begin, send=_send, create=_create,
                                               discard=_discard)
