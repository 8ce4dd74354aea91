"""Calls and jobs that use a stream: the exception of its file object becomes the cause of their
error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .base import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .stream import Stream


@contextmanager
def raising(stream: Stream | None) -> Iterator[None]:
    """A failure of the file object becomes the cause of the error inside the block."""
    try:
        with attended(stream):
            yield
    except Error as error:
        if stream is not None:
            stream._blame(error)
        raise
    if stream is not None:
        stream._leave()


@contextmanager
def attended(stream: Stream | None) -> Iterator[None]:
    """Watches the stream for a job that starts inside the block and uses the stream."""
    if stream is None:
        yield
        return
    stream._attend()
    try:
        with stream._deferring():
            yield
    except BaseException:
        stream._leave()
        raise
