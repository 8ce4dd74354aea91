"""The end of owned C handles."""

from __future__ import annotations

import os
import weakref
from collections import deque

from ._abi import lib
from ._errors import ReentrantError
from .base import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Garbage collection may run inside a callback of libaha, where handles can't be released. Such
# handles are released when the next object is created or ended outside a callback.
_deferred: deque[int] = deque()

#: Count of forks that led to this process: a child releases no handle of its parent.
_forks = 0


def _begin_child() -> None:
    global _forks
    _forks += 1
    _deferred.clear()


os.register_at_fork(after_in_child=_begin_child)


def finalizer(thing: object, handle: int) -> Any:
    """Releases the handle of an object with the object, once.

    Not __del__: it runs before the interpreter shuts down, while the threads of an engine can still
    run Python's callbacks. Newest first.
    """
    return weakref.finalize(thing, _end, handle, _forks)


def _end(handle: int, forks: int) -> None:
    if forks == _forks:
        _release(handle)
        release_deferred()


def _release(handle: int) -> None:
    """Releases a handle. A handle that its engine has already ended is no error."""
    try:
        lib.aha_release(handle)
    except ReentrantError:
        _deferred.append(handle)
    except Error:
        pass


def release_deferred() -> None:
    """Releases the handles whose objects ended inside a callback."""
    for _ in range(len(_deferred)):
        try:
            handle = _deferred.popleft()
        except IndexError:  # another thread was faster
            return
        _release(handle)
