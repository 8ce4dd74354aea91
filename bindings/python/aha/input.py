"""Live inputs: a microphone, or frames that the host writes, audible on a bus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _arrays, _structs
from ._abi import lib
from ._calls.input import InputCalls
from ._handle import Held, handle_of, made

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

    def __init__(self, engine: Engine, bus: Bus | None = None, device: Device | None = None, *,
                 sample_rate: int = 0, channels: int = 0, latency_frames: int = 0,
                 share_clock: bool = False) -> None:
        """Creates a live input. The C function is aha_input_create.

        ``bus``: a bus without an input; None is the master. ``device``: an input device of the
        engine, which is kept open; None: the host calls ``write``. ``sample_rate``, ``channels``:
        of written frames; 0 is the engine's. ``latency_frames``: buffered frames that prevent gaps,
        up to 8192; 0 is 20 ms, and more after an underrun. ``share_clock``: the input has the
        clock that renders the engine; else the drift of the clocks is compensated.

        Errors: StateError (the bus has an input), InvalidArgumentError (an output, or of another
        engine).
        """
        options = _structs.InputOptions(
            sample_rate=sample_rate, channels=channels, latency_frames=latency_frames,
            share_clock=bool(share_clock))
        handle = made(lib.aha_input_create, engine._handle, handle_of(bus), handle_of(device),
                      options)
        super().__init__(handle, engine)
        self._bus = bus
        self._device = device
        self._channels = options.channels or engine.channels
        self._started()

    def write(self, samples: Any) -> None:
        """Writes frames to an input without a device: an array as for :meth:`Engine.sound`. Never
        waits; frames that the engine does not read in time are dropped.

        The C function is aha_input_write. Errors: UnsupportedError (it has a device).
        """
        taken = _arrays.taken(samples, self._channels)
        lib.aha_input_write(self._handle, taken.pointer, taken.frames)

    @property
    def bus(self) -> Bus:
        """The bus of the input."""
        return self._bus or self._engine.master

    @property
    def device(self) -> Device | None:
        """The input device; None: the host writes."""
        return self._device
