"""Events of an engine, a client or a bounce, in order."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from . import _structs
from ._abi import lib
from ._constants.event import EventKind as EventKind
from ._errors import ReleasedError
from ._handle import got
from .base import Error, error_of

if TYPE_CHECKING:
    from ._family import Parent
    from .account import Account
    from .bounce import Bounce
    from .bus import Bus
    from .device import Device
    from .drop import Drop
    from .job import Job
    from .opening import Opening
    from .player import Player
    from .recorder import Recorder
    from .request import Request
    from .stream import Stream


class Event(NamedTuple):
    """One event."""

    kind: EventKind
    #: The engine frame of the event; 0 for events of a client.
    frame: int
    #: The object of the event; None if no reference to that object remains.
    source: (Player | Bus | Job | Device | Recorder | Account | Request | Stream | Drop | Opening
             | None)
    #: Meaning: see the kind.
    value: int
    #: The error of a failure; else None.
    error: Error | None
    #: Meaning: see the kind; for a failure, the error's line.
    line: str


#: The last events of a request, a drop or an opening.
_LAST = (EventKind.REQUEST_FINISHED, EventKind.REQUEST_FAILED, EventKind.DROP_CLOSED,
         EventKind.OPENING_FINISHED)


def take(parent: Parent | Bounce) -> Event | None:
    """Removes and returns the oldest event; None if the queue is empty. The C functions are
    aha_engine_next_event, aha_client_next_event and aha_job_next_event.
    """
    next_event = getattr(lib, f"aha_{parent._noun}_next_event")
    event = got(_structs.Event(), next_event, parent._handle)
    if event is None:
        return None
    line = event.line.decode("utf-8", "replace")
    source = parent._family.find(event.source)
    kind = EventKind(event.kind)
    if source is not None and kind in _LAST:
        parent._family.drop(source)
    if source is not None and kind == EventKind.PLAYER_CONTINUED:
        cast("Player", source)._continued()
    return Event(kind, event.frame, cast("Any", source), event.value,
                 error_of(event.result, line), line)


def pending(parent: Parent | Bounce) -> list[Event]:
    """Removes all pending events from the queue and returns them, oldest first."""
    events = []
    while event := take(parent):
        events.append(event)
    return events


async def coming(parent: Parent) -> AsyncIterator[Event]:
    """Yields pending and future events, until the engine or the client is closed.

    The C functions are aha_engine_event_fd and aha_client_event_fd.
    """
    # A duplicate: the parent's descriptor may be closed, and its number reused, before the event
    # loop has removed it.
    descriptor = os.dup(getattr(lib, f"aha_{parent._noun}_event_fd")(parent._handle))
    try:
        with contextlib.suppress(ReleasedError):
            while not parent.closed:
                while event := take(parent):
                    yield event
                await _readable(parent, descriptor)
    finally:
        os.close(descriptor)


async def _readable(parent: Parent, descriptor: int) -> None:
    """Waits until the descriptor is readable or the parent is closed. The reader is removed after
    each wait: a permanent one would keep the loop busy while the host handles the events."""
    import asyncio  # Imported here because asyncio takes longer to import than aha.

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
