"""The arrangement: tracks over time as text, edits, playback, bounces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aha

from .drawing import curve
from .model_sliders import NEUTRAL, Slider, sliders_of

if TYPE_CHECKING:
    from .model_work import Work

@dataclass(eq=False)
class Clip:
    """A track: one sound at a time, its mix settings, and its automated sliders."""

    track: aha.Track
    name: str
    path: str
    start_us: int
    length_us: int
    values: dict[str, Any]
    lanes: list[Slider]

    @property
    def end_us(self) -> int:
        """The end of its last pass."""
        begin, end = self.values["loop_begin_us"], self.values["loop_end_us"]
        passes = min(self.values["loop_count"], 1000)
        return self.start_us + self.length_us + passes * (min(end, self.length_us) - begin)


class Arrangement:
    """The project of a work folder, its cursor and its session."""

    def __init__(self, work: Work) -> None:
        self.work, self.project = work, work.project
        self.clips: list[Clip] = []
        self.cursor_us = work.settings.get("cursor_us", 0)
        self.loop = tuple(work.settings.get("loop", []))
        self._session: aha.Session | None = None
        self._lengths: dict[str, int] = {}
        self.read()

    def read(self) -> None:
        """Reads the tracks again, after edits of this or another program."""
        self.revision = self.project.revision
        self.clips = []
        for track in self.project.tracks:
            path, values = track.path, track.get()
            if path not in self._lengths:
                self._lengths[path] = self.work.length_us(path)
            lanes = [one for one in sliders_of(track, 1.0) if one.lane is not None]
            self.clips.append(Clip(track, track.name or Path(path).stem, path,
                                   values["start_us"], self._lengths[path], values, lanes))

    @property
    def beat_us(self) -> int:
        return round(60e6 / self.project.settings.tempo_bpm)

    @property
    def end_us(self) -> int:
        return max((clip.end_us for clip in self.clips), default=0)

    # Text

    def clip_line(self, clip: Clip, begin_us: int, us: float, width: int) -> str:
        """A track as text: its waveform where it plays. ``us``: microseconds of a column."""
        levels = self.work.sounds.wave(clip.path) or [0.25]
        cells = []
        for column in range(width):
            at = begin_us + column * us - clip.start_us
            if at < 0 or at >= clip.end_us - clip.start_us:
                cells.append(None)
                continue
            place = at / max(1, clip.length_us) % 1
            cells.append(min(1.0, levels[int(place * len(levels))]) ** 0.5)
        return curve(cells)

    @staticmethod
    def lane_line(lane: Slider, begin_us: int, us: float, width: int) -> str:
        return curve(lane.shares(begin_us, begin_us + us * width, width))

    def ruler(self, begin_us: int, us: float, width: int) -> str:
        """Bar numbers, the loop region and the cursor."""
        bar_us = self.beat_us * self.project.settings.beats_per_bar
        cells = [" "] * width
        step = max(1, -(-round(6 * us) // bar_us))  # bars between numbers, which need six columns
        bar = -(-begin_us // bar_us)
        bar += -bar % step
        while (column := int((bar * bar_us - begin_us) / us)) < width:
            for place, digit in enumerate(f"│{bar + 1}"):
                if column + place < width:
                    cells[column + place] = digit
            bar += step
        for edge, mark in zip(self.loop, "[]"):
            if 0 <= (column := int((edge - begin_us) / us)) < width:
                cells[column] = mark
        return "".join(cells)

    # Edits; each is on the disk when its call returns

    def add(self, path: str, name: str, bend: aha.Track | None = None) -> None:
        """Adds a sound at the cursor; with its sliders and automation if it was bent."""
        with self.project.edit(f"add {name}"):
            track = self.project.add_track(path, name, start_us=self.cursor_us)
            copy_sliders(bend, track, self.cursor_us)
        self.edited()

    def set(self, clip: Clip, title: str, **values: Any) -> None:
        with self.project.edit(f"{title} {clip.name}"):
            clip.track.set(**values)
        self.edited()

    def shift(self, clip: Clip, us: int) -> None:
        self.set(clip, "move", start_us=max(0, clip.start_us + us))

    def repeat(self, clip: Clip) -> None:
        """One pass more, up to eight; then one."""
        self.set(clip, "repeat", loop=(clip.values["loop_count"] + 1) % 8)

    def remove(self, clip: Clip) -> None:
        with self.project.edit(f"remove {clip.name}"):
            clip.track.remove()
        self.edited()

    def undo(self) -> str:
        """The title of the edit that was undone; "" if there is none."""
        title = self.project.undo_title
        done = self.project.undo()
        self.edited()
        return title or "the last edit" if done else ""

    def redo(self) -> str:
        title = self.project.redo_title
        done = self.project.redo()
        self.edited()
        return title or "the next edit" if done else ""

    def edited(self) -> None:
        if self._session is not None:
            self._session.update()
        self.read()

    # Playing

    def move_cursor(self, us: int) -> None:
        self.cursor_us = max(0, self.cursor_us + us)
        self.work.settings.set(cursor_us=self.cursor_us)
        if self.is_playing and self._session is not None:
            self._session.seek(self.cursor_us)

    def set_loop(self, edge: int) -> None:
        """Sets the begin (0) or the end (1) of the loop region at the cursor; both clear it."""
        loop = list(self.loop) or [0, max(self.end_us, self.cursor_us + self.beat_us)]
        loop[edge] = self.cursor_us
        self.loop = tuple(loop) if loop[1] - loop[0] >= 100_000 else ()
        self.work.settings.set(loop=list(self.loop))
        self._apply_loop()

    def _apply_loop(self) -> None:
        if self._session is not None and self.loop:
            self._session.loop(*self.loop)
        elif self._session is not None:
            self._session.clear_loop()

    @property
    def is_playing(self) -> bool:
        return self._session is not None and self._session.running

    @property
    def position_us(self) -> int:
        return (self._session.position_us if self._session is not None and self.is_playing
                else self.cursor_us)

    def play(self) -> list[str]:
        """Starts at the cursor. Returns the names of tracks that are silent, without their file."""
        if self._session is None:
            self._session = aha.Session(self.project, self.work.sounding.engine)
        self._apply_loop()
        self._session.start(self.cursor_us)
        return [track.name for track in self._session.silent_tracks]

    def stop(self) -> None:
        if self._session is not None:
            self._session.stop()

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def copy_sliders(source: aha.Track | None, track: aha.Track, at_us: int) -> None:
    """Copies the mix settings, effects and automation of a track that begins at 0."""
    if source is None:
        return
    row = source.get()
    track.set(gain_db=row["gain_db"], pan=row["pan"])
    pairs: list[tuple[Any, Any]] = [(source, track)]
    for effect in source.effects:
        values = {one.name: effect.get(one.name) for one in effect.info.parameters}
        if values.items() >= NEUTRAL.get(effect.kind, {"": 0}).items() and not effect.lanes:
            continue  # leaves the sound unchanged
        copy = (track.add_lv2(effect.lv2_uri, **values) if effect.kind == "lv2"
                else track.add_effect(effect.kind, **values))
        pairs.append((effect, copy))
    for old, new in pairs:
        for slider in (one for one in sliders_of(source, 1.0) if one.lane is not None
                       and (one.effect or source) == old):
            new.add_lane(slider.info.name, [
                (point.time_us + at_us, point.value, point.curve) for point in slider.points])
