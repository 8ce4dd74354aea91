"""Arrange: tracks over time."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from .drawing import bar, clock, curve
from .model_arrange import Arrangement, Clip
from .model_sliders import Slider
from .room import Room, told
from .widgets import Ask, Lines, fit

#: Columns of names.
NAMES = 20


class ArrangeRoom(Room):
    room = "arrange"
    BINDINGS = [
        Binding("space", "model('play')", "Play"), Binding("enter", "bend", "Bend"),
        *(Binding(key, f"model('move_cursor',{beats})", show=False) for key, beats in (
            ("left", -1), ("right", 1), ("shift+left", -4), ("shift+right", 4), ("H", -10 ** 9))),
        Binding("comma", "row('shift',-1)", "Move", key_display=", ."),
        Binding("full_stop", "row('shift',1)", show=False),
        Binding("left_square_bracket", "model('set_loop',0)", "Loop", key_display="[ ]"),
        Binding("right_square_bracket", "model('set_loop',1)", show=False),
        Binding("m", "row('toggle','muted')", show=False),
        Binding("s", "row('toggle','soloed')", show=False),
        Binding("g", "row('louder',-1)", show=False), Binding("G", "row('louder',1)", show=False),
        Binding("r", "row('repeat')", "Repeat"), Binding("x", "row('remove')", "Remove"),
        Binding("z", "model('undo')", "Undo"), Binding("y", "model('redo')", show=False),
        Binding("t", "tempo", show=False), Binding("plus,equals_sign", "zoom(0.5)", show=False),
        Binding("minus", "zoom(2)", show=False), Binding("L", "target", "Loudness"),
        Binding("b", "bounce", "Bounce"), Binding("escape", "cancel", show=False)]
    CSS = "ArrangeRoom > .head { height: 2; }"

    rows: list[tuple[Clip, Slider | None]] = []
    begin_us = 0
    _drawn = (-1, 0)

    def parts(self) -> ComposeResult:
        yield Static(classes="head", markup=False)
        yield Lines(self.drawn)

    @property
    def model(self) -> Arrangement:
        return self.app.arrangement

    @property
    def row(self) -> Clip | None:
        return self.rows[self.lines.cursor][0] if self.lines.cursor < len(self.rows) else None

    @told
    def enter(self) -> None:
        self.model.edited()
        self.show()

    def show(self) -> None:
        self.rows = [(clip, lane) for clip in self.model.clips for lane in (None, *clip.lanes)]
        self.lines.set_count(len(self.rows))

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
        model, bouncing = self.model, self.app.bouncing
        if model.revision != model.project.revision:  # another program changed the project
            self.enter()
        room, us, place = max(10, self.size.width - NAMES), self.column_us, model.position_us
        if not self.begin_us <= place < self.begin_us + room * us * 0.95:
            self.begin_us = max(0, int(place - room * us * 0.1))
        target = f"{bouncing.target:g} LUFS" if bouncing.target else "as it is"
        share = bouncing.share
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
        tempo = f"{self.model.project.settings.tempo_bpm:g}"
        self.app.push_screen(Ask("Tempo in BPM", tempo), self._set_tempo)

    @told
    def _set_tempo(self, text: str | None) -> str:
        return self.model.set_tempo(float(text)) if text else ""

    def action_target(self) -> None:
        self.app.bouncing.next_target()

    @told
    def action_bounce(self) -> str:
        return self.app.bouncing.start(self.model.loop)

    def action_cancel(self) -> None:
        self.app.bouncing.cancel()

    @told
    def action_bend(self) -> None:
        if self.row is not None:
            self.app.bend(self.model.project, self.row.track)
