"""Arrange: tracks over time."""

from rich.text import Text
from textual import work

from .drawing import bar, clock, curve, fit
from .model_arrange import Arrangement, Row
from .room import Room, telling, told

#: Columns of names.
NAMES = 20


class ArrangeRoom(Room[Row]):
    room = "arrange"
    BINDINGS = [
        ("space", "model('play')", "Play"), ("enter", "bend", "Bend"),
        *((key, f"model('move_cursor',{beats})", meaning) for key, beats, meaning in (
            ("left", -1, "Beat back"), ("right", 1, "Beat on"), ("shift+left", -4, "Bar back"),
            ("shift+right", 4, "Bar on"), ("H", -10 ** 9, "Beginning"))),
        ("comma", "row('change','earlier')", "Earlier"), (".", "row('change','later')", "Later"),
        ("[", "model('set_loop',0)", "Loop from"), ("]", "model('set_loop',1)", "Loop to"),
        ("m", "row('change','mute')", "Mute"), ("s", "row('change','solo')", "Solo"),
        ("g", "row('change','quieter')", "Quieter"), ("G", "row('change','louder')", "Louder"),
        ("r", "row('change','repeat')", "Repeat"), ("x", "row('change','remove')", "Remove"),
        ("z", "model('undo')", "Undo"), ("y", "model('redo')", "Redo"),
        ("t", "tempo", "Tempo"), ("plus,equals_sign", "zoom(0.5)", "Zoom in"),
        ("minus", "zoom(2)", "Zoom out"),
        ("L", "model('next_target')", "Loudness"), ("b", "bounce", "Bounce"),
        ("escape", "model('cancel')", "Cancel bounce")]
    CSS = "ArrangeRoom > .head { height: 2; }"

    model: Arrangement
    begin_us = 0
    _drawn = (-1, 0)

    def on_mount(self) -> None:
        self.model = self.app.arrangement

    @told
    def enter(self) -> None:
        self.model.edited()
        self.show()

    def show(self) -> None:
        self.rows = [(clip, lane) for clip in self.model.clips for lane in (None, *clip.lanes)]
        super().show()

    @property
    def column_us(self) -> float:
        """Microseconds of a column; by default all tracks fit."""
        width = max(10, self.size.width - NAMES - 2)
        return self.work.settings.get("column_us", 0.0) or max(
            20_000.0, 1.05 * self.model.end_us / width)

    def drawn(self, index: int, width: int) -> list[Text]:
        clip, lane = self.rows[index]
        room, us = width - NAMES, self.column_us
        if lane is not None:
            cells = curve(lane.shares(self.begin_us, us, room))
            text = Text(f"   {fit(lane.title, NAMES - 4)} {cells}", "dim")
        else:
            marks = ("M" if clip.values["muted"] else " ") + ("S" if clip.values["soloed"] else " ")
            text = Text(f"{marks}{fit(clip.name, NAMES - 8)}{clip.values['gain_db']:>+5.0f} "
                        + self.model.clip_line(clip, self.begin_us, us, room))
        place = NAMES + int((self.model.position_us - self.begin_us) / us)
        text.stylize("reverse", max(NAMES, place), max(NAMES, place + 1))
        return [text]

    def beat(self) -> None:
        model = self.model
        if model.revision != model.project.revision:  # another program changed the project
            self.enter()
        room, us, place = max(10, self.size.width - NAMES), self.column_us, model.position_us
        if not self.begin_us <= place < self.begin_us + room * us * 0.95:
            self.begin_us = max(0, int(place - room * us * 0.1))
        target = f"{model.target:g} LUFS" if model.target else "as it is"
        share = model.share
        progress = "" if share is None else f"  {bar(share, 20)} {share:.0%}"
        self.head(f" {'▶' if model.is_playing else '■'} {clock(place)} / {clock(model.end_us)}"
                  f"  {model.project.settings.tempo_bpm:g} BPM  bounce: {target}{progress}\n"
                  f"{' ' * NAMES}{model.ruler(self.begin_us, us, room)}")
        if self._drawn != (place, self.work.sounds.ready):
            self._drawn = (place, self.work.sounds.ready)
            self.lines.refresh()

    def action_zoom(self, factor: float) -> None:
        self.work.settings.set(column_us=min(60e6, max(2_000.0, self.column_us * factor)))
        self.lines.refresh()

    def action_tempo(self) -> None:
        self.app.ask("Tempo in BPM", lambda text: self.model.set_tempo(float(text)),
                     f"{self.model.project.settings.tempo_bpm:g}")

    @work
    async def action_bounce(self) -> None:
        with telling(self.app):
            self.app.tell(await self.model.bounce())

    @told
    def action_bend(self) -> None:
        if self.row is not None:
            self.app.bend(self.model.project, self.row[0].track)
