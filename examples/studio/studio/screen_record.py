"""Record: a microphone or the master, with the level before recording."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

import aha

from .drawing import clock, meter
from .model_sounds import Found
from .model_take import Taking
from .room import Room, told
from .widgets import Ask, Lines, fit


class RecordRoom(Room):
    room = "record"
    BINDINGS = [
        Binding("space,r", "model('toggle')", "Record / stop"),
        Binding("s", "model('choose_next')", "Source"), Binding("M", "input", "Microphone"),
        Binding("p", "play", "Play the take")]
    CSS = "RecordRoom > .head { height: 9; padding: 1 2; }"

    takes: Found | None = None
    _finished = 0
    _hold_db = -99.0

    def parts(self) -> ComposeResult:
        yield Static(classes="head", markup=False)
        yield Lines(self.drawn)

    @property
    def model(self) -> Taking:
        return self.app.taking

    @property
    def row(self) -> aha.Item | None:
        return self.takes[self.lines.cursor] if self.takes else None

    @told
    def enter(self) -> None:
        self.show()
        if self.model.source == "microphone" and not self.model.is_running:
            self.model.choose("microphone")

    def show(self) -> None:
        self.takes = Found(self.work.sounds.library.page(origin="take"))
        self.lines.set_count(len(self.takes))

    def drawn(self, index: int, width: int) -> list[Text]:
        item = self.takes[index]
        mark = "▶" if item.number in self.work.sounding.plays else " "
        return [Text(f" {mark} {fit(item.title, width - 16)} {clock(item.length_us):>9}")]

    def beat(self) -> None:
        taking = self.model
        if taking.finished != self._finished:
            self._finished = taking.finished
            self.show()
        level = taking.level_db()
        self._hold_db = max(self.app.level_db if level is None else level, self._hold_db - 1)
        left = taking.remaining_seconds()
        self.head("\n".join((
            f"● recording {clock(taking.seconds * 1e6)}" if taking.is_running else "■ ready", "",
            f"Source   {taking.source} ({taking.line})",
            f"Level    {meter(self._hold_db, self.size.width - 40)}"
            f" {f'{self._hold_db:.1f} dB' if self._hold_db > -90 else 'silence'}"
            f"{'  OVER' if self._hold_db >= 0 else ''}",
            f"Room     {f'{left / 3600:.1f} h' if left > 7200 else clock(left * 1e6)} on this disk",
            f"Next     {taking.next_path().name}")))

    def action_input(self) -> None:
        choices = self.work.sounding.choices("input")
        self.app.push_screen(Ask("Microphone", choices=choices), self._chosen)

    @told
    def _chosen(self, id: str | None) -> None:
        if id is not None:
            self.work.settings.set(input=id)
            self.model.choose("microphone")

    @told
    def action_play(self) -> str:
        if self.row is not None and self.row.number in self.work.sounding.plays:
            self.work.sounding.stop(self.row.number)
            return ""
        return self.work.play(self.row) if self.row is not None else ""
