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
        """Pauses recording until aha_recorder_resume. The file continues without a gap. The C
        function is aha_recorder_pause. Errors: StateError (not recording).
        """
        lib.aha_recorder_pause(self._handle)

    def resume(self) -> None:
        """Resumes recording. The C function is aha_recorder_resume. Errors: StateError (not
        paused).
        """
        lib.aha_recorder_resume(self._handle)

    @property
    def status(self) -> RecorderStatus:
        """The status of the take. The C function is aha_recorder_get_status."""
        from .._records.recorder import RecorderStatus

        status = _structs.RecorderStatus()
        lib.aha_recorder_get_status(self._handle, status)
        return RecorderStatus._of(status)

    def meter(self) -> RecorderMeter:
        """Reads the level and resets the peak. The C function is aha_recorder_get_meter."""
        from .._records.recorder import RecorderMeter

        meter = _structs.RecorderMeter()
        lib.aha_recorder_get_meter(self._handle, meter)
        return RecorderMeter._of(meter)


class RecoveryCalls(Handle):
    """The calls of aha_recovery that Python adds nothing to."""

    def __len__(self) -> int:
        """The number of recovered takes. The C function is aha_recovery_count."""
        value: int = lib.aha_recovery_count(self._handle)
        return value
