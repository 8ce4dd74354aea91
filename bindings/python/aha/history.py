"""Activities in a library by day, week and month, and a cursor to browse them."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, moment64, rounded64, signed64
from ._calls.library import LibraryCalls
from ._constants.history import Activity, TimeScale
from ._handle import got
from .items import Item, number_of
from .picture import strip_options


class HistoryCursor:
    """A cursor for browsing a history: a scale, and a position in each scale. The positions are
    independent: a move by three months does not change the day. No position is in the future.
    """

    def __init__(self, scale: TimeScale | str = TimeScale.DAY, *, day: int = -1, week: int = -1,
                 month: int = -1) -> None:
        """A negative position is the current period."""
        self._cursor = _structs.HistoryCursor(
            scale=TimeScale.of(scale), day=signed64("day", day), week=signed64("week", week),
            month=signed64("month", month))
        self.move(0)

    def move(self, count: int) -> int:
        """Moves in time; negative: back. Returns the number of periods moved. The C function is
        aha_history_cursor_move.
        """
        return _moved(lib.aha_history_cursor_move, self._cursor, count)

    def zoom(self, count: int) -> int:
        """Changes to longer periods; negative: to shorter ones. Returns the number of steps. The C
        function is aha_history_cursor_zoom.
        """
        return _moved(lib.aha_history_cursor_zoom, self._cursor, count)

    def seek(self, at: float) -> None:
        """Moves to the period of a time, in seconds since 1970. The C function is
        aha_history_cursor_seek.
        """
        lib.aha_history_cursor_seek(self._cursor, moment64("at", at))

    @property
    def scale(self) -> TimeScale:
        """The current scale."""
        return TimeScale(self._cursor.scale)

    @property
    def place(self) -> int:
        """The number of the current period."""
        return self.place_in(self.scale)

    def place_in(self, scale: TimeScale | str) -> int:
        """The position in a scale, which need not be the current one."""
        return int(getattr(self._cursor, TimeScale.of(scale).name.lower()))

    @property
    def label(self) -> str:
        """The label of the current period, as in "2026-W47"."""
        return self.scale.label(self.place)

    @property
    def is_now(self) -> bool:
        """Whether the position is the current period."""
        return bool(self._cursor.is_now)

    def __repr__(self) -> str:
        return f"<aha.HistoryCursor label={self.label}>"


def _moved(move: Any, cursor: _structs.HistoryCursor, count: int) -> int:
    moved: int = got(c.c_int64(), move, cursor, signed64("count", count)).value
    return moved


class LibraryHistory(LibraryCalls):
    """Activities with the items of a library."""

    def note(self, activity: Activity | str, item: Item | int | None = None, *,
             seconds: float = 0.0, at: float | None = None) -> None:
        """Records an activity: ``library.note("play", item, seconds=213)``. ``at``: its begin, in
        seconds since 1970; None is now. The C function is aha_history_note.
        """
        # In C, 0 means now, so 0 becomes 1.
        moment = 0 if at is None else moment64("at", at) or 1
        number = 0 if item is None else number_of(item)
        lib.aha_history_note(self._handle, Activity.of(activity), number,
                             rounded64("seconds", seconds, 1000), moment)

    def draw_history(self, path: Path, scale: TimeScale | str, first: int, last: int, *,
                     width: int = 0, height: int = 0, foreground: int | None = None,
                     background: int | None = None) -> None:
        """Draws the activities as bars to a PNG file. The C function is
        aha_history_draw."""
        options = strip_options(width, height, foreground, background)
        lib.aha_history_draw(self._handle, TimeScale.of(scale), signed64("first", first),
                                     signed64("last", last), encoded_path(path), options)
