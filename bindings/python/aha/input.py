"""Live inputs: a microphone, or whatever the host writes, heard on a bus."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _arrays, _structs
from ._abi import lib
from ._arguments import signed64, unsigned32
from ._handle import EngineChild, handle_of, made

if TYPE_CHECKING:
    from .bus import Bus
    from .device import Device
    from .engine import Engine


class InputStatus(NamedTuple):
    """How a live input does."""

    #: Frames that were heard.
    frames: int
    #: Times that nothing had come in time; silence was heard.
    underruns: int
    #: Times that it was so far behind that something was left out, after a stall.
    skips: int
    #: Frames from the newest that came to the one that is heard.
    held_frames: int
    #: By how much the input's clock is fast, in millionths, as far as that is known.
    drift_ppm: float


class Input(EngineChild):
    """A live input, heard on a bus from when it is made until ``close`` or its engine's end.

    Effects, meter, gain and recorders are those of the bus.
    """

    _noun = "input"

    def __init__(self, engine: Engine, bus: Bus | None = None, device: Device | None = None, *,
                 sample_rate: int = 0, channels: int = 0, latency_frames: int = 0,
                 shares_clock: bool = False) -> None:
        """Makes a live input. The C function is aha_input_create.

        ``bus``: one without an input; None is the master. ``device``: an input of the engine, which
        is kept open; None: ``write`` hands over what has come. ``sample_rate``, ``channels``: of
        what is written; 0 is the engine's. ``latency_frames``: held back so that none is missing,
        up to 8192; 0 is 20 ms, more once that was too short. ``shares_clock``: it goes by the clock
        that renders the engine; else the drift of the clocks is followed.

        Errors: StateError (the bus has one), InvalidArgumentError (an output, or of another
        engine).
        """
        options = _structs.InputOptions(
            sample_rate=unsigned32("sample_rate", sample_rate),
            channels=unsigned32("channels", channels),
            latency_frames=unsigned32("latency_frames", latency_frames),
            shares_clock=bool(shares_clock))
        handle = made(lib.aha_input_create, engine._handle, handle_of(bus), handle_of(device),
                      options)
        super().__init__(handle, lib.aha_input_release, engine)
        self._bus = bus
        self._device = device
        self._channels = options.channels or engine.channels
        engine._family.hold(self)

    def write(self, samples: Any) -> None:
        """Hands over what has come, of an input without device: an array as :meth:`Engine.sound`
        takes it. Never waits; what nobody reads in time is left out.

        The C function is aha_input_write. Errors: UnsupportedError (it has a device).
        """
        taken = _arrays.taken(samples, self._channels)
        lib.aha_input_write(self._handle, taken.pointer, taken.frames)

    def measure_latency(self) -> int:
        """Plays a burst of noise on the master bus and listens for it; gives the way in frames.

        The output must be looped back by a cable, or through the air, and the engine be rendered
        meanwhile. Blocks for some two seconds. The C function is aha_input_measure_latency.
        Errors: StateError (nobody renders), NotFoundError (not heard), UnsupportedError (not the
        engine's rate).
        """
        frames = c.c_uint64()
        lib.aha_input_measure_latency(self._handle, frames)
        return frames.value

    def close(self) -> None:
        """Fades it out and lets go of its bus and device. The C function is aha_input_release."""
        self._engine._family.drop(self)
        super().close()

    @property
    def latency_frames(self) -> int:
        """Frames from the engine's output to the bus: a recorder of the bus that is started so much
        after the frame at which a song begins holds what was played to that song.

        The measured way, or before that what is held back, and the offset. The C function is
        aha_input_latency_frames.
        """
        frames: int = lib.aha_input_latency_frames(self._handle)
        return frames

    @property
    def offset_frames(self) -> int:
        """Corrects the latency by hand: frames to be added, up to 2**31 either way.

        The C function is aha_input_set_offset_frames.
        """
        frames: int = lib.aha_input_offset_frames(self._handle)
        return frames

    @offset_frames.setter
    def offset_frames(self, frames: int) -> None:
        lib.aha_input_set_offset_frames(self._handle, signed64("offset_frames", frames))

    @property
    def monitored(self) -> bool:
        """Whether its bus goes on to its parent, or is only measured and recorded.

        The C function is aha_input_set_monitored. Errors: InvalidArgumentError (the master bus).
        """
        return bool(lib.aha_input_monitored(self._handle))

    @monitored.setter
    def monitored(self, monitored: bool) -> None:
        lib.aha_input_set_monitored(self._handle, bool(monitored))

    @property
    def bus(self) -> Bus:
        """Where it is heard."""
        return self._bus or self._engine.master

    @property
    def device(self) -> Device | None:
        """What it listens to; None: what is written."""
        return self._device

    @property
    def status(self) -> InputStatus:
        """How it does. The C function is aha_input_get_status."""
        status = _structs.InputStatus()
        lib.aha_input_get_status(self._handle, status)
        return InputStatus(**status.values())

    def _shown(self) -> dict[str, Any]:
        return {"monitored": self.monitored, "latency_frames": self.latency_frames}
