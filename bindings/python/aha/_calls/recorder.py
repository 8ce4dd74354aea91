"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.recorder import RecorderMeter
    from .._records.recorder import RecorderStatus


class RecorderCalls(Handle):
    """The calls of aha_recorder that Python adds nothing to."""

    def pause(self) -> None:
        """Leaves out what is heard until aha_recorder_resume: the file goes on without a gap. The C
        function is aha_recorder_pause. Errors: StateError (it does not record).
        """
        lib.aha_recorder_pause(self._handle)

    def resume(self) -> None:
        """Records on. The C function is aha_recorder_resume. Errors: StateError (not paused)."""
        lib.aha_recorder_resume(self._handle)

    @property
    def status(self) -> RecorderStatus:
        """How the take is getting on. The C function is aha_recorder_get_status."""
        from .._records.recorder import RecorderStatus

        status = _structs.RecorderStatus()
        lib.aha_recorder_get_status(self._handle, status)
        return RecorderStatus._of(status)

    def meter(self) -> RecorderMeter:
        """Reads the level and begins a new peak. The C function is aha_recorder_get_meter."""
        from .._records.recorder import RecorderMeter

        meter = _structs.RecorderMeter()
        lib.aha_recorder_get_meter(self._handle, meter)
        return RecorderMeter._of(meter)


class RecoveryCalls(Handle):
    """The calls of aha_recovery that Python adds nothing to."""

    def __len__(self) -> int:
        """How many takes were found. The C function is aha_recovery_count."""
        value: int = lib.aha_recovery_count(self._handle)
        return value
