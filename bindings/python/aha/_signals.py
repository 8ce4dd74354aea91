"""Defers signal handlers while C calls back on the main thread.

Python runs a handler at the next line of Python on the main thread. In a blocking call that is the
entry of a callback, before any of its code: an exception there, such as from Ctrl-C, would be lost,
and C would read an undefined result.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable, Optional

    _Waiting = tuple[Callable[[int, Optional[FrameType]], Any], int, Optional[FrameType]]

_NUMBERS = sorted(signal.valid_signals())
_waiting: list[_Waiting] = []
_is_deferring = False


@contextmanager
def deferred() -> Iterator[None]:
    """Handlers run at the begin of the next callback that can report an exception, or at the end of
    the block.
    """
    global _is_deferring
    if _is_deferring or not _runs_handlers():
        yield
        return
    handlers: dict[int, Any] = {}
    _is_deferring = True
    try:
        for number in _NUMBERS:
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, _waiter(handler))
        yield
    finally:
        try:
            _restore(handlers)
        finally:
            run_waiting()


def _restore(handlers: dict[int, Any]) -> None:
    """Restores all handlers, even if an already restored one runs and raises meanwhile."""
    global _is_deferring
    try:
        for number in list(handlers):
            signal.signal(number, handlers[number])
            del handlers[number]
    finally:
        _is_deferring = False
        if handlers:
            _restore(handlers)


def _waiter(handler: Any) -> Callable[[int, Optional[FrameType]], None]:
    return lambda number, frame: _waiting.append((handler, number, frame))


def _runs_handlers() -> bool:
    """Only the main thread defers handlers."""
    return threading.current_thread() is threading.main_thread()


def run_waiting() -> None:
    """Runs pending signal handlers; their exceptions are raised here."""
    if _waiting and _runs_handlers():
        while _waiting:
            handler, number, frame = _waiting.pop(0)
            handler(number, frame)
