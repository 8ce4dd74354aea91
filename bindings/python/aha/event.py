"""Events of an engine or a client, in order."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from . import _structs
from ._abi import lib
from ._constants.event import EventKind as EventKind
from ._errors import ReleasedError
from .base import Error, Result, error_for

if TYPE_CHECKING:
    from .account import Account
    from .bus import Bus
    from .client import Client
    from .device import Device
    from .drop import Drop
    from .engine import Engine
    from .job import Job
    from .opening import Opening
    from .player import Player
    from .recorder import Recorder
    from .request import Request
    from .stream import Stream


class Event(NamedTuple):
    """One thing that happened."""

    kind: EventKind
    #: The engine frame at which it happened; 0 for events of a client.
    frame: int
    #: The object it happened to; None when nothing holds that object any more.
    source: (Player | Bus | Job | Device | Recorder | Account | Request | Stream | Drop | Opening
             | None)
    #: See the kind.
    value: int
    #: Why, for failures.
    error: Error | None
    #: See the kind; the error's line for failures.
    line: str


#: After these a request, a drop or an opening does nothing more.
_LAST = (EventKind.REQUEST_FINISHED, EventKind.REQUEST_FAILED, EventKind.DROP_CLOSED,
         EventKind.OPENING_FINISHED)


def take(parent: Engine | Client) -> Event | None:
    """The oldest event; None when there is none. The C functions are aha_engine_next_event and
    aha_client_next_event.
    """
    event = _structs.Event()
    next_event = getattr(lib, f"aha_{parent._noun}_next_event")
    if next_event(parent._handle, event) == Result.END:
        return None
    line = event.line.decode("utf-8", "replace")
    error = (error_for(event.result, lib.aha_result_name(event.result), line)
             if event.result < 0 else None)
    source = parent._family.find(event.source)
    kind = EventKind(event.kind)
    if source is not None and kind in _LAST:
        parent._family.drop(source)
    return Event(kind, event.frame, cast("Any", source), event.value, error, line)


def pending(parent: Engine | Client) -> Iterator[Event]:
    """The events that are there now, taken one by one."""
    event = take(parent)
    while event is not None:
        yield event
        event = take(parent)


async def coming(parent: Engine | Client) -> AsyncIterator[Event]:
    """The events that are there and those to come, until the engine or the client is closed.

    The C functions are aha_engine_event_fd and aha_client_event_fd.
    """
    # A descriptor of our own: the engine's may be closed, and its number reused,
    # before the event loop has let go of it.
    descriptor = os.dup(getattr(lib, f"aha_{parent._noun}_event_fd")(parent._handle))
    try:
        with contextlib.suppress(ReleasedError):
            while not parent.closed:
                for event in pending(parent):
                    yield event
                await _readable(parent, descriptor)
    finally:
        os.close(descriptor)


async def _readable(parent: Engine | Client, descriptor: int) -> None:
    """Waits once: watched all the time, the descriptor would keep the loop busy while the events
    are being worked on."""
    import asyncio  # its import takes longer than aha's; here its loop runs already

    loop = asyncio.get_running_loop()
    woken = asyncio.Event()

    def wake_from_any_thread() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(woken.set)

    parent._family.call_when_closed.add(wake_from_any_thread)
    loop.add_reader(descriptor, woken.set)
    try:
        if not parent.closed:
            await woken.wait()
    finally:
        loop.remove_reader(descriptor)
        parent._family.call_when_closed.discard(wake_from_any_thread)
