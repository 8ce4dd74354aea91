"""The library: lists, scans, analysis, waveforms, and the undo of forgetting an item."""

from __future__ import annotations

from collections import OrderedDict, deque

import aha

from .settings import Settings

ORDERS = ("title", "newest", "played", "length")


class Found:
    """The items of a search. An item is read when its row is drawn, and a page when it comes into
    view, so that the size of the library does not matter."""

    PAGE = 100

    def __init__(self, page: aha.Page) -> None:
        self._rows = [(page, index) for index in range(len(page))]
        self._items: dict[int, aha.Item] = {}
        self._last: aha.Page | None = page

    def __len__(self) -> int:
        return len(self._rows)

    def read_to(self, row: int) -> None:
        """Requests further pages until there is an item at ``row``, or no page is left."""
        while self._last is not None and row >= len(self._rows):
            self._last = self._last.next()
            if self._last is not None:
                self._rows += [(self._last, index) for index in range(len(self._last))]

    def __getitem__(self, row: int) -> aha.Item:
        if row not in self._items:
            page, index = self._rows[row]
            self._items[row] = page[index]
        return self._items[row]

    def row(self, number: int) -> int | None:
        """The row of an item among the rows read so far."""
        return next((row for row in range(len(self)) if self[row].number == number), None)


class Sounds:
    """The user's library, and the waveforms of its sounds."""

    BINS, WAVES = 512, 256

    def __init__(self, settings: Settings, path: str | None = None) -> None:
        self.library = aha.Library(path)
        self.settings = settings
        #: Count of waveforms that have become ready; rows are drawn again when it changes.
        self.ready = 0
        self._waves: OrderedDict[str, list[float]] = OrderedDict()
        self._wanted: deque[str] = deque(maxlen=32)
        self._job: tuple[str, aha.Analysis, aha.AnalysisJob] | None = None

    def find(self, text: str, *, order: str = "title", all_states: bool = True) -> Found:
        states = aha.ItemState.ANY if all_states else aha.ItemState.PLAYABLE
        return Found(self.library.page(text, states=states, order=order, count=Found.PAGE))

    @staticmethod
    def why_not(item: aha.Item) -> str:
        """Why an item cannot play here and now; "" if it can."""
        state = aha.ItemState
        return {state.PLAYABLE: "", state.MISSING: "the file is missing",
                state.UNDECODABLE: item.reason.removeprefix(f"{item.place} ") or "undecodable",
                state.DOWNLOADABLE: "remote; aha library fetch downloads it",
                state.REMOTE_ONLY: "remote, without a download"}[item.state]

    def add(self, path: str, activity: str, seconds: float) -> None:
        """Adds a finished take or bounce, and notes it in the history."""
        number = self.library.add(path, "take" if activity == "take" else "folder")
        self.library.note(activity, number, seconds=seconds)

    def forget(self, item: aha.Item) -> None:
        """Removes an item; its file stays. The settings keep its place for :meth:`undo_forget`."""
        self.library.forget(item)
        kept = [*self.settings.get("forgotten", []),
                [item.place, int(item.origin or 1), bool(item.key)]]
        self.settings.set(forgotten=kept[-100:])

    def undo_forget(self) -> int | None:
        """Adds the item that was forgotten last; None without one. The library gives it a new
        number, and its analysis starts again. Errors: NotFoundError (the file is gone)."""
        kept = self.settings.get("forgotten", [])
        if not kept:
            return None
        place, origin, was_analyzed = kept[-1]
        self.settings.set(forgotten=kept[:-1])
        number = self.library.add(place, aha.Origin(origin))
        if was_analyzed:
            self.library.analyze(number)
        return number

    # Waveforms

    def wave(self, path: str) -> list[float] | None:
        """Peaks of the whole length, 0 to 1; None until the analysis has ended."""
        if path not in self._waves and path not in self._wanted and (
                self._job is None or self._job[0] != path):
            self._wanted.append(path)
        return self.known_wave(path)

    def known_wave(self, path: str) -> list[float] | None:
        """As :meth:`wave`, but does not start an analysis."""
        return self._waves.get(path)

    def work(self) -> None:
        """Continues to analyze waveforms, one at a time. The host calls it regularly; it does not
        wait."""
        if self._job is not None and self._job[2].done:
            path, analysis, job = self._job
            bins = [] if job.error else analysis.outline(self.BINS).tolist()
            self._keep(path, [max(-low, high) for low, high, _ in bins])
            self._job = None
        if self._job is None and self._wanted:
            path = self._wanted.pop()  # the newest request first: the user looks at it
            try:
                self._job = (path, *aha.Analysis.start(path))
            except aha.Error:
                self._keep(path, [])

    def _keep(self, path: str, levels: list[float]) -> None:
        self._waves[path] = levels or [0.0]
        self.ready += 1
        while len(self._waves) > self.WAVES:
            self._waves.popitem(last=False)

    def close(self) -> None:
        if self._job is not None:
            self._job[2].cancel()
        self.library.close()
