"""Jobs, which load and save on a thread of libaha."""

from __future__ import annotations

from collections.abc import Generator

from . import _structs, _wait
from ._abi import lib
from ._calls.job import JobCalls
from ._handle import EngineChild, got
from .base import Error, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .engine import Engine
    from .stream import Stream


class Job(JobCalls, EngineChild):
    """A running or finished task. It continues without this object, but not without its engine.

    Wait with ``job.wait()``, or with ``await job`` inside asyncio. A failure is raised there.
    """

    _noun = "job"
    _stream: Stream | None = None
    _attends = True

    def __init__(self, handle: int, engine: Engine, stream: Stream | None = None) -> None:
        super().__init__(handle, engine)
        self._stream = stream

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the end, at most ``timeout`` seconds; False if the timeout expired.

        Raises the job's error; CancelledError after ``cancel``. A KeyboardInterrupt ends
        the wait and leaves the job running. The C function is aha_job_wait.
        """
        return _wait.wait(self._wait_ms, timeout)

    def _wait_ms(self, timeout_ms: int) -> bool:
        try:
            result: int = lib.aha_job_wait(self._handle, timeout_ms)
        except Error as error:
            self._leave_stream()
            if self._stream is not None:
                self._stream._blame(error)
            raise
        if result == Result.PENDING:
            return False
        self._leave_stream()
        return True

    def progress_bar(self, description: str = "", *, bar: str = "") -> None:
        """Waits for the end as ``wait()`` does, and shows a progress bar on stderr.

        ``bar``: "tqdm", "rich", or "text", which needs no package; by default tqdm if it is
        installed, else rich if it is, else text. In notebooks tqdm and rich have bars of their own.
        Errors: ImportError (the package is not installed), InvalidArgumentError.
        """
        from ._progress import shown_until_end

        shown_until_end(self, description, bar)

    def _leave_stream(self) -> None:
        """The job has ended: later exceptions of the file object belong to other calls."""
        if self._attends and self._stream is not None:
            self._attends = False
            self._stream._leave()

    def __await__(self) -> Generator[Any, None, None]:
        """``await job`` waits without blocking the event loop, and raises as ``wait`` does.

        If the awaiting task is cancelled, the job is cancelled too, as for an awaited task.
        """
        return _wait.wait_in_the_loop(self._wait_ms, self._cancel_open).__await__()

    def _cancel_open(self) -> None:
        if not self.closed:
            self.cancel()

    @property
    def done(self) -> bool:
        """True after the job has succeeded or failed."""
        now = got(_structs.JobProgress(), lib.aha_job_get_progress, self._handle)
        return bool(now.result != Result.PENDING)

    def _shown(self) -> dict[str, Any]:
        fraction = self.progress.fraction
        return {"stage": self.stage, "progress": "?" if fraction is None else f"{fraction:.0%}"}
