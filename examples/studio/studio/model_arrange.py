"""The arrangement: tracks over time as text, edits, playback."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aha

from .drawing import curve
from .model_bench import bench_track_of
from .model_sliders import NEUTRAL, Slider, lv2_uri_of, sliders_of
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
        begin, end = self.values["loop_begin_us"], min(self.values["loop_end_us"], self.length_us)
        return self.start_us + self.length_us + min(self.values["loop_count"], 1000) * (end - begin)


class Arrangement:
    """The project of a work folder, its cursor and its session."""

    def __init__(self, work: Work) -> None:
        self.work, self.project = work, work.project
        self.clips: list[Clip] = []
        self.cursor_us = work.settings.get("cursor_us", 0)
        self.loop = tuple(work.settings.get("loop", []))
        self._session: aha.Session | None = None
        self.edited()

    def edited(self) -> str:
        """Plays and shows the project as it is now, after edits of this or another program."""
        if self._session is not None:
            self._session.update()
        self.revision = self.project.revision
        self.clips = []
        for track in self.project.tracks:
            path, values = track.path, track.get()
            lanes = [one for one in sliders_of(track, 1.0) if one.lane is not None]
            self.clips.append(Clip(track, track.name or Path(path).stem, path, values["start_us"],
                                   self.work.length_us(path), values, lanes))
        return ""

    @property
    def beat_us(self) -> int:
        return round(60e6 / self.project.settings.tempo_bpm)

    @property
    def end_us(self) -> int:
        return max((clip.end_us for clip in self.clips), default=0)

    # Text. ``us``: microseconds of a column

    def clip_line(self, clip: Clip, begin_us: int, us: float, width: int) -> str:
        """The waveform of a track where it plays."""
        levels = self.work.sounds.wave(clip.path) or [0.25]
        times = (begin_us + column * us - clip.start_us for column in range(width))
        return curve([None if at < 0 or at >= clip.end_us - clip.start_us else
                      levels[int(at / max(1, clip.length_us) % 1 * len(levels))] ** 0.5
                      for at in times])

    def ruler(self, begin_us: int, us: float, width: int) -> str:
        """Bar numbers and the loop region."""
        bar_us = self.beat_us * self.project.settings.beats_per_bar
        step = max(1, -(-round(6 * us) // bar_us))  # bars between numbers, which need six columns
        bar = -(-begin_us // bar_us)
        bar += -bar % step
        cells = [" "] * width
        while (column := int((bar * bar_us - begin_us) / us)) < width - 6:
            cells[column:column + 6] = f"│{bar + 1:<5}"
            bar += step
        for edge, mark in zip(self.loop, "[]"):
            if 0 <= (column := int((edge - begin_us) / us)) < width:
                cells[column] = mark
        return "".join(cells)

    # Edits; each is on the disk when its call returns

    def add(self, path: str, name: str) -> str:
        """Adds a sound at the cursor; with its sliders and automation if it was bent."""
        bent = bench_track_of(self.work, path)
        with self.project.edit(f"add {name}"):
            track = self.project.add_track(bent.path if bent else path, name,
                                           start_us=self.cursor_us)
            if bent:
                copy_sliders(bent, track, self.cursor_us)
        self.edited()
        return f"{name} is in the arrangement"

    def _set(self, clip: Clip, title: str, **values: Any) -> str:
        with self.project.edit(f"{title} {clip.name}"):
            clip.track.set(**values)
        return self.edited()

    def shift(self, clip: Clip, beats: int) -> str:
        return self._set(clip, "move", start_us=max(0, clip.start_us + beats * self.beat_us))

    def toggle(self, clip: Clip, name: str) -> str:
        """Switches ``muted`` or ``soloed``."""
        return self._set(clip, name, **{name: not clip.values[name]})

    def louder(self, clip: Clip, db: float) -> str:
        gain_db = max(-60.0, min(24.0, clip.values["gain_db"] + db))
        return self._set(clip, "gain of", gain_db=gain_db)

    def repeat(self, clip: Clip) -> str:
        """One pass more, up to eight; then one."""
        return self._set(clip, "repeat", loop=(clip.values["loop_count"] + 1) % 8)

    def remove(self, clip: Clip) -> str:
        with self.project.edit(f"remove {clip.name}"):
            clip.track.remove()
        return self.edited()

    def set_tempo(self, bpm: float) -> str:
        self.project.set(tempo_bpm=bpm)
        return self.edited()

    def undo(self) -> str:
        title = self.project.undo_title or "the last edit"
        return self.edited() or f"undone: {title}" if self.project.undo() else "nothing to undo"

    def redo(self) -> str:
        title = self.project.redo_title or "the next edit"
        return self.edited() or f"redone: {title}" if self.project.redo() else "nothing to redo"

    # Playing

    def move_cursor(self, beats: int) -> None:
        self.cursor_us = max(0, self.cursor_us + beats * self.beat_us)
        self.work.settings.set(cursor_us=self.cursor_us)
        if self._session is not None and self.is_playing:
            self._session.seek(self.cursor_us)

    def set_loop(self, edge: int) -> None:
        """Sets the begin (0) or the end (1) of the loop region at the cursor. Both at one place
        clear it."""
        loop = list(self.loop) or [0, max(self.end_us, self.cursor_us + self.beat_us)]
        loop[edge] = self.cursor_us
        self.loop = tuple(loop) if loop[1] - loop[0] >= 100_000 else ()
        self.work.settings.set(loop=list(self.loop))
        if self.is_playing:
            self._apply_loop()

    def _apply_loop(self) -> None:
        if self._session is not None:
            self._session.loop(*self.loop) if self.loop else self._session.clear_loop()

    @property
    def is_playing(self) -> bool:
        return self._session is not None and self._session.running

    @property
    def position_us(self) -> int:
        return self._session.position_us if self._session and self.is_playing else self.cursor_us

    def play(self) -> str:
        """Starts at the cursor, or stops. Returns a notice if tracks have lost their files."""
        if self._session is not None and self.is_playing:
            self._session.stop()
            return ""
        self.work.take_stage(self)
        if self._session is None:
            self._session = aha.Session(self.project, self.work.sounding.engine)
        self._apply_loop()
        self._session.start(self.cursor_us)
        silent = ", ".join(track.name for track in self._session.silent_tracks)
        return f"silent, because the file is missing: {silent}" if silent else ""

    def leave_stage(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def is_neutral(effect: aha.ProjectEffect) -> bool:
    """Whether an effect of the registry leaves the sound unchanged."""
    values = NEUTRAL.get(effect.kind, {})
    return bool(values) and all(effect.get(name) == value for name, value in values.items())


def copy_sliders(source: aha.Track, track: aha.Track, at_us: int) -> None:
    """Copies the mix settings, effects and automation of a track that begins at 0."""
    row = source.get()
    track.set(gain_db=row["gain_db"], pan=row["pan"])
    copies: dict[int, aha.Track | aha.ProjectEffect] = {0: track}
    for effect in source.effects:
        uri = lv2_uri_of(effect)
        if uri:  # installed or not
            copies[effect.id] = copy = track.add_lv2(uri)
            copy.lv2_state = effect.lv2_state or copy.lv2_state
        elif effect.lanes or not is_neutral(effect):
            copies[effect.id] = track.add_effect(effect.kind)
    for slider in sliders_of(source, 1.0):
        if slider.effect is not None and slider.effect.id in copies:
            copies[slider.effect.id].set(**{slider.info.name: slider.value})
    for slider in sliders_of(source, 1.0):
        if slider.lane is not None:
            copies[slider.key[0]].add_lane(slider.info.name, [
                (point.time_us + at_us, point.value, point.curve) for point in slider.points])
