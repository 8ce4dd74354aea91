"""Live inputs: a microphone, or frames that the host writes, audible on a bus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _arrays
from ._abi import lib
from ._calls.input import InputCalls
from ._handle import Held

if TYPE_CHECKING:
    from .bus import Bus
    from .device import Device
    from .engine import Engine


class Input(InputCalls, Held):
    """A live input, audible on a bus from its creation until ``close`` or its engine's end.

    ``close`` fades it out and releases its bus and device. Effects, meter, gain and recorders are
    those of the bus.
    """

    _noun = "input"
    _shows = ("monitored", "latency_frames")

    def write(self, samples: Any) -> None:
        """Writes frames to an input without a device: an array as for :meth:`Engine.sound`. Never
        waits; frames that the engine does not read in time are dropped.

        The C function is aha_input_write. Errors: UnsupportedError (it has a device).
        """
        taken = _arrays.taken(samples, self._channels or self._engine.channels)
        lib.aha_input_write(self._handle, taken.pointer, taken.frames)

    @property
    def bus(self) -> Bus:
        """The bus of the input."""
        return self._bus or self._engine.master

    @property
    def device(self) -> Device | None:
        """The input device; None: the host writes."""
        return self._device
