"""Waiting for C without blocking Python."""

from __future__ import annotations

import math
import time

from ._errors import InvalidArgumentError


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, TypeVar

    T = TypeVar("T")

#: Max seconds of one wait in C: between two waits Python handles Ctrl-C.
_SLICE = 0.1

#: Max seconds between two checks of an awaited job.
_LOOK = 0.02


def wait(wait_ms: Callable[[int], bool], timeout: float | None) -> bool:
    """Waits at most ``timeout`` seconds, None without limit; False if the timeout expired.

    ``wait_ms`` waits up to this many milliseconds in C, and returns whether the wait succeeded.
    """
    if timeout is not None and not timeout >= 0:
        raise InvalidArgumentError(f"timeout is {timeout}: seconds, 0 or more, are needed")
    deadline = math.inf if timeout is None else time.monotonic() + timeout
    while True:
        left = max(0.0, deadline - time.monotonic())
        if wait_ms(math.ceil(1000 * min(left, _SLICE))):
            return True
        if left <= _SLICE:
            return False


async def wait_in_the_loop(wait_ms: Callable[[int], bool], cancel: Callable[[], object]) -> None:
    """Waits beside other work of the event loop; ``cancel`` is called if the task is cancelled.

    Polls instead of using one of the loop's few threads for blocking calls: any number of jobs can
    be awaited at once, even jobs that wait for each other.
    """
    import asyncio  # imported late: its import is slower than aha's, and its loop already runs here

    pause = 0.001
    try:
        while not wait_ms(0):
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LOOK)
    except asyncio.CancelledError:
        cancel()
        raise


async def in_a_thread(action: Callable[[], T]) -> T:
    """The result of a blocking call, run in a thread of the event loop."""
    import asyncio

    return await asyncio.get_running_loop().run_in_executor(None, action)
