"""Sliders: bends one sound while it plays."""

from __future__ import annotations

import asyncio

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
from .widgets import Ask, Lines, Pick, fit

TITLE, VALUE = 22, 12


class SlidersRoom(Room):
    room = "sliders"
    BINDINGS = [
        Binding("space", "play", "Play"), Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False), Binding("shift+left", "step(-10)", show=False),
        Binding("shift+right", "step(10)", show=False), Binding("m", "arm", "Arm"),
        Binding("c", "clear", "Clear lane", show=False), Binding("w", "wave", "Spacewave"),
        Binding("b", "plain", "A/B"), Binding("r", "reset", "Reset"),
        Binding("backspace", "neutral", show=False), Binding("enter", "type", "Value", show=False),
        Binding("e", "effect", "Effect"), Binding("x", "remove", "Remove", show=False),
        Binding("z", "undo", "Undo"), Binding("y", "redo", "Redo", show=False),
        Binding("i", "insert", "Insert")]
    CSS = "#head { height: 1; background: $surface; }"

    bend: Bend | None = None
    _saving = False

    def parts(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield Lines(self.drawn, tall=2, id="sliders")

    @property
    def lines(self) -> Lines:
        return self.query_one("#sliders", Lines)

    @told
    def open(self, project: aha.Project, track: aha.Track) -> None:
        """Shows a track; ends the session of the one before, unless it is the same."""
        if self.bend is not None and self.bend.track == track:
            return
        self.leave()
        self.bend = Bend(self.work, project, track)
        is_bench = project is self.work.bench
        self.work.settings.set(bent=["bench" if is_bench else "project", track.id])

    def leave(self) -> None:
        """Stores the last moves, and ends the session."""
        if self.bend is not None:
            bend, self.bend = self.bend, None
            bend.close()

    @told
    def enter(self) -> None:
        """Shows the sound of the last run, if it is still there."""
        where, number = (self.work.settings.get("bent", []) + ["", 0])[:2]
        if self.bend is None and number:
            project = self.work.bench if where == "bench" else self.work.project
            track = next((one for one in project.tracks if one.id == number), None)
            if track is not None:
                self.bend = Bend(self.work, project, track)
        if self.bend is not None:
            self.bend.read()
        self.lines.set_count(len(self.bend.sliders) if self.bend else 0)
        self.lines.focus()

    @property
    def slider(self) -> Slider | None:
        sliders = self.bend.sliders if self.bend else []
        return sliders[self.lines.cursor] if self.lines.cursor < len(sliders) else None

    # Drawing

    def drawn(self, index: int, width: int) -> list[Text]:
        if self.bend is None or index >= len(self.bend.sliders):
            return []
        slider = self.bend.sliders[index]
        value = self.bend.shown(slider)
        mode = "" if slider.mode == LaneMode.OFF else slider.mode.name.lower()
        room = width - TITLE - VALUE - 8
        first = (f" {fit(slider.title, TITLE - 1)}{knob(slider.share(value), room)} "
                 f"{slider.text(value):>{VALUE}} {fit(mode, 6)}")
        if slider.lane is None:
            return [Text(first), Text("")]
        begin = self.bend.start_us
        cells = curve(slider.shares(begin, begin + self.bend.length_us, room))
        place = int(self.bend.position_us / max(1, self.bend.length_us) * room)
        second = Text(" " * TITLE + cells, "dim")
        if self.bend.is_playing and 0 <= place < room:
            second.stylize("reverse", TITLE + place, TITLE + place + 1)
        return [Text(first), second]

    def beat(self) -> None:
        bend = self.bend
        if bend is None:
            self.query_one("#head", Static).update(" Enter on a sound of the list bends it.")
            return
        level = meter(self.app.level_db, 16)
        state = "▶" if bend.is_playing else "■"
        plain = "  B: without effects" if bend.is_plain else "  A"
        self.query_one("#head", Static).update(
            f" {state} {fit(bend.name, 28)} {clock(bend.position_us)} /"
            f" {clock(bend.length_us)} {level}{plain}")
        if bend.is_playing:
            for index in self.lines.visible:
                if index < len(bend.sliders) and bend.sliders[index].lane is not None:
                    self.lines.redraw(index)
        if bend.has_unsaved and not self._saving:
            self._saving = True
            self.run_worker(self._save(bend), exit_on_error=False)

    async def _save(self, bend: Bend) -> None:
        """Stores moves beside the interface, because each edit waits for the disk."""
        try:
            await asyncio.to_thread(bend.save)
            await asyncio.sleep(0.05)
        except (aha.Error, OSError) as error:
            self.app.tell(str(error))
        finally:
            self._saving = False
        if bend is self.bend and len(bend.sliders) == self.lines.count:
            self.lines.refresh()

    def _show(self) -> None:
        if self.bend is not None:
            self.lines.set_count(len(self.bend.sliders))

    # Keys and mouse

    @told
    def action_play(self) -> None:
        if self.bend is not None:
            (self.bend.stop if self.bend.is_playing else self.bend.play)()

    @told
    def _move(self, value: float) -> None:
        if self.bend is not None and self.slider is not None:
            self.bend.move(self.slider, value)
            self.lines.redraw(self.lines.cursor)

    def action_step(self, count: int) -> None:
        if self.slider is not None:
            self._move(self.slider.stepped(count))

    def action_neutral(self) -> None:
        if self.slider is not None:
            self._move(self.slider.neutral)

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        width = self.lines.size.width
        room = width - TITLE - VALUE - 8
        place = (event.share * (width - 1) - TITLE) / max(1, room - 1)
        if self.slider is not None and -0.02 <= place <= 1.02:
            self._move(self.slider.at_share(place))

    @told
    def on_lines_released(self) -> None:
        if self.bend is not None and self.slider is not None:
            self.bend.release(self.slider)

    def action_type(self) -> None:
        if self.slider is not None:
            self.app.push_screen(Ask(self.slider.title, f"{self.slider.value:g}"), self._typed)

    def _typed(self, text: str | None) -> None:
        try:
            if text is not None:
                self._move(float(text))
        except ValueError:
            self.app.tell(f"{text!r} is not a number")

    @told
    def action_arm(self) -> None:
        if self.bend is not None and self.slider is not None and self.slider.can_move_alone:
            self.bend.arm(self.slider)
            self._show()

    @told
    def action_clear(self) -> None:
        if self.bend is not None and self.slider is not None:
            self.bend.clear(self.slider)
            self._show()

    @told
    def action_wave(self) -> None:
        if self.bend is not None and not self.bend.spacewave():
            self.app.tell("spacewave needs a filter: e adds one")

    @told
    def action_plain(self) -> None:
        if self.bend is not None:
            self.bend.toggle_plain()

    @told
    def action_reset(self) -> None:
        if self.bend is not None:
            self.bend.reset()
            self._show()

    def action_effect(self) -> None:
        choices = [(one.name, one.title) for one in aha.effect_kinds()]
        try:
            choices += [(one.uri, one.name) for one in aha.lv2_plugins() if not one.refusal]
        except aha.Error:  # no lilv
            pass
        self.app.push_screen(Pick("Add an effect, or an LV2 plug-in", choices), self._added)

    @told
    def _added(self, kind: str | None) -> None:
        if self.bend is not None and kind is not None:
            self.bend.add_effect(kind)
            self._show()

    @told
    def action_remove(self) -> None:
        if self.bend is not None and self.slider is not None:
            self.bend.remove_effect(self.slider)
            self._show()

    @told
    def action_undo(self) -> None:
        if self.bend is not None and not self.bend.undo():
            self.app.tell("nothing to undo")
        self._show()

    @told
    def action_redo(self) -> None:
        if self.bend is not None and not self.bend.redo():
            self.app.tell("nothing to redo")
        self._show()

    @told
    def action_insert(self) -> None:
        if self.bend is not None and self.bend.project is self.work.bench:
            self.app.insert(self.bend.origin()[0], self.bend.name)
