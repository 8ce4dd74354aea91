"""The library: lists, scans, analysis, waveforms, and the undo of forgetting an item."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import aha

from .settings import Settings

ORDERS = ("title", "newest", "played", "length")
#: The loops of libaha's demo, of the package lmms-common.
DEMO = [Path("/usr/share/lmms/samples", name).with_suffix(".ogg") for name in (
    "bassloops/rave_bass01", "bassloops/rave_bass02", "beats/rave_hihat01", "beats/rave_hihat02",
    "beats/rave_kick01", "beats/rave_kick02", "beats/rave_snare01",
    "stringsnpads/space_strings02")]
HAS_DEMO = all(path.is_file() for path in DEMO)


class Sounds:
    """The user's library, and the waveforms of its sounds."""

    BINS, WAVES, PAGE = 512, 256, 50

    def __init__(self, settings: Settings, path: str | None = None) -> None:
        self.library = aha.Library(path)
        self.settings = settings
        #: Count of waveforms that have become ready; rows are drawn again when it changes.
        self.ready = 0
        self._waves: dict[str, list[float]] = {}
        self._wanted: asyncio.LifoQueue[str] = asyncio.LifoQueue()

    def find(self, text: str, order: str, *, all_states: bool = True) -> Iterator[aha.Item]:
        """The items of a search. The library reads a page when its first item is requested, so that
        the count does not matter."""
        states = aha.ItemState.ANY if all_states else aha.ItemState.PLAYABLE
        return self.library.items(text, states=states, order=order, page=self.PAGE)

    @staticmethod
    def why_not(item: aha.Item) -> str:
        """Why an item cannot play here and now; "" if it can."""
        state = aha.ItemState
        return {state.PLAYABLE: "", state.MISSING: "the file is missing",
                state.UNDECODABLE: item.reason.removeprefix(f"{item.place} ") or "undecodable",
                state.DOWNLOADABLE: "remote; aha library fetch downloads it",
                state.REMOTE_ONLY: "remote, without a download"}[item.state]

    def require(self, item: aha.Item) -> None:
        """Errors: ValueError (the item cannot play here and now)."""
        if fault := self.why_not(item):
            raise ValueError(f"{item.title}: {fault}")

    def add(self, path: str, activity: str, seconds: float) -> None:
        """Adds a finished take or bounce, and notes it in the history."""
        number = self.library.add(path, "take" if activity == "take" else "folder")
        self.library.note(activity, number, seconds=seconds)

    def add_demo(self) -> int:
        """Adds the loops of the demo; returns their count. Errors: NotFoundError."""
        return len([self.library.add(path) for path in DEMO])

    def forget(self, item: aha.Item) -> None:
        """Removes an item; its file stays. The settings keep its number for the undo."""
        self.library.forget(item)
        self.settings.set(forgotten=[*self.settings.get("forgotten", []),
                                     [item.number, item.place]][-100:])

    def undo_forget(self) -> int:
        """Restores the item that was forgotten last, for 7 days; 0 without one."""
        kept = self.settings.get("forgotten", [])
        if not kept:
            return 0
        self.settings.set(forgotten=kept[:-1])
        number: int = kept[-1][0]
        self.library.restore(number)
        return number

    def wave(self, path: str, start: bool = True) -> list[float] | None:
        """Peaks of the whole length, 0 to 1; empty or None until the analysis has ended. ``start``:
        starts an analysis."""
        if start and path not in self._waves:
            self._waves[path] = []
            self._wanted.put_nowait(path)
        return self._waves.get(path)

    async def analyze_waves(self) -> None:
        """Analyzes waveforms until it is cancelled, the newest request first."""
        while True:
            path = await self._wanted.get()
            levels = [0.0]
            with contextlib.suppress(aha.Error):
                analysis, job = aha.Analysis.start(path)
                await job
                levels = [max(-low, high) for low, high, _ in analysis.outline(self.BINS).tolist()]
            self._waves[path] = levels
            self.ready += 1
            while len(self._waves) > self.WAVES:
                self._waves.pop(next(iter(self._waves)))

    def close(self) -> None:
        self.library.close()
