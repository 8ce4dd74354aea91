"""Bending one sound: a track whose sliders are heard at once, and recorded when armed."""

import contextlib
import time
from pathlib import Path

import aha
from aha import LaneMode

from .model_sliders import Key, Slider, sliders_of
from .model_work import Stage, Work, alone

MODES = (LaneMode.READ, LaneMode.TOUCH, LaneMode.LATCH, LaneMode.WRITE)
#: A terminal sends nothing when a key is released: without another step, a touch ends after this.
TOUCH_SECONDS = 0.6


class Bend(Stage):
    """One track of a project as sliders, with a session while it plays."""

    def __init__(self, work: Work, project: aha.Project, track: aha.Track) -> None:
        super().__init__(work, project, track)
        self.track = track
        self.name = track.name or Path(track.path).stem
        self.sliders: list[Slider] = []
        self.is_plain = False
        self._pending: dict[Key, float] = {}
        self._touched: dict[Key, float] = {}
        self.read()

    def read(self) -> None:
        """Reads the track again. Sliders in motion keep their values."""
        moving = {one.key: one.value for one in self.sliders
                  if one.key in self._pending or one.key in self._touched}
        self.sliders = sliders_of(self.track)
        for slider in self.sliders:
            slider.value = moving.get(slider.key, slider.value)
        self.start_us: int = self.track.get()["start_us"]
        speed = next(one for one in self.sliders if one.info.name == "speed")
        self.length_us = round(self.work.length_us(self.track.path) / speed.value)

    @property
    def position_us(self) -> int:
        return self.session.position_us - self.start_us if self.session is not None else 0

    def play(self) -> None:
        """Plays the track in a loop; stops it if it plays."""
        if self.stopped():
            return
        session = self.opened()
        self._bypass()
        session.loop(self.start_us, self.start_us + max(100_000, self.length_us))
        session.start(self.start_us)

    def leave_stage(self) -> None:
        """Stores the last moves, and ends the session."""
        with self.lock:
            self.save()
            super().leave_stage()

    def toggle_plain(self) -> None:
        """A/B: bypasses all effects, for the ear only."""
        self.is_plain = not self.is_plain
        self._bypass()

    def _bypass(self) -> None:
        for effect in self.track.effects if self.session is not None else ():
            with contextlib.suppress(aha.NotFoundError):  # a plug-in that is not installed
                self.opened().effect(effect).bypassed = self.is_plain

    def spacewave(self) -> str:
        """Throws the filter about for three seconds."""
        found = [one for one in self.sliders if one.kind == "filter"]
        if found and not self.is_playing:
            self.play()
        for live in (self._live(one) for one in found[:1]):
            if isinstance(live, aha.Filter):
                live.spacewave()
        return "" if found else "spacewave needs a filter: e adds one"

    def shown(self, slider: Slider) -> float:
        """The value to show: that of the lane while it moves the slider."""
        is_lane = self.is_playing and slider.points and slider.key not in self._touched
        return slider.value_at(self.start_us + self.position_us) if is_lane else slider.value

    def step(self, slider: Slider, count: float) -> None:
        self.move(slider, slider.stepped(self.shown(slider), count))

    def move(self, slider: Slider, value: float) -> None:
        """Moves a slider: heard at once. :meth:`save` stores it, or the armed lane records it."""
        slider.value = min(slider.info.maximum, max(slider.info.minimum, value))
        if self.session is not None:
            if slider.info.name == "speed":
                self.session.set_speed(self.track, slider.value)
            else:
                self._live(slider).set(slider.info.name, slider.value)
        if slider.mode in MODES[1:] and self.is_playing:
            self._touched[slider.key] = time.monotonic()
        else:
            self._pending[slider.key] = slider.value

    def _live(self, slider: Slider) -> aha.Effect:
        part = slider.part
        return (self.opened().effect(part) if isinstance(part, aha.ProjectEffect)
                else self.opened().fader(part))

    def release(self, slider: Slider) -> None:
        """Ends a touch, as when the mouse button rises."""
        is_touched = self._touched.pop(slider.key, None) is not None
        if is_touched and slider.mode == LaneMode.TOUCH and self.session is not None:
            if slider.info.name == "speed":
                self.session.release_speed(self.track)
            else:
                self.session.let_go(self._live(slider), slider.info.name)

    @property
    def has_unsaved(self) -> bool:
        return bool(self._pending or self._touched) or self.is_playing and any(
            slider.mode in MODES[1:] for slider in self.sliders)

    def save(self) -> None:
        """Stores moved sliders as one edit, and finished recordings. Waits for the disk."""
        with self.lock:
            sliders = {slider.key: slider for slider in self.sliders}
            for key, at in list(self._touched.items()):
                if time.monotonic() - at > TOUCH_SECONDS:
                    self.release(sliders[key])
            pending, self._pending = self._pending, {}
            moved = {sliders[key]: value for key, value in pending.items() if key in sliders}
            if moved:
                titles = ", ".join(slider.title for slider in moved)
                with self.project.edit(f"{self.name}: {titles}"):
                    for slider, value in moved.items():
                        slider.store(value)
            if self.session is not None and self.session.save_moves():
                self.read()

    def undo(self) -> str:
        self.save()
        return super().undo()

    @alone
    def arm(self, slider: Slider) -> str:
        """The next mode of a slider's automation: read, touch, latch, write."""
        if slider.lane is None:
            slider.part.add_lane(slider.info.name, mode=LaneMode.TOUCH)
        else:
            slider.lane.mode = MODES[(MODES.index(slider.mode) + 1) % len(MODES)
                                     if slider.mode in MODES else 0]
        return self.edited()

    @alone
    def clear(self, slider: Slider) -> str:
        """Removes the automation of a slider."""
        if slider.lane is not None:
            slider.lane.remove()
        return self.edited()

    def neutralize(self, slider: Slider) -> None:
        self.move(slider, slider.neutral)

    @alone
    def reset(self) -> str:
        """All sliders to their neutral values, without automation, as one edit."""
        self._pending.clear()
        with self.project.edit(f"reset {self.name}"):
            for slider in self.sliders:
                if slider.lane is not None:
                    slider.lane.remove()
                slider.store(slider.neutral)
        return self.edited()

    @alone
    def add_effect(self, kind: str) -> str:
        """Adds an effect of the registry, or an LV2 plug-in by its URI."""
        (self.track.add_lv2 if ":" in kind else self.track.add_effect)(kind)
        return self.edited()

    @alone
    def remove_effect(self, slider: Slider) -> str:
        if isinstance(slider.part, aha.ProjectEffect):
            slider.part.remove()
        return self.edited()

    @alone
    def set_impulse(self, slider: Slider, path: str) -> str:
        """Sets the impulse response of a convolution."""
        if isinstance(slider.part, aha.ProjectEffect):
            slider.part.set_impulse(Path(path).expanduser(), True)
        return self.edited()
