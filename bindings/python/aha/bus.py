"""Buses: each mixes players and other buses, and sends the mix to its parent."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import unsigned32
from ._calls.bus import BusCalls
from ._constants.bus import SendPoint
from ._handle import EngineChild, Held, handle_of, made
from .chain import Chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .engine import Engine
    from .player import Player


class Bus(BusCalls, Held):
    """Mixes signals. ``engine.bus()`` creates one; ``engine.master`` is the master bus.

    Closing it releases this handle: the bus continues while a player or bus sends to it. The
    master bus belongs to its engine; closing it does nothing.
    """

    _noun = "bus"
    _parent: Bus | None = None

    @classmethod
    def _master(cls, engine: Engine) -> Bus:
        """The C function is aha_engine_master_bus."""
        bus = cls.__new__(cls)
        EngineChild.__init__(bus, lib.aha_engine_master_bus(engine._handle), engine, owned=False)
        return bus

    def send(self, destination: Bus, *, gain_db: float = 0.0, before_fader: bool = False) -> Bus:
        """Sends the sound to another bus, besides the parent. The result is a bus with its own
        gain, pan, mute, meter and effects; it works until it is closed.

        ``before_fader``: takes the sound before gain, pan and mute of this bus. The C function is
        aha_bus_create_send. Errors: InvalidArgumentError (a loop), LimitError (max_buses).
        """
        return sent(lib.aha_bus_create_send, self, destination, gain_db, before_fader)

    @property
    def parent(self) -> Bus | None:
        """The bus that receives the mix; None for the master, which has no parent.

        Set it to change the parent, None for the master bus; crossfaded over the engine's ramp.
        The C function is aha_bus_set_parent. Errors: InvalidArgumentError (the master, a circle,
        another engine).
        """
        if self is self._engine.master:
            return None
        return self._parent or self._engine.master

    @parent.setter
    def parent(self, parent: Bus | None) -> None:
        lib.aha_bus_set_parent(self._handle, handle_of(parent))
        self._parent = parent

    @property
    def output(self) -> int:
        """The first of the two output channels that receive the sound of the bus, directly or
        through its parents. Set it to send the bus to a pair instead of its parent; 0: to the
        master. The C functions are aha_bus_output and aha_bus_set_output. Errors:
        InvalidArgumentError.
        """
        value: int = lib.aha_bus_output(self._handle)
        return value

    @output.setter
    def output(self, first_channel: int) -> None:
        lib.aha_bus_set_output(self._handle, unsigned32("first_channel", first_channel))
        self._parent = None

    @property
    def chain(self) -> Chain:
        """The effects of the bus, before its gain and pan. The C function is aha_bus_chain."""
        return Chain(self, lib.aha_bus_chain(self._handle))

    def _shown(self) -> dict[str, Any]:
        on = [name for name in ("muted", "paused", "soloed") if getattr(self, name)]
        return {"gain_db": self.gain_db, "pan": self.pan, **dict.fromkeys(on, True)}


def sent(create: Any, source: Bus | Player, destination: Bus, gain_db: float,
         before_fader: bool) -> Bus:
    """A send, which the engine holds until it is closed."""
    point = SendPoint.BEFORE_FADER if before_fader else SendPoint.AFTER_FADER
    send = Bus._of(made(create, source._handle, destination._handle,
                        _structs.SendOptions(point=point, gain_db=gain_db)), source)
    send._parent = destination
    send._started()
    return send
