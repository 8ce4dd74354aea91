"""Waiting for C without keeping Python from anything."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Callable, TypeVar

from ._arguments import invalid

T = TypeVar("T")

#: How many seconds one wait in C may take: between two of them Python looks after Ctrl-C.
_SLICE = 0.1


def wait(wait_ms: Callable[[int], bool], timeout: float | None) -> bool:
    """Waits for ``timeout`` seconds at most, None for ever; False when the time is up.

    ``wait_ms`` waits so many milliseconds in C, and tells whether that did.
    """
    if timeout is not None and not timeout >= 0:
        raise invalid(f"timeout is {timeout}: seconds, 0 or more, are needed")
    deadline = math.inf if timeout is None else time.monotonic() + timeout
    while True:
        left = max(0.0, deadline - time.monotonic())
        if wait_ms(math.ceil(1000 * min(left, _SLICE))):
            return True
        if left <= _SLICE:
            return False


async def wait_in_a_thread(wait: Callable[[], object], cancel: Callable[[], object]) -> None:
    """Waits in a thread of the event loop's; ``cancel`` is called when the task is cancelled."""
    try:
        await asyncio.get_running_loop().run_in_executor(None, wait)
    except asyncio.CancelledError:
        cancel()
        raise


async def in_a_thread(action: Callable[[], T]) -> T:
    """What a blocking call gives, called in a thread of the event loop's."""
    return await asyncio.get_running_loop().run_in_executor(None, action)
