"""Record: a microphone or the master, with the level before recording."""

import aha
from rich.text import Text

from .drawing import clock, fit, meter
from .model_take import Taking
from .room import Room, told


class RecordRoom(Room[aha.Item]):
    room = "record"
    BINDINGS = [
        ("space,r", "model('toggle')", "Record / stop"), ("M", "input", "Microphone"),
        ("s", "model('choose_next')", "Source"), ("p", "row('play')", "Play the take"),
        ("d", "share", "Share the take")]
    CSS = "RecordRoom > .head { height: 9; padding: 1 2; }"

    model: Taking
    _hold_db = -99.0

    def on_mount(self) -> None:
        self.model = self.app.taking

    @told
    def enter(self) -> None:
        self.show()
        if self.model.source == "microphone" and not self.model.is_running:
            self.model.choose("microphone")

    def show(self) -> None:
        self.rows = list(self.work.sounds.library.items(origin="take"))
        super().show()

    def drawn(self, index: int, width: int) -> list[Text]:
        item = self.rows[index]
        mark = "▶" if item.number in self.work.sounding.plays else " "
        return [Text(f" {mark} {fit(item.title, width - 16)} {clock(item.length_us):>9}")]

    def beat(self) -> None:
        taking = self.model
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

    def action_share(self) -> None:
        """Takes the take at the cursor to Share."""
        if self.row is not None:
            self.work.settings.set(shared=self.row.place)
            self.app.action_go("share")

    def action_input(self) -> None:
        self.app.choose("Microphone", self._chosen, self.work.sounding.choices("input"))

    def _chosen(self, id: str) -> None:
        self.work.settings.set(input=id)
        self.model.choose("microphone")
