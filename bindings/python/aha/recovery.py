"""Recovery of takes that a crash or a power failure interrupted."""

from __future__ import annotations


from . import _structs
from ._abi import lib
from ._calls.recorder import RecoveryCalls
from ._arguments import Path, decoded_path, encoded_path
from ._handle import Handle, copied_text, made
from ._records.recorder import RecoveredTake


def recover(folder: Path) -> list[RecoveredTake]:
    """Finds the interrupted takes of a folder, and completes their files in place. Blocks.

    Takes that a process is still recording are left unchanged. A recovered take is not found again.
    The C functions are aha_recovery_open, aha_recovery_count, aha_recovery_get_take and
    aha_recovery_copy_path. Errors: NotFoundError, AccessError.
    """
    with Recovery(folder) as recovery:
        return [recovery.take(index) for index in range(len(recovery))]


class Recovery(RecoveryCalls, Handle):
    """The recovered takes of a folder."""

    _noun = "recovery"

    def __init__(self, folder: Path) -> None:
        super().__init__(made(lib.aha_recovery_open, encoded_path(folder)),
                         lib.aha_recovery_release)

    def take(self, index: int) -> RecoveredTake:
        """Returns one take; the takes are sorted by name."""
        take = _structs.RecoveredTake()
        lib.aha_recovery_get_take(self._handle, index, take)
        path = copied_text(lib.aha_recovery_copy_path, self._handle, index)
        return RecoveredTake._of(take, decoded_path(path))
