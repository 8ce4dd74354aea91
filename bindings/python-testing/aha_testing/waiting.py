"""Waiting for conditions, with a timeout."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, TypeVar

T = TypeVar("T")

#: Default timeout of every wait, in seconds.
DEFAULT_TIMEOUT = 30.0

# Pauses between checks of a condition: short ones first, because most conditions become true soon.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.02


def _late(what: object, timeout: float) -> TimeoutError:
    return TimeoutError(f"{what} did not come true in {timeout:g} s")


def wait_until(condition: Callable[[], T], timeout: float = DEFAULT_TIMEOUT,
               what: str | None = None) -> T:
    """Waits until ``condition()`` is true, and returns its value.

    Errors: TimeoutError with the text ``what``, after ``timeout`` seconds.
    """
    deadline = time.monotonic() + timeout
    pause = _FIRST_PAUSE
    while True:
        found = condition()
        if found:
            return found
        left = deadline - time.monotonic()
        if left <= 0:
            raise _late(what or condition, timeout)
        time.sleep(min(pause, left))
        pause = min(pause * 2, _LONGEST_PAUSE)


async def wait_until_async(condition: Callable[[], T], timeout: float = DEFAULT_TIMEOUT,
                           what: str | None = None) -> T:
    """:func:`wait_until` for a coroutine: the event loop continues meanwhile."""
    import asyncio  # here, because it takes longer to import than all of a server
    deadline = time.monotonic() + timeout
    pause = _FIRST_PAUSE
    while True:
        found = condition()
        if found:
            return found
        left = deadline - time.monotonic()
        if left <= 0:
            raise _late(what or condition, timeout)
        await asyncio.sleep(min(pause, left))
        pause = min(pause * 2, _LONGEST_PAUSE)


class Expectation:
    """A callback to wait for: pass it to the tested code, and call ``wait``.

    Called any number of times, from any thread, with any arguments. ``calls`` has them: the
    argument itself if it was the only one, else their tuple.
    """

    def __init__(self, count: int = 1, what: str = "a call") -> None:
        self.count, self.what = count, what
        self.calls: list[Any] = []
        self._changed = threading.Condition()

    def __call__(self, *arguments: Any) -> None:
        with self._changed:
            self.calls.append(arguments[0] if len(arguments) == 1 else arguments)
            self._changed.notify_all()

    def wait(self, timeout: float = DEFAULT_TIMEOUT, count: int | None = None) -> list[Any]:
        """Waits for ``count`` calls (or the expected count) and returns all calls so far.

        Errors: TimeoutError with the count of calls.
        """
        needed = self.count if count is None else count
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.calls) >= needed, timeout):
                raise TimeoutError(
                    f"{len(self.calls)} of {needed} × {self.what} in {timeout:g} s")
            return list(self.calls)

    async def wait_async(self, timeout: float = DEFAULT_TIMEOUT,
                         count: int | None = None) -> list[Any]:
        """:meth:`wait` for a coroutine."""
        needed = self.count if count is None else count
        await wait_until_async(lambda: len(self.calls) >= needed, timeout,
                               f"{needed} × {self.what}")
        return list(self.calls)
