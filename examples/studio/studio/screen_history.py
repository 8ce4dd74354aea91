"""History: left and right through time, up and down between day, week and month."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from .model_history import Looking
from .room import Room, told

#: Columns of a bar.
WIDE = 5


class HistoryRoom(Room):
    room = "history"
    BINDINGS = [
        Binding("left", "model('move',-1)", "Earlier"),
        Binding("right", "model('move',1)", "Later"),
        Binding("up", "model('zoom',1)", "Longer"), Binding("down", "model('zoom',-1)", "Shorter"),
        Binding("pageup", "model('move',-10)", show=False),
        Binding("pagedown", "model('move',10)", show=False),
        Binding("end", "model('move',1000000)", show=False)]
    CSS = "HistoryRoom > .head { height: 1fr; padding: 1 2; }"

    model: Looking | None = None

    def parts(self) -> ComposeResult:
        yield Static(classes="head", markup=False)

    @told
    def enter(self) -> None:
        self.model = self.model or Looking(self.work)
        self.show()

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        if self.model is not None:
            count = max(1, (self.size.width - 4) // WIDE)
            places = "   ".join(f"{'▸' if is_here else ' '} {name} {label}"
                                for name, label, is_here in self.model.places)
            bars = self.model.drawn(self.model.buckets(count), max(3, self.size.height - 16), WIDE)
            self.head("\n".join((places, "", *bars, "", *self.model.facts())))
