"""Buses: players and other buses are mixed there, and go on to the parent."""

from __future__ import annotations


from . import _structs
from ._abi import lib
from ._handle import EngineChild, handle_of, made
from .chain import Chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._records import Meter
    from .engine import Engine


class Bus(EngineChild):
    """A place where signals are mixed. ``engine.bus()`` makes one, ``engine.master`` is the last.

    Closing it gives up this handle: the bus goes on as long as a player or bus goes to it. The
    master bus belongs to its engine; closing it does nothing.
    """

    _noun = "bus"

    def __init__(self, engine: Engine, parent: Bus | None = None) -> None:
        """The C function is aha_bus_create. Errors: LimitError, InvalidArgumentError."""
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
        """Where the bus goes to; None for the master, which goes nowhere.

        Set it to send the bus elsewhere, None for the master bus; faded over the engine's ramp.
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
    def gain_db(self) -> float:
        """The gain, -inf (silence) to 24 dB; ramped. The C function is aha_bus_set_gain_db."""
        gain: float = lib.aha_bus_gain_db(self._handle)
        return gain

    @gain_db.setter
    def gain_db(self, gain_db: float) -> None:
        lib.aha_bus_set_gain_db(self._handle, float(gain_db))

    @property
    def pan(self) -> float:
        """The balance, -1 (left only) to 1 (right only), at equal power.

        The C function is aha_bus_set_pan.
        """
        pan: float = lib.aha_bus_pan(self._handle)
        return pan

    @pan.setter
    def pan(self, pan: float) -> None:
        lib.aha_bus_set_pan(self._handle, float(pan))

    @property
    def muted(self) -> bool:
        """True while the bus is silenced. The C function is aha_bus_set_muted."""
        return bool(lib.aha_bus_muted(self._handle))

    @muted.setter
    def muted(self, muted: bool) -> None:
        lib.aha_bus_set_muted(self._handle, bool(muted))

    @property
    def soloed(self) -> bool:
        """While any bus is soloed, only soloed buses are heard, with what comes into them and what
        they go through. The C function is aha_bus_set_soloed.
        """
        return bool(lib.aha_bus_soloed(self._handle))

    @soloed.setter
    def soloed(self, soloed: bool) -> None:
        lib.aha_bus_set_soloed(self._handle, bool(soloed))

    @property
    def chain(self) -> Chain:
        """The effects of the bus, before its gain and pan. The C function is aha_bus_chain."""
        return Chain(self, lib.aha_bus_chain(self._handle))

    def meter(self) -> Meter:
        """Reads the level and begins a new peak. The C function is aha_bus_get_meter."""
        from ._records import Meter

        meter = _structs.BusMeter()
        lib.aha_bus_get_meter(self._handle, meter)
        return Meter(**meter.values())

    def _shown(self) -> dict[str, Any]:
        on = [name for name in ("muted", "soloed") if getattr(self, name)]
        return {"gain_db": f"{self.gain_db:g}", "pan": f"{self.pan:g}", **dict.fromkeys(on, True)}
