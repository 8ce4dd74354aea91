"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

import ctypes as c

from .. import _structs
from .._abi import lib
from .._arguments import decoded_path, signed64
from .._constants.history import TimeScale
from .._handle import Handle, copied_text, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.scan import WatchStatus


class LibraryCalls(Handle):
    """The calls of aha_library that Python adds nothing to."""

    @property
    def path(self) -> str:
        """The path of the library's file. The C function is aha_library_copy_path."""
        return decoded_path(copied_text(lib.aha_library_copy_path, self._handle))

    def __len__(self) -> int:
        """Counts the library's items in all states. Blocks. The C function is
        aha_library_get_count.
        """
        count = c.c_int64()
        lib.aha_library_get_count(self._handle, count)
        return count.value

    def unwatch(self) -> None:
        """Stops the watch and waits for its end. A running check of a file is aborted; a running
        write to the library is completed. Has no effect without a watch. Blocks. The C function is
        aha_library_stop_watch.
        """
        lib.aha_library_stop_watch(self._handle)

    @property
    def watch_status(self) -> WatchStatus:
        """The status of the watch. The C function is aha_library_get_watch."""
        from .._records.scan import WatchStatus

        status = _structs.WatchStatus()
        lib.aha_library_get_watch(self._handle, status)
        return WatchStatus._of(status)

    def history_json(self, scale: TimeScale | str, first: int, last: int) -> str:
        """Copies the activities as JSON: scale, and buckets with label, number, and counts and
        minutes of plays, takes, bounces and drops. Blocks. The C function is
        aha_library_copy_history_json.
        """
        return text_of(lib.aha_library_copy_history_json, self._handle, TimeScale.of(scale),
                       signed64("first", first), signed64("last", last))
