"""List: the library's sounds, played at a key."""

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote, urlparse

import aha
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Input
from textual_image.widget import Image as Picture

from .list_rows import HAS_PICTURES, detail_of, picture_of, row_of
from .model_bench import bench_track
from .model_sounds import ORDERS
from .room import Room, telling, told


class ListRoom(Room[aha.Item]):
    room = "list"
    BINDINGS = [
        ("space", "row('toggle')", "Play"), ("l", "row('toggle',True)", "Loop"),
        ("enter", "bend", "Bend"), ("i", "insert", "Insert"), ("slash", "focus('Input')", "Filter"),
        ("s", "scan", "Scan"), ("a", "analyze", "Analyze"), ("x", "forget", "Forget"),
        ("u", "undo_forget", "Undo forget"), ("o", "order", "Order"),
        ("p", "playable", "Playable only"), ("d", "demo", "Demo loops"),
        ("escape,down", "stop", "Stop all")]
    CSS = """
    ListRoom > .head { height: 3; } ListRoom > Input { margin: 0 1; }
    #wave { width: 1fr; height: 2; margin: 0 1; }
    """

    rows: list[aha.Item] = []
    all_states = True
    _more: Iterator[aha.Item] = iter(())
    _playing: frozenset[int] = frozenset()
    _ready = 0
    _levels: list[float] | None = None

    def parts(self) -> ComposeResult:
        yield Input(self.work.settings.get("filter", ""), placeholder="/ filters", compact=True)
        head, lines = super().parts()
        self.picture = Picture(id="wave")
        yield from (lines, self.picture, head) if HAS_PICTURES else (lines, head)

    def on_mount(self) -> None:
        self.model = self.work

    def enter(self) -> None:
        self.search(self.work.settings.get("selected", 0))

    @told
    def search(self, number: int = 0, row: int = 0) -> None:
        """Lists the items of the filter; the cursor is on an item of the first ones, or a row."""
        settings = self.work.settings
        self._more = self.work.sounds.find(settings.get("filter", ""), all_states=self.all_states,
                                           order=settings.get("order", ORDERS[0]))
        self.rows = list(islice(self._more, 100 if number else max(self.size.height, row + 1)))
        numbers = [item.number for item in self.rows]
        self.lines.set_count(len(self.rows), numbers.index(number) if number in numbers else row)
        self.on_lines_moved()

    def drawn(self, index: int, width: int) -> list[Text]:
        return [row_of(self.work, self.rows[index], width)]

    def beat(self) -> None:
        if self.lines.shown.stop == len(self.rows) and (more := list(islice(self._more, 50))):
            self.rows += more
            self.show()
        playing = frozenset(self.work.sounding.plays)
        for index in self.lines.shown:
            if self.rows[index].number in playing | self._playing:
                self.lines.redraw(index)
        if self._ready != self.work.sounds.ready:
            self.lines.refresh()
        self._playing, self._ready = playing, self.work.sounds.ready
        levels = self.work.sounds.wave(self.row.place, start=False) if self.row else None
        if HAS_PICTURES and levels is not self._levels:
            self._levels = levels
            self.picture.image = picture_of(levels, 8 * self.size.width, 32) if levels else None
        self.head(detail_of(self.work, self.row, self.size.width - 2))

    def on_lines_moved(self) -> None:
        """Loads the sound that will probably play next. Errors are reported when it plays."""
        if self.row is not None:
            self.work.settings.set(selected=self.row.number)
            with contextlib.suppress(aha.Error, ValueError):
                self.work.sounds.require(self.row)
                self.work.sounding.load(self.row.place)

    def action_stop(self) -> None:
        """Leaves the filter; else stops all sounds."""
        if self.lines.has_focus:
            self.work.sounding.stop_all()
        self.lines.focus()

    @told
    def action_bend(self) -> None:
        if self.row is not None:
            self.work.sounds.require(self.row)
            track = bench_track(self.work, self.row.place, self.row.title)
            self.app.bend(self.work.bench, track)

    @told
    def action_insert(self) -> str | None:
        if self.row is None:
            return None
        self.work.sounds.require(self.row)
        return self.app.arrangement.add(self.row.place, self.row.title)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self.work.settings.get("filter", ""):
            self.work.settings.set(filter=event.value)
            self.search()

    def on_input_submitted(self) -> None:
        self.lines.focus()

    def action_order(self) -> None:
        order = ORDERS[(ORDERS.index(self.work.settings.get("order", "title")) + 1) % len(ORDERS)]
        self.work.settings.set(order=order)
        self.enter()
        self.app.tell(f"ordered by {order}")

    def action_playable(self) -> None:
        self.all_states = not self.all_states
        self.enter()

    @told
    def action_forget(self) -> str | None:
        if self.row is None:
            return None
        title = self.row.title
        self.work.sounds.forget(self.row)
        self.search(row=self.lines.cursor)
        return f"forgot {title}; its file stays. u undoes it"

    @told
    def action_undo_forget(self) -> str:
        number = self.work.sounds.undo_forget()
        self.search(number)
        return "" if number else "nothing is forgotten"

    def action_scan(self) -> None:
        self.app.ask("Scan a folder", self.scan, os.path.expanduser("~"))

    def on_paste(self, event: events.Paste) -> None:
        """Terminals paste the path of a dragged folder, quoted or as a file: URL."""
        text = event.text.strip().strip("'\"")
        path = unquote(urlparse(text).path) if text.startswith("file:") else text
        if path.startswith(("/", "~")):
            self.scan(path)

    @told
    def action_demo(self) -> str:
        added = self.work.sounds.add_demo()
        self.enter()
        return f"{added} loops: space plays one, l loops it, enter bends it, i inserts it"

    @told
    def scan(self, path: str) -> None:
        """Adds a file, or the sounds of a folder."""
        place = os.path.expanduser(path)
        if os.path.isfile(place):
            self.search(self.work.sounds.library.add(place))
        else:
            self.watch_scan(self.work.sounds.library.scan(place))

    @work
    async def watch_scan(self, job: aha.Scanning) -> None:
        timer = self.set_interval(0.1, lambda: self.app.tell(
            f"scanning {job.progress.fraction or 0:.0%}, {job.progress.bytes_done >> 20} MB"))
        with telling(self.app):
            try:
                await job
            finally:
                timer.stop()
            report = job.report
            self.app.tell(f"scanned {report.seen}: {report.added} new, {report.changed} changed,"
                          f" {report.missing} missing, {report.undecodable} undecodable")
            self.enter()

    @work
    async def action_analyze(self) -> None:
        with telling(self.app):
            if self.row is not None and not self.work.sounds.why_not(self.row):
                await self.work.sounds.library.analyze(self.row)
                self.enter()
