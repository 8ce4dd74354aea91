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
        """True while it is monitored. Lets its bus go on to its parent, as at first, or only be
        measured and recorded. The C functions are aha_input_monitored and aha_input_set_monitored.
        Errors: InvalidArgumentError (the master bus).
        """
        return bool(lib.aha_input_monitored(self._handle))

    @monitored.setter
    def monitored(self, monitored: bool) -> None:
        lib.aha_input_set_monitored(self._handle, bool(monitored))

    def measure_latency(self) -> int:
        """Plays a burst of noise on the master bus and listens for it: the way from the output back
        to the input's bus, which must be looped back by a cable, or through the air. The engine
        must be rendered meanwhile; it takes some two seconds. Blocks. The C function is
        aha_input_measure_latency. Errors: StateError (nobody renders), NotFoundError (the burst was
        not heard), UnsupportedError (not the engine's rate).
        """
        frames = c.c_uint64()
        lib.aha_input_measure_latency(self._handle, frames)
        return frames.value

    @property
    def latency_frames(self) -> int:
        """Frames from the engine's output to its bus, to be added to where something was played: a
        recorder of the bus that is started so much after the frame at which a song begins holds,
        from its first frame on, what was played to that song. The measured way, or before that what
        is held back, and the offset; at least 0. The C function is aha_input_latency_frames.
        """
        value: int = lib.aha_input_latency_frames(self._handle)
        return value

    @property
    def offset_frames(self) -> int:
        """The offset. Corrects the latency by hand. ``offset_frames``: To be added; up to 2^31
        either way. The C functions are aha_input_offset_frames and aha_input_set_offset_frames.
        Errors: InvalidArgumentError.
        """
        value: int = lib.aha_input_offset_frames(self._handle)
        return value

    @offset_frames.setter
    def offset_frames(self, offset_frames: int) -> None:
        lib.aha_input_set_offset_frames(self._handle, signed64("offset_frames", offset_frames))

    @property
    def status(self) -> InputStatus:
        """How it does. The C function is aha_input_get_status."""
        from .._records.input import InputStatus

        status = _structs.InputStatus()
        lib.aha_input_get_status(self._handle, status)
        return InputStatus._of(status)
