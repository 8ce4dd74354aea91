"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

import ctypes as c

from .. import _structs
from .._abi import lib
from .._arguments import signed64
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.input import InputStatus


class InputCalls(Handle):
    """The calls of aha_input that Python adds nothing to."""

    @property
    def monitored(self) -> bool:
        """True while the input is monitored: its bus is sent to the parent, which is the default.
        The C functions are aha_input_monitored and aha_input_set_monitored. Errors:
        InvalidArgumentError (the master bus).
        """
        return bool(lib.aha_input_monitored(self._handle))

    @monitored.setter
    def monitored(self, monitored: bool) -> None:
        lib.aha_input_set_monitored(self._handle, bool(monitored))

    def measure_latency(self) -> int:
        """Measures the round-trip latency: plays a burst of noise on the master bus and detects it
        on the input's bus. The output must reach the input by a cable or through the air, and the
        engine must be rendered meanwhile. Takes about two seconds. Blocks. The C function is
        aha_input_measure_latency. Errors: StateError (the engine is not rendered), NotFoundError
        (the burst was not detected), UnsupportedError (the input's rate differs from the engine's).
        """
        frames = c.c_uint64()
        lib.aha_input_measure_latency(self._handle, frames)
        return frames.value

    @property
    def latency_frames(self) -> int:
        """Round-trip latency in frames, from the engine's output to the input's bus; at least 0. To
        record in time with a song, start the recorder of the bus this many frames after the song's
        first frame. The value is the measured latency, or before a measurement the buffering, plus
        the offset. The C function is aha_input_latency_frames.
        """
        value: int = lib.aha_input_latency_frames(self._handle)
        return value

    @property
    def offset_frames(self) -> int:
        """The manual correction of the latency. ``offset_frames``: Added to the latency; -2^31 to
        2^31. The C functions are aha_input_offset_frames and aha_input_set_offset_frames. Errors:
        InvalidArgumentError.
        """
        value: int = lib.aha_input_offset_frames(self._handle)
        return value

    @offset_frames.setter
    def offset_frames(self, offset_frames: int) -> None:
        lib.aha_input_set_offset_frames(self._handle, signed64("offset_frames", offset_frames))

    @property
    def status(self) -> InputStatus:
        """The status of the input. The C function is aha_input_get_status."""
        from .._records.input import InputStatus

        status = _structs.InputStatus()
        lib.aha_input_get_status(self._handle, status)
        return InputStatus._of(status)
