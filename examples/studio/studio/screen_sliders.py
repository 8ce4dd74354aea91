"""Sliders: bends one sound while it plays."""

import asyncio
import contextlib
from functools import partial
from itertools import islice

import aha
from aha import LaneMode
from rich.text import Text
from textual import work

from .drawing import clock, curve, fit, knob, meter
from .model_bend import Bend
from .model_sliders import Slider
from .room import Room, telling, told
from .widgets import Lines

#: Columns of a slider's title, of its value and mode.
TITLE, VALUE = 22, 20


class SlidersRoom(Room[Slider]):
    room, tall = "sliders", 2
    BINDINGS = [
        ("space", "model('play')", "Play"), ("left", "row('step',-1)", "Less"),
        ("right", "row('step',1)", "More"), ("shift+left", "row('step',-10)", "Ten less"),
        ("shift+right", "row('step',10)", "Ten more"),
        ("m", "row('arm')", "Arm"), ("c", "row('clear')", "Clear lane"),
        ("w", "model('spacewave')", "Spacewave"), ("b", "model('toggle_plain')", "A/B"),
        ("r", "model('reset')", "Reset"), ("backspace", "row('neutralize')", "Neutral"),
        ("enter", "type", "Type"), ("e", "effect", "Effect"),
        ("x", "row('remove_effect')", "Remove effect"), ("f", "impulse", "Impulse"),
        ("z", "model('undo')", "Undo"), ("y", "model('redo')", "Redo"),
        ("i", "insert", "Insert")]
    CSS = "SlidersRoom > .head { height: 1; }"

    model: Bend | None = None

    def on_mount(self) -> None:
        self.save_moves()

    def leave(self) -> None:
        if self.model is not None:
            self.model.leave_stage()
            self.model = None

    @told
    def enter(self) -> None:
        """Shows the track that was bent last, also in the last run, if it is still there."""
        path, number = (self.work.settings.get("bent", []) + ["", 0])[:2]
        project = self.work.bench if path == self.work.bench.path else self.work.project
        track = next((one for one in project.tracks if one.id == number), None)
        if track is not None and (self.model is None or self.model.track != track):
            self.leave()
            self.model = Bend(self.work, project, track)
        if self.model is not None:
            self.model.edited()
        self.show()

    def show(self) -> None:
        self.rows = self.model.sliders if self.model else []
        super().show()

    def drawn(self, index: int, width: int) -> list[Text]:
        bend, slider = self.model, self.rows[index]
        if bend is None:
            return []
        value, room = bend.shown(slider), width - TITLE - VALUE
        mode = "" if slider.mode == LaneMode.OFF else slider.mode.name.lower()
        first = Text(f" {fit(slider.title, TITLE - 2)} {knob(slider.share(value), room)}"
                     f" {slider.text(value):>12} {fit(mode, VALUE - 14)}")
        if slider.lane is None:
            return [first, Text(" " * TITLE + slider.note, "dim")]
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
        if bend.sliders is not self.rows:  # read again
            self.show()
        self.head(f" {'▶' if bend.is_playing else '■'} {fit(bend.name, 28)}"
                  f" {clock(bend.position_us)} / {clock(bend.length_us)}"
                  f" {meter(self.app.level_db, 16)}"
                  f"  {'B: without effects' if bend.is_plain else 'A'}")
        for index in self.lines.shown if bend.is_playing else ():
            if self.rows[index].lane is not None:
                self.lines.redraw(index)

    @work
    async def save_moves(self) -> None:
        """Stores moves in a thread, because each edit waits for the disk."""
        while True:
            await asyncio.sleep(0.05)
            if self.model is not None and self.model.has_unsaved:
                with telling(self.app):
                    await asyncio.to_thread(self.model.save)
                self.lines.refresh()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        if event.column is None:
            self.action_row("release")
        elif self.row is not None:
            room = self.lines.scrollable_content_region.width - TITLE - VALUE
            share = (event.column - TITLE) / max(1, room - 1)
            if -0.02 <= share <= 1.02:
                self.action_row("move", self.row.at_share(share))

    def action_type(self) -> None:
        if self.row is not None:
            self.app.ask(self.row.title, lambda text: self.action_row("move", float(text)),
                         f"{self.row.value:g}")

    def action_effect(self) -> None:
        choices = [(one.name, one.title) for one in aha.effect_kinds()]
        with contextlib.suppress(aha.Error):  # without lilv
            choices += [(one.uri, one.name) for one in aha.lv2_plugins() if not one.refusal]
        self.app.choose("Add an effect, or an LV2 plug-in", self._add, choices)

    def _add(self, kind: str) -> None:
        self.action_model("add_effect", kind)
        self.lines.set_count(len(self.rows), len(self.rows) - 1)
        self.action_impulse()

    def action_impulse(self) -> None:
        """Asks for the impulse response of the convolution at the cursor: a sound or a path."""
        if self.row is not None and self.row.kind == "convolution":
            use = partial(self.action_row, "set_impulse")
            sounds = self.work.sounds.find("", "title", all_states=False)
            self.app.choose("Impulse response",
                            lambda path: use(path) if path else self.app.ask("Path", use),
                            [("", "the path of a file"),
                             *((one.place, one.title) for one in islice(sounds, 500))])

    @told
    def action_insert(self) -> str:
        if self.model is None or self.model.project is not self.work.bench:
            return ""
        self.model.save()
        return self.app.arrangement.add(self.model.track.path, self.model.name)
