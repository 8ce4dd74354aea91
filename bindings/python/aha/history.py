"""What was done in a library by day, week and month, and where somebody looks in that."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, moment64, rounded64, signed64
from ._constants.history import Activity as Activity, TimeScale as TimeScale
from ._records.history import Bucket
from ._errors import BufferTooSmallError
from .base import Result
from .picture import strip_options

if TYPE_CHECKING:
    from .library import Library


class HistoryCursor:
    """Where somebody looks in a history: a scale, and a place in each of the scales. They are
    independent: who goes back three months finds the day where it was left. Nothing of it is ever
    later than now.
    """

    def __init__(self, scale: TimeScale | str = TimeScale.DAY, *, day: int = -1, week: int = -1,
                 month: int = -1) -> None:
        """Places that are negative are now."""
        self._cursor = _structs.HistoryCursor(
            scale=TimeScale.of(scale), day=signed64("day", day), week=signed64("week", week),
            month=signed64("month", month))
        self.move(0)

    def move(self, count: int) -> int:
        """Goes along time; negative: back. How far it went. The C function is
        aha_history_cursor_move.
        """
        moved = c.c_int64()
        lib.aha_history_cursor_move(self._cursor, signed64("count", count), moved)
        return moved.value

    def zoom(self, count: int) -> int:
        """Goes to longer pieces of time; negative: to shorter ones. How far it went. The C function
        is aha_history_cursor_zoom.
        """
        moved = c.c_int64()
        lib.aha_history_cursor_zoom(self._cursor, signed64("count", count), moved)
        return moved.value

    def seek(self, at: float) -> None:
        """Goes to the piece that a moment is in, in seconds since 1970. The C function is
        aha_history_cursor_seek.
        """
        lib.aha_history_cursor_seek(self._cursor, moment64("at", at))

    @property
    def scale(self) -> TimeScale:
        """What is looked at."""
        return TimeScale(self._cursor.scale)

    @property
    def place(self) -> int:
        """The number of the piece of time that is looked at."""
        return self.place_in(self.scale)

    def place_in(self, scale: TimeScale | str) -> int:
        """The place in a scale that need not be looked at."""
        return int(getattr(self._cursor, TimeScale.of(scale).name.lower()))

    @property
    def label(self) -> str:
        """What is looked at, as in "2026-W47"."""
        return self.scale.label(self.place)

    @property
    def is_now(self) -> bool:
        """Whether what is looked at is not over yet."""
        return bool(self._cursor.is_now)

    def __repr__(self) -> str:
        return f"<aha.HistoryCursor {self.label}>"


def note(library: Library, activity: Activity | str, number: int, seconds: float,
         at: float | None) -> None:
    """As ``Library.note``."""
    # For C, 0 is now: the first second of 1970 is its second one.
    moment = 0 if at is None else moment64("at", at) or 1
    lib.aha_library_note(library._handle, Activity.of(activity), number,
                         rounded64("seconds", seconds, 1000), moment)


def history(library: Library, scale: TimeScale | str, first: int, last: int) -> list[Bucket]:
    """As ``Library.history``."""
    arguments = (library._handle, TimeScale.of(scale), signed64("first", first),
                 signed64("last", last))
    count = c.c_uint32()
    lib.aha_library_copy_history(*arguments, None, 0, count)
    while True:
        buckets = (_structs.HistoryBucket * count.value)()
        try:
            lib.aha_library_copy_history(*arguments, buckets, len(buckets), count)
        except BufferTooSmallError:  # a day has begun meanwhile
            continue
        return [Bucket._of(one) for one in buckets[:count.value]]


def draw_history(library: Library, path: Path, scale: TimeScale | str, first: int, last: int,
                 width: int, height: int, foreground: int | None, background: int | None) -> None:
    """As ``Library.draw_history``."""
    options = strip_options(width, height, foreground, background)
    lib.aha_library_draw_history(library._handle, TimeScale.of(scale), signed64("first", first),
                                 signed64("last", last), encoded_path(path), options)


def first_of(library: Library, scale: TimeScale | str) -> int | None:
    """As ``Library.first``."""
    number = c.c_int64()
    ended = lib.aha_library_get_first(library._handle, TimeScale.of(scale), number) == Result.END
    return None if ended else number.value
