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
        Binding("left", "move(-1)", "Earlier"), Binding("right", "move(1)", "Later"),
        Binding("up", "zoom(1)", "Longer"), Binding("down", "zoom(-1)", "Shorter"),
        Binding("shift+left,pageup", "move(-10)", show=False),
        Binding("shift+right,pagedown", "move(10)", show=False),
        Binding("home", "move(-1000000)", show=False), Binding("end", "move(1000000)", show=False)]
    CSS = "#history { height: 1fr; padding: 1 2; }"

    looking: Looking | None = None

    def parts(self) -> ComposeResult:
        yield Static(id="history", markup=False)

    @told
    def enter(self) -> None:
        if self.looking is None:
            self.looking = Looking(self.work)
        self.draw()

    def on_resize(self) -> None:
        if self.looking is not None:
            self.draw()

    def draw(self) -> None:
        assert self.looking is not None
        buckets = self.looking.buckets(max(1, (self.size.width - 4) // WIDE))
        height = max(3, self.size.height - 16)
        places = "   ".join(f"{'▸' if is_here else ' '} {name} {label}"
                            for name, label, is_here in self.looking.places)
        lines = [places, "", *self.looking.drawn(buckets, height, WIDE), "",
                 *self.looking.facts()]
        self.query_one("#history", Static).update("\n".join(lines))

    @told
    def action_move(self, count: int) -> None:
        if self.looking is not None and not self.looking.move(count):
            self.app.tell("this is the present" if count > 0 else "this is the beginning")
        self.draw()

    @told
    def action_zoom(self, count: int) -> None:
        if self.looking is not None:
            self.looking.zoom(count)
            self.draw()
