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
        """Requests cancellation of a job. The job removes its partial output, and its result is
        CancelledError. Has no effect on a finished job. The C function is aha_job_cancel.
        """
        lib.aha_job_cancel(self._handle)

    @property
    def progress(self) -> Progress:
        """The progress of a job. The C function is aha_job_get_progress."""
        from .._records.job import Progress

        progress = _structs.JobProgress()
        lib.aha_job_get_progress(self._handle, progress)
        return Progress._of(progress)

    @property
    def stage(self) -> str:
        """The current stage of the job: "waiting", "decoding", "rendering", "verifying", "signing
        in", "sending", "locked" (a drop waits for another client's lock), "receiving", "scanning",
        "done", "failed". The C function is aha_job_stage.
        """
        text: str = lib.aha_job_stage(self._handle)
        return text

    @property
    def error(self) -> str:
        """The error line of a failed job; "" if the job did not fail. The C function is
        aha_job_copy_error.
        """
        return text_of(lib.aha_job_copy_error, self._handle)
