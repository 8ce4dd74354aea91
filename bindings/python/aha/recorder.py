"""Recorders, which write a bus to a file in real time, and interrupted takes."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from . import _structs, _wait
from ._abi import lib
from ._calls.recorder import RecorderCalls
from ._calls.recovery import RecoveryCalls
from ._arguments import Path, decoded_path
from ._constants.recorder import RecorderState
from ._handle import Handle, Held, copied_text, got, made
from ._records.recovery import RecoveredTake
from ._player_values import ramp_of
from .base import Result
from .sound import Sound, sound_options

if TYPE_CHECKING:
    from .engine import Engine


class Recorder(RecorderCalls, Held):
    """Records one take of one bus. It can be started once.

    A started take continues without a reference to it. It is complete after ``stop`` and then
    ``wait``, or ``await recorder`` inside asyncio. ``close`` also stops the take, which is still
    written completely.
    """

    _noun = "recorder"
    _shows = ("paths", "state")

    def start(self, *, at: int | None = None) -> None:
        """Starts recording at the next frame, or at an engine frame; the pre-roll precedes it.

        The C function is aha_recorder_start. Errors: StateError (recording, or ended),
        InvalidArgumentError.
        """
        lib.aha_recorder_start(self._handle, ramp_of(at, None))
        self._started()

    def stop(self, *, at: int | None = None) -> None:
        """Ends the take after the frames rendered so far, or before an engine frame.

        The stop takes effect at the next render: at the next block of a running device, or the next
        step of a stepped one. Without ``at``, it takes effect at once if the engine was not
        rendered for a quarter of a second. The C function is aha_recorder_stop. Errors: StateError
        (ended), InvalidArgumentError.
        """
        lib.aha_recorder_stop(self._handle, ramp_of(at, None))
        self._stopped(at)

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until the take is complete, at most ``timeout`` seconds; False if the timeout
        expired.

        Raises the error that ended the take: DiskFullError (the guard or the disk), NotFoundError
        (the file was removed), VerifyError, other file errors. The C function is aha_recorder_wait.
        """
        return _wait.wait(self._wait_ms, timeout)

    def _wait_ms(self, timeout_ms: int) -> bool:
        is_over = True
        try:
            is_over = bool(lib.aha_recorder_wait(self._handle, timeout_ms) != Result.PENDING)
        finally:
            if is_over:
                self._stopped()
        return is_over

    def __await__(self) -> Generator[Any, None, None]:
        """``await recorder`` waits without blocking the event loop, and raises as ``wait`` does.

        If the awaiting task is cancelled, the take is stopped, and is complete soon after.
        """
        return _wait.wait_in_the_loop(self._wait_ms, self._stop_open).__await__()

    def _stop_open(self) -> None:
        if not self.closed and self.status.state < RecorderState.FINISHING:
            self.stop()

    def take(self, *, streamed: bool | None = None, read_ahead_ms: int = 0) -> Sound:
        """Creates a sound from the finished take. Several files become one resident sound. Blocks.

        The keywords are those of :meth:`Engine.load`. The C function is aha_recorder_load_take.
        Errors: StateError (not finished, or nothing was recorded), UnsupportedError (a streamed
        sound from several files).
        """
        options = sound_options(streamed, read_ahead_ms)
        return Sound(made(lib.aha_recorder_load_take, self._handle, options), self._engine)

    @property
    def paths(self) -> list[str]:
        """The take's files; the first is the path given. The C function is aha_recorder_copy_path.
        """
        return [decoded_path(copied_text(lib.aha_recorder_copy_path, self._handle, index))
                for index in range(self.status.file_count)]


def recover(folder: Path) -> list[RecoveredTake]:
    """Finds the interrupted takes of a folder, and completes their files in place. Blocks.

    Takes that a process is still recording are left unchanged. A recovered take is not found again.
    The C functions are aha_recovery_open, aha_recovery_count, aha_recovery_get and
    aha_recovery_copy_path. Errors: NotFoundError, AccessError.
    """
    with Recovery(folder) as recovery:
        return [recovery.take(index) for index in range(len(recovery))]


class Recovery(RecoveryCalls, Handle):
    """The recovered takes of a folder."""

    _noun = "recovery"

    def take(self, index: int) -> RecoveredTake:
        """Returns one take; the takes are sorted by name."""
        take = got(_structs.RecoveredTake(), lib.aha_recovery_get, self._handle, index)
        path = copied_text(lib.aha_recovery_copy_path, self._handle, index)
        return RecoveredTake._of(take, decoded_path(path))
