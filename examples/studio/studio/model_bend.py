"""Bending one sound: a track whose sliders are heard at once, and recorded when armed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import aha
from aha import LaneMode

from .model_sliders import NEUTRAL, Slider, sliders_of
from .model_speed import Varispeed

if TYPE_CHECKING:
    from .model_work import Work

#: Off, or read if the lane has points, and the modes that record.
MODES = (LaneMode.READ, LaneMode.TOUCH, LaneMode.LATCH, LaneMode.WRITE)
#: A key that is released sends nothing: without another step, a touch ends after this time.
TOUCH_SECONDS = 0.6


def bench_track_of(work: Work, path: str) -> aha.Track | None:
    """The bench's track of a sound; None if it was never bent."""
    speeds = work.settings.get("speeds", {})
    return next((track for track in work.bench.tracks
                 if speeds.get(track.path, [track.path])[0] == path), None)


def bench_track(work: Work, path: str, name: str) -> aha.Track:
    """The bench's track of a sound, made with the main effects. Errors: those of files."""
    found = bench_track_of(work, path)
    if found is not None:
        return found
    with work.bench.edit(f"bend {name}"):
        track = work.bench.add_track(path, name)
        for kind, values in NEUTRAL.items():
            track.add_effect(kind, **values)
    return track


class Bend(Varispeed):
    """One track of a project, as sliders, with a session of its own."""

    def __init__(self, work: Work, project: aha.Project, track: aha.Track) -> None:
        self.work, self.project, self.track = work, project, track
        self.name = track.name or Path(track.path).stem
        self.session = aha.Session(project, work.sounding.engine, only=track)
        self.sliders: list[Slider] = []
        self.is_plain = False
        self.length_us = 0
        self._pending: dict[Slider, float] = {}
        self._touched: dict[Slider, float] = {}
        self.read()

    # Reading

    def read(self) -> None:
        """Reads the track again, after edits and at the start."""
        self.sliders = sliders_of(self.track, self.origin()[1])
        self.start_us = self.track.get()["start_us"]
        self.length_us = self.work.length_us(self.track.path)
        self._touched.clear()

    @property
    def position_us(self) -> int:
        return self.session.position_us - self.start_us

    @property
    def is_playing(self) -> bool:
        return self.session.running

    def shown(self, slider: Slider) -> float:
        """The value to show: that of the lane while it moves the slider."""
        if slider in self._touched or not self.is_playing or not slider.points:
            return slider.value
        return slider.value_at(self.session.position_us)

    # Playing

    def play(self) -> None:
        self.session.loop(self.start_us, self.start_us + max(100_000, self.length_us))
        self.session.start(self.start_us)

    def stop(self) -> None:
        self.session.stop()
        self._touched.clear()

    def toggle_plain(self) -> None:
        """A/B: bypasses all effects, for the ear only."""
        self.is_plain = not self.is_plain
        for effect in self.track.effects:
            self.session.effect(effect).bypassed = self.is_plain

    def _live(self, slider: Slider) -> aha.Effect:
        return (self.session.fader(self.track) if slider.effect is None
                else self.session.effect(slider.effect))

    # Sliders

    def move(self, slider: Slider, value: float) -> None:
        """Moves a slider: heard at once. :meth:`save` stores it, or the armed lane records it."""
        slider.value = min(slider.info.maximum, max(slider.info.minimum, value))
        if slider.is_speed:
            self._pending[slider] = slider.value
            return
        self._live(slider).set(slider.info.name, slider.value)
        if slider.mode in MODES[1:] and self.is_playing:
            self._touched[slider] = time.monotonic()
        else:
            self._pending[slider] = slider.value

    def release(self, slider: Slider) -> None:
        """Ends a touch, as when the mouse button rises."""
        if self._touched.pop(slider, None) is not None and slider.mode == LaneMode.TOUCH:
            self.session.let_go(self._live(slider), slider.info.name)

    def save(self) -> None:
        """Stores moved sliders as one edit, and finished recordings. Waits for the disk."""
        for slider, at in list(self._touched.items()):
            if time.monotonic() - at > TOUCH_SECONDS:
                self.release(slider)
        pending, self._pending = self._pending, {}
        speed = next((value for slider, value in pending.items() if slider.is_speed), None)
        pending = {slider: value for slider, value in pending.items() if not slider.is_speed}
        if pending:
            titles = ", ".join(slider.title for slider in pending)
            with self.project.edit(f"{self.name}: {titles}"):
                for slider, value in pending.items():
                    (slider.effect or self.track).set(**{slider.info.name: value})
        if speed is not None:
            self.set_speed(speed)
        if any(slider.mode in MODES[1:] for slider in self.sliders) and self.session.save_moves():
            self.read()

    @property
    def has_unsaved(self) -> bool:
        return bool(self._pending or self._touched) or any(
            slider.mode in MODES[1:] for slider in self.sliders)

    def arm(self, slider: Slider) -> LaneMode:
        """The next mode of a slider's automation: read, touch, latch, write."""
        if slider.lane is None:
            (slider.effect or self.track).add_lane(slider.info.name, mode=LaneMode.TOUCH)
        else:
            slider.lane.mode = MODES[(MODES.index(slider.mode) + 1) % len(MODES)
                                     if slider.mode in MODES else 0]
        self._edited()
        return next(one.mode for one in self.sliders if one.title == slider.title)

    def clear(self, slider: Slider) -> None:
        """Removes the automation of a slider."""
        if slider.lane is not None:
            slider.lane.remove()
            self._edited()

    def reset(self) -> None:
        """All sliders to their neutral values, without automation, as one edit."""
        self._pending.clear()
        with self.project.edit(f"reset {self.name}"):
            for slider in self.sliders:
                if slider.lane is not None:
                    slider.lane.remove()
                if not slider.is_speed:
                    (slider.effect or self.track).set(**{slider.info.name: slider.neutral})
        self.use(self.origin()[0])
        self._edited()

    def spacewave(self) -> bool:
        """Throws the filter about for three seconds; False without a filter."""
        live = next((self.session.effect(one) for one in self.track.effects
                     if one.kind == "filter"), None)
        if isinstance(live, aha.Filter):
            live.spacewave()
        return live is not None

    def add_effect(self, kind: str) -> None:
        """Adds an effect of the registry, or an LV2 plug-in by its URI."""
        if "://" in kind or kind.startswith("urn:"):
            self.track.add_lv2(kind)
        else:
            self.track.add_effect(kind)
        self._edited()

    def remove_effect(self, slider: Slider) -> None:
        if slider.effect is not None:
            slider.effect.remove()
            self._edited()

    def undo(self) -> bool:
        done = self.project.undo()
        self._edited()
        return done

    def redo(self) -> bool:
        done = self.project.redo()
        self._edited()
        return done

    def _edited(self) -> None:
        self.session.update()
        self.read()

    def close(self) -> None:
        self.save()
        self.session.close()
