"""Sound devices: an engine is heard through one, and records from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _arrays, _structs
from ._abi import lib
from ._calls.device import DeviceCalls
from ._arguments import unsigned64
from ._constants.device import DeviceDirection
from ._errors import StateError, UnsupportedError
from ._handle import Held, listed
from ._records.device import DeviceInfo

if TYPE_CHECKING:
    from .engine import Engine


def devices() -> list[DeviceInfo]:
    """Loads the list of available devices, which may be empty; open ones continue. Blocks.

    "null" and "stepped" are not in the list. The C functions are aha_device_scan,
    aha_device_count and aha_device_get. Errors: NoDeviceError (no PortAudio), DeviceError.
    """
    lib.aha_device_scan()
    rows = listed(_structs.DeviceInfo, lib.aha_device_count, lib.aha_device_get)
    return [*map(DeviceInfo._of, rows)]


class Device(DeviceCalls, Held):
    """An output or an input of an engine; a duplex connection needs two devices.

    A started device continues without a reference to it, until ``stop``, ``close`` or its engine's
    end. ``close`` stops and closes it, unless a live input uses it, and blocks.
    """

    _noun = "device"
    _shows = ("id", "direction", "state")

    def start(self) -> None:
        """Starts playing or recording; reopens a lost device. Blocks.

        While an output runs, it renders its engine, which must not be an offline one; meanwhile
        ``engine.render`` and saving raise StateError. The C function is aha_device_start. Errors:
        StateError (another output runs, or a render is in progress), DeviceError, NoDeviceError.
        """
        if self._engine._is_offline and self._direction == DeviceDirection.OUTPUT:
            raise StateError("no device can play an offline engine, which has no clock: create it"
                             " with aha.Engine(offline=False)")
        lib.aha_device_start(self._handle)
        self._started()

    def step(self, frames: int) -> _arrays.Frames:
        """Advances a stepped output, and returns the frames that it plays.

        Shape: (frames, channels). The C function is aha_device_step. Errors: UnsupportedError
        (another device), StateError (not started).
        """
        count = unsigned64("frames", frames)
        if self._direction == DeviceDirection.INPUT:
            raise UnsupportedError("an input plays nothing: step_input is its step")
        channels = self.status.channels
        memory, pointer = _arrays.room(count, channels)
        number = self._engine._family.begin_render()
        lib.aha_device_step(self._handle, None, pointer, count)
        self._engine._family.end_render(number)
        return _arrays.given(memory, count, channels)

    def step_input(self, samples: Any) -> None:
        """Advances a stepped input, which records samples: an array as for :meth:`Engine.sound`.

        The C function is aha_device_step. Errors: as ``step``.
        """
        if self._direction == DeviceDirection.OUTPUT:
            raise UnsupportedError("an output records nothing: step is its step")
        taken = _arrays.taken(samples, self.status.channels)
        lib.aha_device_step(self._handle, taken.pointer, None, taken.frames)

    @property
    def direction(self) -> DeviceDirection:
        """The direction of the device, output or input."""
        return self._direction
