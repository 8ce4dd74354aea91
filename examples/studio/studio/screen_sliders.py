"""Sliders: bends one sound while it plays."""

from __future__ import annotations

import asyncio
import contextlib

import aha
from aha import LaneMode
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from .drawing import clock, curve, knob, meter
from .model_bend import Bend
from .model_sliders import Slider
from .room import Room, told
from .widgets import Ask, Lines, fit

#: Columns of a slider's title, of its value and mode.
TITLE, VALUE = 22, 20


class SlidersRoom(Room):
    room = "sliders"
    BINDINGS = [
        Binding("space", "model('play')", "Play"), Binding("left", "row('step',-1)", show=False),
        Binding("right", "row('step',1)", show=False),
        Binding("shift+left", "row('step',-10)", show=False),
        Binding("shift+right", "row('step',10)", show=False),
        Binding("m", "row('arm')", "Arm"), Binding("c", "row('clear')", show=False),
        Binding("w", "model('spacewave')", "Spacewave"),
        Binding("b", "model('toggle_plain')", "A/B"),
        Binding("r", "model('reset')", "Reset"), Binding("backspace", "row('neutralize')",
                                                         show=False),
        Binding("enter", "type", show=False), Binding("e", "effect", "Effect"),
        Binding("x", "row('remove_effect')", show=False), Binding("z", "model('undo')", "Undo"),
        Binding("y", "model('redo')", show=False), Binding("i", "insert", "Insert")]
    CSS = "SlidersRoom > .head { height: 1; }"

    model: Bend | None = None
    _is_saving = False

    def parts(self) -> ComposeResult:
        yield Static(classes="head", markup=False)
        yield Lines(self.drawn, tall=2)

    @property
    def row(self) -> Slider | None:
        sliders = self.model.sliders if self.model else []
        return sliders[self.lines.cursor] if self.lines.cursor < len(sliders) else None

    def open(self, project: aha.Project, track: aha.Track) -> None:
        """Shows a track in place of the one before."""
        if self.model is None or self.model.track != track:
            self.leave()
            self.model = Bend(self.work, project, track)
            place = "bench" if project is self.work.bench else "project"
            self.work.settings.set(bent=[place, track.id])

    def leave(self) -> None:
        if self.model is not None:
            self.model.leave_stage()
            self.model = None

    @told
    def enter(self) -> None:
        """Shows the track of the last run, if it is still there."""
        place, number = (self.work.settings.get("bent", []) + ["", 0])[:2]
        project = self.work.bench if place == "bench" else self.work.project
        for track in project.tracks:
            if track.id == number:
                self.open(project, track)
        if self.model is not None:
            self.model.edited()
        self.show()

    def show(self) -> None:
        self.lines.set_count(len(self.model.sliders) if self.model else 0)

    def drawn(self, index: int, width: int) -> list[Text]:
        bend = self.model
        if bend is None or index >= len(bend.sliders):
            return []
        slider = bend.sliders[index]
        value, room = bend.shown(slider), width - TITLE - VALUE
        mode = "" if slider.mode == LaneMode.OFF else slider.mode.name.lower()
        first = Text(f" {fit(slider.title, TITLE - 2)} {knob(slider.share(value), room)}"
                     f" {slider.text(value):>12} {fit(mode, VALUE - 14)}")
        if slider.lane is None:
            return [first]
        us = bend.length_us / room
        second = Text(" " * TITLE + curve(slider.shares(bend.start_us, us, room)), "dim")
        place = TITLE + int(bend.position_us / max(1.0, us))
        if bend.is_playing and TITLE <= place < TITLE + room:
            second.stylize("reverse", place, place + 1)
        return [first, second]

    def beat(self) -> None:
        bend = self.model
        if bend is None:
            self.head(" Enter on a sound of the list bends it.")
            return
        state = "▶" if bend.is_playing else "■"
        self.head(f" {state} {fit(bend.name, 28)} {clock(bend.position_us)} /"
                  f" {clock(bend.length_us)} {meter(self.app.level_db, 16)}"
                  f"  {'B: without effects' if bend.is_plain else 'A'}")
        for index in self.lines.shown if bend.is_playing else ():
            if index < len(bend.sliders) and bend.sliders[index].lane is not None:
                self.lines.redraw(index)
        if bend.has_unsaved and not self._is_saving:
            self._is_saving = True
            self.run_worker(self._save(bend))

    async def _save(self, bend: Bend) -> None:
        """Stores moves in a thread, because each edit waits for the disk."""
        try:
            await asyncio.to_thread(bend.save)
        except (aha.Error, OSError) as error:
            self.app.tell(str(error))
        self._is_saving = False
        for lines in self.query(Lines):  # none at the end of the application
            lines.refresh()

    @told
    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        room = self.lines.scrollable_content_region.width - TITLE - VALUE
        share = (event.column - TITLE) / max(1, room - 1)
        if self.row is not None and -0.02 <= share <= 1.02:
            self.model.move(self.row, self.row.at_share(share))
            self.lines.redraw(self.lines.cursor)

    def on_lines_released(self) -> None:
        self.action_row("release")

    def action_type(self) -> None:
        if self.row is not None:
            self.app.push_screen(Ask(self.row.title, f"{self.row.value:g}"), self._typed)

    @told
    def _typed(self, text: str | None) -> None:
        if text is not None:
            self.action_row("move", float(text))

    def action_effect(self) -> None:
        choices = [(one.name, one.title) for one in aha.effect_kinds()]
        with contextlib.suppress(aha.Error):  # without lilv
            choices += [(one.uri, one.name) for one in aha.lv2_plugins() if not one.refusal]
        self.app.push_screen(Ask("Add an effect, or an LV2 plug-in", choices=choices),
                             lambda kind: kind and self.action_model("add_effect", kind))

    @told
    def action_insert(self) -> str:
        if self.model is None or self.model.project is not self.work.bench:
            return ""
        return self.app.arrangement.add(self.model.origin()[0], self.model.name)
