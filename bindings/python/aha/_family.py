"""The objects created from an engine or a client."""

from __future__ import annotations

import weakref

from ._constants.player import PlayerState
from ._errors import ReleasedError
from ._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Callable

    from .event import Event
    from .player import Player


class Objects:
    """Finds objects by handle, for events, and keeps active objects alive."""

    def __init__(self) -> None:
        self._by_handle: weakref.WeakValueDictionary[int, Handle] = weakref.WeakValueDictionary()
        self._held: set[Handle] = set()
        #: Wakes tasks that wait for events.
        self.call_when_closed: set[Callable[[], None]] = set()

    def add(self, handle: int, child: Handle) -> None:
        """Registers a new object."""
        self._by_handle[handle] = child

    def find(self, handle: int | None) -> Handle | None:
        """Returns the object of a handle; None if it no longer exists."""
        return None if handle is None else self._by_handle.get(handle)

    def hold(self, child: Handle) -> None:
        """Keeps an active object alive until ``drop``."""
        self._held.add(child)

    def drop(self, child: Handle) -> None:
        """Drops the reference to an object that was stopped or closed."""
        self._held.discard(child)

    def held(self) -> list[Handle]:
        """The active objects."""
        return list(self._held)

    def end(self) -> None:
        """Drops all references and wakes waiting tasks, after the engine or client was closed."""
        self._held.clear()
        for wake in list(self.call_when_closed):
            wake()


class Family(Objects):
    """The objects of an engine, and its started players, which it keeps alive.

    Without a reference, a player would be released, and fade out in the middle of its sound.
    Therefore it is held from its start until it has ended and its effects have rung out. An active
    device, live input or recorder is held until it is stopped or closed.
    """

    #: More frames than a device or a job renders between two checks of the commands.
    RENDERED_FRAMES = 16384

    #: Longer than the tail of any effect: 20 seconds of decay, and echoes of 2 seconds.
    RING_SECONDS = 30

    def __init__(self) -> None:
        super().__init__()
        self._started: dict[Player, tuple[int, int]] = {}
        self._ringing: dict[Player, int] = {}
        self._renders_begun = 0
        self._last_done = 0

    def keep(self, player: Player) -> None:
        """Holds a started player. Any render that begins from now on updates its state."""
        self._started[player] = (self._renders_begun, player.engine.position)
        self._ringing.pop(player, None)

    def drop(self, child: Handle) -> None:
        """Also drops a player that the host stopped or paused; a host that resumes it has a
        reference."""
        super().drop(child)
        self._started.pop(child, None)  # type: ignore[call-overload]
        self._ringing.pop(child, None)  # type: ignore[call-overload]

    def let_finished_go(self) -> None:
        """Releases players that have ended, which frees their slots in the engine."""
        for player, (begun, frame) in list(self._started.items()):
            if self._is_over(player, begun, frame):
                self.drop(player)

    def _is_over(self, player: Player, begun: int, frame: int) -> bool:
        try:
            rendered = player.engine.position - frame > self.RENDERED_FRAMES
            if self._last_done <= begun and not rendered:
                return player.closed
            return _finished(player) and self._has_rung(player)
        except ReleasedError:  # closed, perhaps by another thread just now
            return True

    def _has_rung(self, player: Player) -> bool:
        """True for a player without effects; else RING_SECONDS after it was first seen finished."""
        if not len(player.chain):
            return True
        engine = player.engine
        since = self._ringing.setdefault(player, engine.position)
        return engine.position - since > self.RING_SECONDS * engine.sample_rate

    def begin_render(self) -> int:
        """Before a render; returns its number."""
        self._renders_begun += 1
        return self._renders_begun

    def end_render(self, number: int) -> None:
        """After it: the states of players that were started before are up to date."""
        self._last_done = number

    def end(self) -> None:
        """Drops all references, after the engine was closed."""
        self._started.clear()
        self._ringing.clear()
        super().end()


class Parent(Handle):
    """An engine or a client, which ends its objects and has a queue of events."""

    _family: Objects

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self._family = Objects()

    def events(self) -> AsyncIterator[Event]:
        """``async for event in engine.events()``: pending and future events, until the engine or
        the client is closed.

        Each event goes to one reader. The C functions are aha_engine_event_fd and
        aha_engine_next_event, aha_client_event_fd and aha_client_next_event.
        """
        from . import event

        return event.coming(self)

    def events_now(self) -> list[Event]:
        """Removes all pending events from the queue and returns them, oldest first."""
        from . import event

        return event.pending(self)

    def close(self) -> None:
        """Ends the engine or client and all its objects, as its class describes. Blocks. The C
        function is aha_release.
        """
        super().close()
        self._family.end()


def _finished(player: Player) -> bool:
    return player.state in (PlayerState.STOPPED, PlayerState.ENDED)
