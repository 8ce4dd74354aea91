"""Arrange: tracks over time."""

from __future__ import annotations

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from .drawing import bar, clock
from .model_arrange import Arrangement, Clip
from .model_sliders import Slider
from .room import Room, told
from .widgets import Ask, Lines, fit

NAMES = 20


class ArrangeRoom(Room):
    room = "arrange"
    BINDINGS = [
        Binding("space", "play", "Play"), Binding("left", "cursor(-1)", show=False),
        Binding("right", "cursor(1)", show=False),
        Binding("shift+left", "cursor(-4)", show=False),
        Binding("shift+right", "cursor(4)", show=False),
        Binding("H", "begin", show=False), Binding("comma", "shift(-1)", "Move", show=False),
        Binding("full_stop", "shift(1)", "Move", show=False),
        Binding("left_square_bracket", "loop(0)", "Loop", key_display="[ ]"),
        Binding("right_square_bracket", "loop(1)", show=False),
        Binding("m", "mute", "Mute", show=False), Binding("s", "solo", "Solo", show=False),
        Binding("g", "gain(-1)", "Gain", show=False), Binding("G", "gain(1)", show=False),
        Binding("r", "repeat", "Repeat"), Binding("x", "remove", "Remove"),
        Binding("z", "undo", "Undo"), Binding("y", "redo", "Redo", show=False),
        Binding("t", "tempo", "Tempo", show=False), Binding("plus,equals_sign", "zoom(0.5)",
                                                            show=False),
        Binding("minus", "zoom(2)", show=False), Binding("L", "target", "Loudness"),
        Binding("b", "bounce", "Bounce"), Binding("escape", "cancel", "Cancel", show=False),
        Binding("enter", "bend", "Bend")]
    CSS = "#ruler { height: 2; background: $surface; }"

    rows: list[tuple[Clip, Slider | None]] = []
    begin_us = 0

    def parts(self) -> ComposeResult:
        yield Static(id="ruler", markup=False)
        yield Lines(self.drawn, id="tracks")

    @property
    def lines(self) -> Lines:
        return self.query_one("#tracks", Lines)

    @property
    def arrangement(self) -> Arrangement:
        return self.app.arrangement

    @property
    def clip(self) -> Clip | None:
        return self.rows[self.lines.cursor][0] if self.lines.cursor < len(self.rows) else None

    @told
    def enter(self) -> None:
        self.arrangement.edited()
        self._show()
        self.lines.focus()

    def leave(self) -> None:
        self.arrangement.close()

    def _show(self) -> None:
        self.rows = [(clip, lane) for clip in self.arrangement.clips
                     for lane in (None, *clip.lanes)]
        self.lines.set_count(len(self.rows))

    # Drawing

    @property
    def column_us(self) -> float:
        """Microseconds of a column; by default all tracks fit."""
        kept = self.work.settings.get("column_us", 0.0)
        width = max(10, self.size.width - NAMES - 2)
        return kept or max(20_000.0, 1.05 * self.arrangement.end_us / width)

    def drawn(self, index: int, width: int) -> list[Text]:
        if index >= len(self.rows):
            return []
        clip, lane = self.rows[index]
        room = width - NAMES
        if lane is not None:
            cells = self.arrangement.lane_line(lane, self.begin_us, self.column_us, room)
            text = Text(f"   {fit(lane.title, NAMES - 4)} {cells}", "dim")
        else:
            values = clip.values
            marks = ("M" if values["muted"] else " ") + ("S" if values["soloed"] else " ")
            cells = self.arrangement.clip_line(clip, self.begin_us, self.column_us, room)
            text = Text(f"{marks}{fit(clip.name, NAMES - 8)}{values['gain_db']:>+5.0f} {cells}")
        place = int((self.arrangement.position_us - self.begin_us) / self.column_us)
        if 0 <= place < room:
            text.stylize("reverse", NAMES + place, NAMES + place + 1)
        return [text]

    def beat(self) -> None:
        arrangement = self.arrangement
        if arrangement.revision != arrangement.project.revision:
            arrangement.edited()  # another program changed the project
            self._show()
        room, us = max(10, self.size.width - NAMES), self.column_us
        place = arrangement.position_us
        if not self.begin_us <= place < self.begin_us + room * us * 0.95:
            self.begin_us = max(0, int(place - room * us * 0.1))
            self.lines.refresh()
        state = "▶" if arrangement.is_playing else "■"
        target = self.app.bouncing.target
        share = self.app.bouncing.share
        words = f"{target:g} LUFS" if target else "as it is"
        line = (f" {state} {clock(place)} / {clock(arrangement.end_us)}"
                f"  {arrangement.project.settings.tempo_bpm:g} BPM  bounce: {words}")
        if share is not None:
            line += f"  {bar(share, 20)} {share:.0%}"
        ruler = arrangement.ruler(self.begin_us, us, room)
        self.query_one("#ruler", Static).update(f"{line}\n{' ' * NAMES}{ruler}")
        if arrangement.is_playing or self._place != place:
            self._place = place
            self.lines.refresh()

    _place = -1

    # Keys

    @told
    def action_play(self) -> None:
        if self.arrangement.is_playing:
            self.arrangement.stop()
        elif silent := self.arrangement.play():
            self.app.tell(f"silent, because the file is missing: {', '.join(silent)}")

    @told
    def action_cursor(self, beats: int) -> None:
        self.arrangement.move_cursor(beats * self.arrangement.beat_us)

    @told
    def action_begin(self) -> None:
        self.arrangement.move_cursor(-self.arrangement.cursor_us)

    @told
    def action_loop(self, edge: int) -> None:
        self.arrangement.set_loop(edge)

    @told
    def _edit(self, title: str, **values: object) -> None:
        if self.clip is not None:
            self.arrangement.set(self.clip, title, **values)
            self._show()

    def action_mute(self) -> None:
        if self.clip is not None:
            self._edit("mute", muted=not self.clip.values["muted"])

    def action_solo(self) -> None:
        if self.clip is not None:
            self._edit("solo", soloed=not self.clip.values["soloed"])

    def action_gain(self, db: int) -> None:
        if self.clip is not None:
            self._edit("gain of", gain_db=max(-60.0, min(24.0, self.clip.values["gain_db"] + db)))

    @told
    def action_shift(self, beats: int) -> None:
        if self.clip is not None:
            self.arrangement.shift(self.clip, beats * self.arrangement.beat_us)
            self._show()

    @told
    def action_repeat(self) -> None:
        if self.clip is not None:
            self.arrangement.repeat(self.clip)
            self._show()

    @told
    def action_remove(self) -> None:
        if self.clip is not None:
            self.arrangement.remove(self.clip)
            self._show()

    @told
    def action_undo(self) -> None:
        title = self.arrangement.undo()
        self.app.tell(f"undone: {title}" if title else "nothing to undo")
        self._show()

    @told
    def action_redo(self) -> None:
        title = self.arrangement.redo()
        self.app.tell(f"redone: {title}" if title else "nothing to redo")
        self._show()

    def action_zoom(self, factor: float) -> None:
        self.work.settings.set(column_us=min(60e6, max(2_000.0, self.column_us * factor)))
        self.lines.refresh()

    def action_tempo(self) -> None:
        tempo = self.arrangement.project.settings.tempo_bpm
        self.app.push_screen(Ask("Tempo in BPM", f"{tempo:g}"), self._set_tempo)

    @told
    def _set_tempo(self, text: str | None) -> None:
        try:
            if text is not None:
                self.arrangement.project.set(tempo_bpm=float(text))
                self.arrangement.read()
        except ValueError:
            self.app.tell(f"{text!r} is not a number")

    def action_target(self) -> None:
        self.app.bouncing.next_target()

    @told
    def action_bounce(self) -> None:
        if self.app.bouncing.share is None:
            self.app.tell(f"bouncing {self.app.bouncing.start(self.arrangement.loop).name}")

    def action_cancel(self) -> None:
        self.app.bouncing.cancel()

    @told
    def action_bend(self) -> None:
        if self.clip is not None:
            self.app.bend(self.arrangement.project, self.clip.track)
