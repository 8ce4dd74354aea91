"""Record: a microphone or the master, with the level before recording."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from .drawing import clock, meter
from .model_sounds import Found
from .model_take import SOURCES
from .room import Room, told
from .widgets import Lines, Pick, fit


class RecordRoom(Room):
    room = "record"
    BINDINGS = [
        Binding("space,r", "record", "Record / stop"), Binding("s", "source", "Source"),
        Binding("M", "input", "Microphone"), Binding("p", "play", "Play the take")]
    CSS = "#panel { height: 9; background: $surface; padding: 1 2; }"

    takes: Found | None = None
    _hold = -99.0

    def parts(self) -> ComposeResult:
        yield Static(id="panel", markup=False)
        yield Lines(self.drawn, id="takes")

    @property
    def lines(self) -> Lines:
        return self.query_one("#takes", Lines)

    @told
    def enter(self) -> None:
        if self.app.taking.source == "microphone" and not self.app.taking.is_running:
            self.app.taking.choose("microphone")
        self._read()
        self.lines.focus()

    def _read(self) -> None:
        self.takes = Found(self.work.sounds.library.page(origin="take", count=Found.PAGE))
        self.lines.set_count(len(self.takes), 0)

    def drawn(self, index: int, width: int) -> list[Text]:
        if self.takes is None:
            return []
        item = self.takes[index]
        mark = "▶" if item.number in self.work.sounding.plays else " "
        return [Text(f" {mark} {fit(item.title, width - 16)} {clock(item.length_us):>9}")]

    def beat(self) -> None:
        taking = self.app.taking
        level = taking.level_db() if taking.source == "microphone" or taking.is_running \
            else self.app.level_db
        self._hold = max(level, self._hold - 1.0)
        width = max(10, self.size.width - 24)
        left = taking.remaining_seconds()
        hours = f"{left / 3600:.1f} h" if left > 7200 else clock(left * 1e6)
        state = f"● recording {clock(taking.seconds * 1e6)}" if taking.is_running else "■ ready"
        shown = f"{self._hold:.1f} dB" if self._hold > -90 else "silence"
        clip = "  OVER: lower the source" if self._hold >= 0 else ""
        self.query_one("#panel", Static).update(
            f"{state}\n\nSource   {taking.source} ({fit(taking.line, width - 14).rstrip()})\n"
            f"Level    {meter(self._hold, width)} {shown}{clip}\n"
            f"Room     {hours} on this disk\n"
            f"Next     {taking.next_path().name}")
        if self.takes is not None and taking.finished != self._finished:
            self._finished = taking.finished
            self._read()

    _finished = 0

    @told
    def action_record(self) -> None:
        taking = self.app.taking
        if taking.is_running:
            taking.stop()
        else:
            self.app.tell(f"recording {taking.start().name}")

    @told
    def action_source(self) -> None:
        taking = self.app.taking
        taking.choose(SOURCES[(SOURCES.index(taking.source) + 1) % len(SOURCES)])

    def action_input(self) -> None:
        choices = self.work.sounding.choices("input")
        self.app.push_screen(Pick("Microphone", choices), self._chosen)

    @told
    def _chosen(self, id: str | None) -> None:
        if id is not None:
            self.work.settings.set(input=id)
            self.app.taking.choose("microphone")

    @told
    def action_play(self) -> None:
        if self.takes and self.lines.cursor < len(self.takes):
            item = self.takes[self.lines.cursor]
            if item.number in self.work.sounding.plays:
                self.work.sounding.stop(item.number)
            else:
                self.work.play(item)
            self.lines.refresh()
