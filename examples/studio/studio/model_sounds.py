"""The library: lists, scans, analysis, waveforms, and a way back after forgetting an item."""

from __future__ import annotations

from collections import OrderedDict, deque

import aha

from .settings import Settings

ORDERS = ("title", "newest", "played", "length")


class Found:
    """The items of a search. Pages are read when a row of them is drawn, so that the size of the
    library does not matter."""

    PAGE = 100

    def __init__(self, page: aha.Page) -> None:
        self._items: list[aha.Item | int] = []
        self._pages = [page]
        self._read(page)

    def _read(self, page: aha.Page) -> None:
        self._items += range(len(page))
        self._page: aha.Page | None = page

    def __len__(self) -> int:
        return len(self._items)

    def read_to(self, index: int) -> None:
        """Requests further pages until there is an item at ``index``, or no page is left."""
        while self._page is not None and index >= len(self._items):
            following = self._page.next()
            if following is None:
                self._page = None
            else:
                self._pages.append(following)
                self._read(following)

    def __getitem__(self, index: int) -> aha.Item:
        item = self._items[index]
        if isinstance(item, int):
            place = index
            for page in self._pages:
                if place < len(page):
                    break
                place -= len(page)
            item = self._items[index] = page[place]
        return item

    def index(self, number: int) -> int | None:
        """The row of an item among the rows read so far."""
        return next((row for row in range(len(self)) if self[row].number == number), None)


class Sounds:
    """The user's library, and the waveforms of its sounds."""

    BINS, WAVES = 512, 256

    def __init__(self, settings: Settings, path: str | None = None) -> None:
        self.library = aha.Library(path)
        self.settings = settings
        self._waves: OrderedDict[str, list[float]] = OrderedDict()
        self._wanted: deque[str] = deque()
        self._outlining: tuple[str, aha.Analysis, aha.AnalysisJob] | None = None

    def find(self, text: str, *, order: str = "title", all_states: bool = True) -> Found:
        states = aha.ItemState.ANY if all_states else aha.ItemState.PLAYABLE
        return Found(self.library.page(text, states=states, order=order, count=Found.PAGE))

    @staticmethod
    def why_not(item: aha.Item) -> str:
        """Why an item cannot play here and now; "" if it can."""
        state = aha.ItemState
        return {state.PLAYABLE: "", state.MISSING: "the file is missing",
                state.UNDECODABLE: item.reason or "the file cannot be decoded",
                state.DOWNLOADABLE: "remote; aha library fetch downloads it",
                state.REMOTE_ONLY: "remote, without a download"}[item.state]

    # Changes

    def scan(self, folder: str) -> aha.Scanning:
        """Starts to add the sounds of a folder."""
        return self.library.scan(folder)

    def add(self, path: str, activity: str, seconds: float) -> int:
        """Adds a finished take or bounce, and notes it in the history."""
        number = self.library.add(path, "take" if activity == "take" else "folder")
        self.library.note(activity, number, seconds=seconds)
        return number

    def forget(self, item: aha.Item) -> None:
        """Removes an item; its file stays. The settings keep its place for :meth:`undo_forget`."""
        self.library.forget(item)
        kept = [*self.settings.get("forgotten", []),
                [item.place, int(item.origin or 1), bool(item.key)]]
        self.settings.set(forgotten=kept[-100:])

    def undo_forget(self) -> int | None:
        """Adds the item that was forgotten last; None if there is none. The library gives it a new
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
        if path in self._waves:
            self._waves.move_to_end(path)
            return self._waves[path]
        if path not in self._wanted and (self._outlining or ("",))[0] != path:
            self._wanted.append(path)
            while len(self._wanted) > 32:
                self._wanted.popleft()
        return None

    def known_wave(self, path: str) -> list[float] | None:
        """Peaks that are ready; does not start an analysis."""
        return self._waves.get(path)

    def work(self) -> bool:
        """Continues to analyze waveforms, one at a time; True if one has become ready. The host
        calls it regularly; it does not wait."""
        ready = False
        if self._outlining is not None and self._outlining[2].done:
            path, analysis, job = self._outlining
            levels = [0.0]
            if not job.error:
                bins = analysis.outline(self.BINS).tolist()
                levels = [max(-low, high) for low, high, _ in bins]
            self._waves[path] = levels
            while len(self._waves) > self.WAVES:
                self._waves.popitem(last=False)
            self._outlining, ready = None, True
        if self._outlining is None and self._wanted:
            path = self._wanted.pop()  # the newest wish first: the user looks at it
            try:
                self._outlining = (path, *aha.Analysis.start(path))
            except aha.Error:
                self._waves[path] = [0.0]
        return ready

    def close(self) -> None:
        if self._outlining is not None:
            self._outlining[2].cancel()
        self.library.close()
