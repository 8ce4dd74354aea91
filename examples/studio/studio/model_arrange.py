"""The arrangement: tracks over time as text, edits, playback."""

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aha

from .drawing import curve
from .model_bench import bench_track_of, copy_sliders
from .model_bounce import Bouncing
from .model_sliders import Slider, sliders_of
from .model_work import Stage, Work


@dataclass(eq=False)
class Clip:
    """A track: one sound at a time, its mix settings, and its automated sliders."""

    track: aha.Track
    name: str
    path: str
    length_us: int
    values: dict[str, Any]
    lanes: list[Slider]

    @property
    def start_us(self) -> int:
        return int(self.values["start_us"])

    @property
    def end_us(self) -> int:
        """The end of its last pass."""
        pass_us = min(self.values["loop_end_us"], self.length_us) - self.values["loop_begin_us"]
        return int(self.start_us + self.length_us + min(self.values["loop_count"], 1000) * pass_us)


class Arrangement(Stage):
    """The project of a work folder, its cursor and its session."""

    def __init__(self, work: Work) -> None:
        super().__init__(work, work.project)
        self.bouncing = Bouncing(work)
        self.clips: list[Clip] = []
        self.cursor_us = work.settings.get("cursor_us", 0)
        self.loop: tuple[int, ...] = tuple(work.settings.get("loop", []))
        self.read()

    def read(self) -> None:
        """Reads the tracks again."""
        self.revision = self.project.revision
        self.clips = []
        for track in self.project.tracks:
            path = track.path
            lanes = [one for one in sliders_of(track, 1.0) if one.lane is not None]
            self.clips.append(Clip(track, track.name or Path(path).stem, path,
                                   self.work.length_us(path), track.get(), lanes))

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
        cells = [" "] * width
        for bar in itertools.count(-(-begin_us // bar_us // step) * step, step):
            column = int((bar * bar_us - begin_us) / us)
            if column >= width - 6:
                break
            cells[column:column + 6] = f"│{bar + 1:<5}"
        for edge, mark in zip(self.loop, "[]"):
            if 0 <= (column := int((edge - begin_us) / us)) < width:
                cells[column] = mark
        return "".join(cells)

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

    def change(self, clip: Clip, what: str, count: int = 1) -> str:
        """Changes a track in one edit: move (by beats), mute, solo, gain (by dB), repeat (one pass
        more, up to eight; then one), remove."""
        values = clip.values
        changes: dict[str, dict[str, Any]] = {
            "move": {"start_us": max(0, clip.start_us + count * self.beat_us)},
            "mute": {"muted": not values["muted"]}, "solo": {"soloed": not values["soloed"]},
            "gain": {"gain_db": max(-60.0, min(24.0, values["gain_db"] + count))},
            "repeat": {"loop": (values["loop_count"] + 1) % 8}}
        with self.project.edit(f"{what} {clip.name}"):
            clip.track.set(**changes[what]) if what in changes else clip.track.remove()
        return self.edited()

    def set_tempo(self, bpm: float) -> str:
        self.project.set(tempo_bpm=bpm)
        return self.edited()

    def move_cursor(self, beats: int) -> None:
        self.cursor_us = max(0, self.cursor_us + beats * self.beat_us)
        self.work.settings.set(cursor_us=self.cursor_us)
        if self.session is not None and self.session.running:
            self.session.seek(self.cursor_us)

    def set_loop(self, edge: int) -> None:
        """Sets the begin (0) or the end (1) of the loop region at the cursor. Both at one place
        clear it."""
        loop = list(self.loop) or [0, max(self.end_us, self.cursor_us + self.beat_us)]
        loop[edge] = self.cursor_us
        self.loop = tuple(loop) if loop[1] - loop[0] >= 100_000 else ()
        self.work.settings.set(loop=list(self.loop))
        self._apply_loop()

    def _apply_loop(self) -> None:
        if self.session is not None:
            self.session.loop(*self.loop) if self.loop else self.session.clear_loop()

    @property
    def position_us(self) -> int:
        return self.session.position_us if self.session and self.is_playing else self.cursor_us

    def play(self) -> str:
        """Starts at the cursor, or stops. Returns a notice if tracks have lost their files."""
        if self.stopped():
            return ""
        session = self.opened()
        self._apply_loop()
        session.start(self.cursor_us)
        silent = ", ".join(track.name for track in session.silent_tracks)
        return f"silent, because the file is missing: {silent}" if silent else ""
