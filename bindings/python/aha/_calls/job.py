"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.job import Progress


class JobCalls(Handle):
    """The calls of aha_job that Python adds nothing to."""

    def cancel(self) -> None:
        """Asks a job to end soon, leaving nothing half made; it then answers CancelledError. Does
        nothing to a job that has ended. The C function is aha_job_cancel.
        """
        lib.aha_job_cancel(self._handle)

    @property
    def progress(self) -> Progress:
        """How far a job is. The C function is aha_job_get_progress."""
        from .._records.job import Progress

        progress = _structs.JobProgress()
        lib.aha_job_get_progress(self._handle, progress)
        return Progress._of(progress)

    @property
    def stage(self) -> str:
        """What the job is doing: "waiting", "decoding", "rendering", "verifying", "signing in",
        "sending", "receiving", "scanning", "done", "failed". The C function is aha_job_stage.
        """
        text: str = lib.aha_job_stage(self._handle)
        return text

    @property
    def error(self) -> str:
        """The line that says why a job failed; "" when it did not. The C function is
        aha_job_copy_error.
        """
        return text_of(lib.aha_job_copy_error, self._handle)
