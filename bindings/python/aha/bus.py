"""Buses: each mixes players and other buses, and sends the mix to its parent."""

from __future__ import annotations

from ._abi import lib
from ._calls.bus import BusCalls
from ._handle import EngineChild, handle_of, made
from .chain import Chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .engine import Engine


class Bus(BusCalls, EngineChild):
    """Mixes signals. ``engine.bus()`` creates one; ``engine.master`` is the master bus.

    Closing it releases this handle: the bus continues while a player or bus sends to it. The
    master bus belongs to its engine; closing it does nothing.
    """

    _noun = "bus"

    def __init__(self, engine: Engine, parent: Bus | None = None) -> None:
        """Creates a bus. The C function is aha_bus_create. Errors: LimitError,
        InvalidArgumentError."""
        handle = made(lib.aha_bus_create, engine._handle, handle_of(parent))
        super().__init__(handle, lib.aha_bus_release, engine)
        self._parent = parent

    @classmethod
    def _master(cls, engine: Engine) -> Bus:
        """The C function is aha_engine_master_bus."""
        bus = cls.__new__(cls)
        EngineChild.__init__(bus, lib.aha_engine_master_bus(engine._handle), None, engine)
        bus._parent = None
        return bus

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
    def chain(self) -> Chain:
        """The effects of the bus, before its gain and pan. The C function is aha_bus_chain."""
        return Chain(self, lib.aha_bus_chain(self._handle))

    def _shown(self) -> dict[str, Any]:
        on = [name for name in ("muted", "soloed") if getattr(self, name)]
        return {"gain_db": f"{self.gain_db:g}", "pan": f"{self.pan:g}", **dict.fromkeys(on, True)}
