"""List: the library's sounds, played at a key."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlparse

import aha
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from .list_rows import detail_of, row_of
from .model_bench import bench_track
from .model_sounds import ORDERS, Found
from .room import Room, told
from .widgets import Ask, Lines


class ListRoom(Room):
    room = "list"
    BINDINGS = [
        Binding("space", "play", "Play"), Binding("l", "loop", "Loop"),
        Binding("enter", "bend", "Bend"), Binding("i", "insert", "Insert"),
        Binding("slash", "filter", "Filter"), Binding("s", "scan", "Scan"),
        Binding("a", "analyze", "Analyze"), Binding("x", "forget", "Forget"),
        Binding("u", "undo_forget", show=False), Binding("o", "order", show=False),
        Binding("p", "playable", show=False), Binding("escape,down", "stop", show=False)]
    CSS = "ListRoom > .head { height: 3; } ListRoom > Input { margin: 0 1; }"

    found: Found | None = None
    all_states = True
    _playing: frozenset[int] = frozenset()
    _ready = 0

    def parts(self) -> ComposeResult:
        yield Input(self.work.settings.get("filter", ""), placeholder="/ filters", compact=True)
        yield Lines(self.drawn)
        yield Static(classes="head", markup=False)

    @property
    def item(self) -> aha.Item | None:
        """The item at the cursor."""
        return self.found[self.lines.cursor] if self.found else None

    def show(self) -> None:
        self.search(self.work.settings.get("selected", 0))

    @told
    def search(self, number: int) -> None:
        """Lists the items of the filter, with the cursor on an item if it is among the first."""
        settings = self.work.settings
        self.found = self.work.sounds.find(settings.get("filter", ""), all_states=self.all_states,
                                           order=settings.get("order", ORDERS[0]))
        row = self.found.row(number) if number else None
        self.lines.set_count(len(self.found), row or 0)
        self.on_lines_moved()

    def drawn(self, index: int, width: int) -> list[Text]:
        assert self.found is not None
        if index >= len(self.found) - 20:
            self.found.read_to(index + 50)
            if len(self.found) != self.lines.count:
                self.call_after_refresh(self.lines.set_count, len(self.found))
        return [row_of(self.work, self.found[index], width)]

    def beat(self) -> None:
        playing = frozenset(self.work.sounding.plays)
        for index in self.lines.shown if self.found is not None else ():
            if index < len(self.found) and self.found[index].number in playing | self._playing:
                self.lines.redraw(index)
        if self._ready != self.work.sounds.ready:
            self.lines.refresh()
        self._playing, self._ready = playing, self.work.sounds.ready
        self.head(detail_of(self.work, self.item, self.size.width - 2))

    @told
    def on_lines_moved(self) -> None:
        """The item at the cursor will probably play next."""
        if self.item is not None:
            self.work.settings.set(selected=self.item.number)
            if not self.work.sounds.why_not(self.item):
                self.work.sounding.prefetch(self.item.place)

    # Keys

    @told
    def action_play(self) -> str:
        """Plays the item, or stops it."""
        if self.item is None:
            return "there is no sound: s scans a folder"
        if self.item.number in self.work.sounding.plays:
            self.work.sounding.stop(self.item.number)
            return ""
        return self.work.play(self.item)

    @told
    def action_loop(self) -> str:
        play = self.work.sounding.plays.get(self.item.number) if self.item else None
        if play is not None:
            play.loop = play.player.loop = not play.loop
        return self.work.play(self.item, loop=True) if self.item and play is None else ""

    def action_stop(self) -> None:
        """Leaves the filter; else stops all sounds."""
        if self.lines.has_focus:
            self.work.sounding.stop_all()
        self.lines.focus()

    @told
    def action_bend(self) -> str:
        fault = self.work.sounds.why_not(self.item) if self.item else "there is no sound"
        if self.item is not None and not fault:
            track = bench_track(self.work, self.item.place, self.item.title)
            self.app.bend(self.work.bench, track)
        return fault

    @told
    def action_insert(self) -> str:
        fault = self.work.sounds.why_not(self.item) if self.item else "there is no sound"
        return fault or self.app.arrangement.add(self.item.place, self.item.title)

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self.work.settings.get("filter", ""):
            self.work.settings.set(filter=event.value)
            self.search(0)

    def on_input_submitted(self) -> None:
        self.lines.focus()

    @told
    def action_order(self) -> str:
        order = ORDERS[(ORDERS.index(self.work.settings.get("order", "title")) + 1) % len(ORDERS)]
        self.work.settings.set(order=order)
        self.show()
        return f"ordered by {order}"

    def action_playable(self) -> None:
        self.all_states = not self.all_states
        self.show()

    @told
    def action_forget(self) -> str:
        if self.item is None:
            return ""
        row, title = self.lines.cursor, self.item.title
        self.work.sounds.forget(self.item)
        self.search(0)
        self.lines.action_move(row)
        return f"forgot {title}; its file stays. u undoes it"

    @told
    def action_undo_forget(self) -> str:
        number = self.work.sounds.undo_forget()
        self.search(number or 0)
        return "" if number else "nothing is forgotten"

    def action_scan(self) -> None:
        self.app.push_screen(Ask("Scan a folder", str(Path.home())), self.scan)

    def on_paste(self, event: events.Paste) -> None:
        """Terminals paste the path of a dragged folder, quoted or as a file: URL."""
        text = event.text.strip().strip("'\"")
        path = unquote(urlparse(text).path) if text.startswith("file:") else text
        if path.startswith(("/", "~")):
            self.scan(path)

    @told
    def scan(self, path: str | None) -> None:
        """Adds a file, or the sounds of a folder."""
        place = Path(path or "").expanduser()
        if path and place.is_file():
            self.search(self.work.sounds.library.add(place))
        elif path:
            self.watch_scan(self.work.sounds.library.scan(place))

    @work
    async def watch_scan(self, job: aha.Scanning) -> None:
        timer = self.set_interval(0.1, lambda: self.app.tell(
            f"scanning {job.progress.fraction or 0:.0%}, {job.progress.bytes_done >> 20} MB"))
        try:
            await job
        except aha.Error as error:
            self.app.tell(str(error))
            return
        finally:
            timer.stop()
        report = job.report
        self.app.tell(f"scanned {report.seen}: {report.added} new, {report.changed} changed,"
                      f" {report.missing} missing, {report.undecodable} undecodable")
        self.show_later()

    @work
    async def action_analyze(self) -> None:
        if self.item is not None and not self.work.sounds.why_not(self.item):
            try:
                await self.work.sounds.library.analyze(self.item)
            except aha.Error as error:
                self.app.tell(str(error))
            self.show_later()

    def show_later(self) -> None:
        """Draws after a task, unless the application has ended meanwhile."""
        if self.query(Lines):
            self.show()
