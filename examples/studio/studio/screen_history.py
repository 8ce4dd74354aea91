"""History: left and right through time, up and down between day, week and month."""

from textual.app import ComposeResult
from textual.widgets import Static

from .model_history import Looking
from .room import Room, told

#: Columns of a bar.
WIDE = 5


class HistoryRoom(Room[None]):
    room = "history"
    BINDINGS = [
        ("left", "model('move',-1)", "Earlier"), ("right", "model('move',1)", "Later"),
        ("up", "model('zoom',1)", "Longer"), ("down", "model('zoom',-1)", "Shorter"),
        ("pageup", "model('move',-10)", "Ten earlier"),
        ("pagedown", "model('move',10)", "Ten later"),
        ("end", "model('move',1000000)", "Present")]
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
            self.head("\n".join(self.model.drawn(max(1, (self.size.width - 4) // WIDE),
                                                 max(3, self.size.height - 16), WIDE)))
