"""What happened in an engine or a client, in order, taken when the host has time."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from . import _structs
from ._abi import lib
from ._names import Named
from .base import Error, ReleasedError, Result, error_for

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


class EventKind(Named):
    """What happened."""

    NONE = 0
    #: A player gave its first frame.
    PLAYER_STARTED = 1
    #: A player jumped back to its loop's begin; value: jumps so far.
    PLAYER_LOOPED = 2
    #: A player came to the end of its sound.
    PLAYER_ENDED = 3
    #: A player is silent after ``stop``.
    PLAYER_STOPPED = 4
    #: A player is silent after ``pause``.
    PLAYER_PAUSED = 5
    #: A streamed sound had no data in time; value: frames of silence.
    UNDERRUN = 6
    #: A streamed sound can't be read any further; error: why.
    STREAM_FAILED = 7
    #: NaN or infinity became silence; value: samples, source: the bus.
    NONFINITE = 8
    #: A job has ended; error: why it failed, or None.
    JOB_FINISHED = 9
    #: Events were lost because nobody took them; value: how many.
    LOST = 10
    #: A device runs that did not; line: its id, value: how often one was lost before.
    DEVICE_OPENED = 20
    #: A device is gone, or its server; error: which, and how that was seen.
    DEVICE_LOST = 21
    #: Another device is the default one now; line: its id.
    DEVICE_DEFAULT_CHANGED = 22
    #: A device did not ask for frames in time; value: gaps so far.
    DEVICE_GAP = 23
    #: A device ran out of frames, or lost some that it recorded; value: so far.
    DEVICE_XRUN = 24
    #: Rendering a block took longer than the block lasts; value: such blocks so far.
    DEVICE_LATE = 25
    #: A take began; value: frames of pre-roll, line: the path.
    RECORDER_STARTED = 40
    #: A take is complete; value: frames in its files, error: why, unless it was stopped.
    RECORDER_FINISHED = 41
    #: The disk was too slow; value: frames that became silence.
    RECORDER_OVERRUN = 42
    #: The disk has room for no more than so many seconds; value: how many.
    RECORDER_DISK_LOW = 43
    #: The disk was full; value: frames that are in no file.
    RECORDER_DISK_FULL = 44
    #: A take goes on in its next file; value: its number, line: its path.
    RECORDER_SPLIT = 45
    #: The timeline runs; value: its position.
    TIMELINE_STARTED = 60
    #: The timeline stands; value: its position.
    TIMELINE_STOPPED = 61
    #: The timeline jumped back to its loop's begin; value: that position.
    TIMELINE_LOOPED = 62
    #: A sound of a project is not there: its track is silent. value: the track's id; error: why.
    SOUND_MISSING = 63
    #: A URL is to be opened in a browser: ``account.url``. line: the provider.
    ACCOUNT_URL_PREPARED = 80
    #: Signed in. line: the provider; value: where the token is kept, as in StoreKind.
    ACCOUNT_SIGNED_IN = 81
    #: A sign-in failed; error: why, in the server's words where it said.
    ACCOUNT_FAILED = 82
    #: Signed out; error: why, unless it was asked for.
    ACCOUNT_SIGNED_OUT = 83
    #: A reply began; value: its status.
    REQUEST_RESPONSE = 100
    #: Bytes went or came, at most ten times a second; value: so far, both ways.
    REQUEST_PROGRESS = 101
    #: There is data for ``request.read``; value: how much.
    REQUEST_DATA = 102
    #: A request was a success; value: the status.
    REQUEST_FINISHED = 103
    #: A request was none; error: why, value: the status, or 0.
    REQUEST_FAILED = 104
    #: A reader of a remote stream has to wait for the network.
    REMOTE_BUFFERING = 120
    #: There is data again.
    REMOTE_PLAYING = 121
    #: A file is wanted: ``drop.answer``; value: the Asset.
    DROP_ASSET_WANTED = 140
    #: A drop is at another stage; value: the DropStage.
    DROP_STAGE = 141
    #: Bytes went, at most ten times a second; value: confirmed or on their way so far.
    DROP_PROGRESS = 142
    #: A drop is over; value: 1 when it is done; error: why not; line: the URL.
    DROP_CLOSED = 143
    #: Something is open, line: its title; or could not be opened, error: why.
    OPENING_FINISHED = 160
    #: A URL asks for a piece, by ``client.handle_url``: ``client.open`` it. line: the URL.
    OPEN_WANTED = 161

    @property
    def label(self) -> str:
        """The name in C, as in ``"AHA_EVENT_PLAYER_ENDED"``. The C function is aha_event_kind_name.
        """
        text: str = lib.aha_event_kind_name(self)
        return text


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
    # A descriptor of our own: the engine's may be gone, and its number be used by somebody else,
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
