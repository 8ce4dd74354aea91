"""List: the library's sounds, played at a key."""

from __future__ import annotations

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from .list_rows import detail_of, row_of
from .model_bend import bench_track
from .model_sounds import ORDERS, Found
from .list_scan import Scans
from .room import Room, told
from .widgets import Lines


class ListRoom(Scans, Room):
    room = "list"
    BINDINGS = [
        Binding("space", "play", "Play"), Binding("l", "loop", "Loop"),
        Binding("enter", "bend", "Bend"), Binding("i", "insert", "Insert"),
        Binding("slash", "filter", "Filter"), Binding("s", "scan", "Scan"),
        Binding("a", "analyze", "Analyze"), Binding("x", "forget", "Forget"),
        Binding("u", "undo_forget", "Undo", show=False), Binding("o", "order", "Order", show=False),
        Binding("p", "playable", "Playable only", show=False),
        Binding("escape", "stop", "Stop all", show=False)]

    CSS = "#detail { height: 3; background: $surface; } #filter { margin: 0 1; }"
    found: Found | None = None
    all_states = True
    _numbers: frozenset[int] = frozenset()
    _shown = ""

    def parts(self) -> ComposeResult:
        yield Input(placeholder="/ filters", id="filter", select_on_focus=False)
        yield Lines(self.drawn, id="sounds")
        yield Static(id="detail", markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self.lines = self.query_one("#sounds", Lines)
        self.query_one(Input).value = self.work.settings.get("filter", "")
        self.lines.focus()

    @property
    def item(self) -> aha.Item | None:
        """The item at the cursor."""
        return self.found[self.lines.cursor] if self.found else None

    @told
    def enter(self) -> None:
        self.search(self.work.settings.get("selected", 0))

    @told
    def search(self, number: int) -> None:
        """Lists the items of the filter, with the cursor on an item if it is among the first."""
        settings = self.work.settings
        self.found = self.work.sounds.find(settings.get("filter", ""), all_states=self.all_states,
                                           order=settings.get("order", ORDERS[0]))
        row = self.found.index(number) if number else None
        self.lines.set_count(len(self.found), row or 0)
        self._look()

    # Drawing

    def drawn(self, index: int, width: int) -> list[Text]:
        assert self.found is not None
        if index >= len(self.found) - 20:
            self.found.read_to(index + 50)
            if len(self.found) != self.lines.count:
                self.call_after_refresh(self.lines.set_count, len(self.found))
        return [row_of(self.work, self.found[index], width)]

    def beat(self) -> None:
        if self.found is None:
            return
        for index in self.lines.visible:
            if index < len(self.found) and self.found[index].number in self.work.sounding.plays:
                self.lines.redraw(index)
        numbers = frozenset(self.work.sounding.plays)
        if numbers != self._numbers:
            self._numbers = numbers
            self.lines.refresh()
        self._detail()

    def _detail(self) -> None:
        item = self.item
        if item is None:
            self._tell_detail("No sounds here. s scans a folder; a pasted or dragged path is"
                              " scanned too.\n\n")
            return
        self._tell_detail(detail_of(self.work, item, self.size.width - 2))

    def _tell_detail(self, text: str) -> None:
        if text != self._shown:
            self._shown = text
            self.query_one("#detail", Static).update(text)

    @told
    def _look(self) -> None:
        """The cursor is on another item: it will probably play next."""
        item = self.item
        if item is not None:
            self.work.settings.set(selected=item.number)
            if not self.work.sounds.why_not(item):
                self.work.sounding.prefetch(item.place)
        self._detail()

    def on_lines_moved(self) -> None:
        self._look()

    # Keys

    @told
    def action_play(self) -> None:
        item = self.item
        if item is None:
            return
        if fault := self.work.sounds.why_not(item):
            self.app.tell(f"{item.title}: {fault}")
        elif item.number in self.work.sounding.plays:
            self.work.sounding.stop(item.number)
        else:
            self.work.play(item)

    @told
    def action_loop(self) -> None:
        item = self.item
        if item is None or self.work.sounds.why_not(item):
            return
        play = self.work.sounding.plays.get(item.number)
        if play is None:
            self.work.play(item, loop=True)
        else:
            self.work.sounding.set_loop(item.number, not play.loop)

    def action_stop(self) -> None:
        self.lines.focus()
        self.work.sounding.stop_all()

    @told
    def action_bend(self) -> None:
        item = self.item
        if item is not None and not self.work.sounds.why_not(item):
            self.app.bend(self.work.bench, bench_track(self.work, item.place, item.title))

    @told
    def action_insert(self) -> None:
        item = self.item
        if item is not None and not self.work.sounds.why_not(item):
            self.app.insert(item.place, item.title)

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self.work.settings.get("filter", ""):
            self.work.settings.set(filter=event.value)
            self.search(0)

    def on_input_submitted(self) -> None:
        self.lines.focus()

    def action_order(self) -> None:
        order = ORDERS[(ORDERS.index(self.work.settings.get("order", "title")) + 1) % len(ORDERS)]
        self.work.settings.set(order=order)
        self.app.tell(f"ordered by {order}")
        self.search(self.item.number if self.item else 0)

    def action_playable(self) -> None:
        self.all_states = not self.all_states
        self.search(self.item.number if self.item else 0)

    @told
    def action_forget(self) -> None:
        item = self.item
        if item is not None:
            row = self.lines.cursor
            self.work.sounds.forget(item)
            self.app.tell(f"forgot {item.title}; its file stays. u undoes it")
            self.search(0)
            self.lines.select(row)

    @told
    def action_undo_forget(self) -> None:
        number = self.work.sounds.undo_forget()
        if number is None:
            self.app.tell("nothing is forgotten")
        else:
            self.search(number)
