"""Sound devices: an engine is heard through one, and records from others."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _arrays, _structs
from ._abi import lib
from ._arguments import encoded_text, unsigned32, unsigned64, unsupported
from ._constants.device import (
    DeviceDirection as DeviceDirection,
    DeviceLoss as DeviceLoss,
    DeviceState as DeviceState,
)
from ._handle import EngineChild, copied_text, made
from .base import Result

if TYPE_CHECKING:
    from .engine import Engine


class DeviceInfo(NamedTuple):
    """One device of the list."""

    #: What a :class:`Device` is opened with; the same from one start to the next.
    id: str
    name: str
    #: The sound system: "alsa", "jack", "oss".
    host_api: str
    max_inputs: int
    max_outputs: int
    #: Hz.
    default_sample_rate: int
    #: Whether it is what the id "" means for inputs, and for outputs.
    is_default_input: bool
    is_default_output: bool
    #: What the device claims for itself.
    low_latency_ms: float
    high_latency_ms: float


class DeviceStatus(NamedTuple):
    """How a device does; everything counts from its opening on, past losses."""

    state: DeviceState
    #: Hz.
    sample_rate: int
    channels: int
    #: Frames that the device asks for at once; 0 before the first block of a JACK server.
    block_frames: int
    frames: int
    blocks: int
    #: Times it ran out of frames to play, and threw recorded ones away, as far as it tells.
    underruns: int
    overruns: int
    #: Times it did not ask for a block in time, by our own clock.
    gaps: int
    #: Blocks whose rendering took longer than they last.
    late_blocks: int
    #: Times it was lost.
    losses: int
    #: What it says about its way to the speaker, or from the microphone.
    latency_ms: float
    longest_gap_ms: float
    #: Time that rendering a block took, on average and at most.
    render_mean_ms: float
    render_max_ms: float
    #: The share of a block's length that 99.9 % of the renders stayed within; 2: or more.
    render_share_999: float


def devices() -> list[DeviceInfo]:
    """Looks which devices there are now; none is no error, and open ones go on. Blocks.

    "null" and "stepped" are not among them. The C functions are aha_device_load_list and
    aha_device_get_info. Errors: NoDeviceError (no PortAudio), DeviceError.
    """
    lib.aha_device_load_list(c.c_uint32())
    found: list[DeviceInfo] = []
    info = _structs.DeviceInfo()
    while lib.aha_device_get_info(len(found), info) != Result.END:
        found.append(_device_info(info))
    return found


def _device_info(info: _structs.DeviceInfo) -> DeviceInfo:
    values = info.values()
    for name in ("id", "name", "host_api"):
        values[name] = values[name].decode("utf-8", "surrogateescape")
    for name in ("is_default_input", "is_default_output"):
        values[name] = bool(values[name])
    return DeviceInfo(**values)


class Device(EngineChild):
    """An output or an input of an engine; sound that goes both ways takes two.

    A device that was started goes on when nothing refers to it any more, until ``stop``, ``close``
    or its engine's end.
    """

    _noun = "device"

    def __init__(self, engine: Engine, id: str = "", *,
                 direction: DeviceDirection | str = DeviceDirection.OUTPUT, block_frames: int = 0,
                 latency_ms: int = 0, channels: int = 0,
                 on_loss: DeviceLoss | str = DeviceLoss.NEXT) -> None:
        """Opens a device, which is stopped. Blocks. The C function is aha_device_open.

        ``id``: one of :func:`devices`; "" is the default one, "null" a clock without hardware,
        "stepped" a device that ``step`` moves. ``direction``: "output" or "input".
        ``block_frames``: a power of two from 16 to 8192, ``latency_ms``: 1 to 2000; 0 is what suits
        the device. ``channels``: of an input, 1 or 2; 0 is the engine's. ``on_loss``: "next",
        "same" or "stop".

        Errors: NoDeviceError, DeviceFormatError (it has not the engine's rate, or not the
        channels), DeviceError (busy, or it does not answer), InvalidArgumentError.
        """
        options = _structs.DeviceOptions(
            id=encoded_text("id", id), direction=DeviceDirection.of(direction),
            block_frames=unsigned32("block_frames", block_frames),
            latency_ms=unsigned32("latency_ms", latency_ms),
            channels=unsigned32("channels", channels), on_loss=DeviceLoss.of(on_loss))
        super().__init__(made(lib.aha_device_open, engine._handle, options), lib.aha_device_release,
                         engine)
        self._direction = DeviceDirection.of(direction)
        self._channels = self.status.channels

    def start(self) -> None:
        """Begins to play or to record; opens the device again when it was lost. Blocks.

        An output renders its engine, which must be made with ``offline=False``, as long as it runs:
        ``engine.render`` and saving raise StateError then. The C function is aha_device_start.
        Errors: StateError (another output runs, or a render is under way), DeviceError,
        NoDeviceError.
        """
        lib.aha_device_start(self._handle)
        self._engine._family.hold(self)

    def stop(self) -> None:
        """Ends playing or recording at once; the engine's clock stands still then. Blocks.

        The C function is aha_device_stop.
        """
        lib.aha_device_stop(self._handle)
        self._engine._family.drop(self)

    def step(self, frames: int) -> _arrays.Frames:
        """Makes a stepped output ask for its next frames, and gives what it plays.

        Shape: (frames, channels). The C function is aha_device_step. Errors: UnsupportedError
        (another device), StateError (not started).
        """
        count = unsigned64("frames", frames)
        if self._direction == DeviceDirection.INPUT:
            raise unsupported("an input plays nothing: step_input is its step")
        memory, pointer = _arrays.room(count, self._channels)
        self._engine._family.render(
            lambda: lib.aha_device_step(self._handle, None, pointer, count))
        return _arrays.given(memory, count, self._channels)

    def step_input(self, samples: Any) -> None:
        """Makes a stepped input record samples: an array as :meth:`Engine.sound` takes it.

        The C function is aha_device_step. Errors: as ``step``.
        """
        if self._direction == DeviceDirection.OUTPUT:
            raise unsupported("an output records nothing: step is its step")
        taken = _arrays.taken(samples, self._channels)
        lib.aha_device_step(self._handle, taken.pointer, None, taken.frames)

    def close(self) -> None:
        """Stops and closes the device, unless a live input uses it. Blocks.

        The C function is aha_device_release.
        """
        self._engine._family.drop(self)
        super().close()

    @property
    def direction(self) -> DeviceDirection:
        """Which way the sound goes."""
        return self._direction

    @property
    def id(self) -> str:
        """The device that is in use, which after a loss may be another one.

        The C function is aha_device_copy_id.
        """
        return copied_text(lib.aha_device_copy_id, self._handle).decode("utf-8", "surrogateescape")

    @property
    def status(self) -> DeviceStatus:
        """How the device does. The C function is aha_device_get_status."""
        status = _structs.DeviceStatus()
        lib.aha_device_get_status(self._handle, status)
        return DeviceStatus(**{**status.values(), "state": DeviceState(status.state)})

    @property
    def state(self) -> DeviceState:
        """What the device does."""
        return self.status.state

    def _shown(self) -> dict[str, Any]:
        return {"id": self.id, "direction": self._direction.name.lower(),
                "state": self.state.name.lower()}
