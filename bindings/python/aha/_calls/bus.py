"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.bus import Meter


class BusCalls(Handle):
    """The calls of aha_bus that Python adds nothing to."""

    @property
    def gain_db(self) -> float:
        """The gain as set. ``gain_db``: -inf (silence) to 24. The C functions are aha_bus_gain_db
        and aha_bus_set_gain_db. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_bus_gain_db(self._handle)
        return value

    @gain_db.setter
    def gain_db(self, gain_db: float) -> None:
        lib.aha_bus_set_gain_db(self._handle, float(gain_db))

    @property
    def pan(self) -> float:
        """The balance as set. Both sides are at 0 dB at the center, the open side at 3 dB at an
        edge. ``pan``: -1 (left only) to 1 (right only). The C functions are aha_bus_pan and
        aha_bus_set_pan. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_bus_pan(self._handle)
        return value

    @pan.setter
    def pan(self, pan: float) -> None:
        lib.aha_bus_set_pan(self._handle, float(pan))

    @property
    def muted(self) -> bool:
        """True when muted. The C functions are aha_bus_muted and aha_bus_set_muted."""
        return bool(lib.aha_bus_muted(self._handle))

    @muted.setter
    def muted(self, muted: bool) -> None:
        lib.aha_bus_set_muted(self._handle, bool(muted))

    @property
    def soloed(self) -> bool:
        """True when soloed. While any bus is soloed, only soloed buses are audible, with their
        inputs and the buses on their way to the master. The C functions are aha_bus_soloed and
        aha_bus_set_soloed. Errors: InvalidArgumentError (the master).
        """
        return bool(lib.aha_bus_soloed(self._handle))

    @soloed.setter
    def soloed(self, soloed: bool) -> None:
        lib.aha_bus_set_soloed(self._handle, bool(soloed))

    def meter(self) -> Meter:
        """Reads the level and resets the peak. The C function is aha_bus_get_meter."""
        from .._records.bus import Meter

        meter = _structs.BusMeter()
        lib.aha_bus_get_meter(self._handle, meter)
        return Meter._of(meter)
