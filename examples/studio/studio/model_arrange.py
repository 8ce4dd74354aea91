"""The arrangement: tracks over time as text, edits, playback, bounces."""

import itertools
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aha

from .drawing import curve
from .model_bench import bench_track_of, copy_sliders
from .model_sliders import Slider, sliders_of
from .model_work import Stage, Work, numbered

#: Targets of loudness in LUFS: streaming, EBU R 128, podcasts; 0 leaves it unchanged.
TARGETS = (-14.0, -23.0, -16.0, 0.0)


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
    def heard_us(self) -> int:
        """Microseconds of the sound in all passes."""
        pass_us = min(self.values["loop_end_us"], self.length_us) - self.values["loop_begin_us"]
        return int(self.length_us + min(self.values["loop_count"], 1000) * pass_us)

    @property
    def end_us(self) -> int:
        """The end of its last pass, at the speed that it has without a lane, or at the tempo."""
        if tempo_bpm := self.values["tempo_bpm"]:
            beats, at = self.heard_us / 60e6 * tempo_bpm, self.track.project
            return at.beat_us(at.beat(self.start_us) + beats)
        return int(self.start_us + self.heard_us / self.values["speed"])


#: A track, or one of its lanes.
Row = tuple[Clip, Slider | None]


class Arrangement(Stage):
    """The project of a work folder, its cursor and its session."""

    def __init__(self, work: Work) -> None:
        super().__init__(work, work.project)
        self.target = work.settings.get("target", TARGETS[0])
        self.job: aha.Job | None = None
        self.clips: list[Clip] = []
        self.cursor_us = work.settings.get("cursor_us", 0)
        self.loop: tuple[int, ...] = tuple(work.settings.get("loop", []))
        self.read()

    def read(self) -> None:
        self.revision = self.project.revision
        self.clips = []
        for track in self.project.tracks:
            path = track.path
            lanes = [one for one in sliders_of(track) if one.lane is not None]
            self.clips.append(Clip(track, track.name or Path(path).stem, path,
                                   self.work.length_us(path), track.get(), lanes))

    def moved(self, time_us: int, beats: int) -> int:
        """A time so many quarter notes later, along the tempo; 0 at the least."""
        return self.project.beat_us(max(0.0, self.project.beat(time_us) + beats))

    @property
    def end_us(self) -> int:
        return max((clip.end_us for clip in self.clips), default=0)

    def clip_line(self, clip: Clip, begin_us: int, us: float, width: int) -> str:
        """The waveform of a track where it plays; ``us``: microseconds of a column."""
        levels = self.work.sounds.wave(clip.path) or [0.25]
        times = (begin_us + column * us for column in range(width))
        passes = clip.heard_us / max(1, clip.length_us) / max(1, clip.end_us - clip.start_us)
        return curve([levels[int((at - clip.start_us) * passes % 1 * len(levels))] ** 0.5
                      if clip.start_us <= at < clip.end_us else None for at in times])

    def ruler(self, begin_us: int, us: float, width: int) -> str:
        """Bar numbers and the loop region."""
        settings, project = self.project.settings, self.project
        beats = settings.beats_per_bar * 4 / settings.beat_unit
        first, last = (project.beat(at) / beats for at in (begin_us, begin_us + int(us * width)))
        step = max(1, math.ceil(6 * (last - first) / width))  # bars between numbers of six columns
        cells = [" "] * width
        for bar in itertools.count(math.ceil(first / step) * step, step):
            column = int((project.beat_us(bar * beats) - begin_us) / us)
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
            track = self.project.add_track(path, name, start_us=self.cursor_us)
            if bent:
                copy_sliders(bent, track, self.cursor_us)
        self.edited()
        return f"{name} is in the arrangement"

    def change(self, row: Row, what: str) -> str:
        """Changes a track in one edit, or removes it. "repeat": up to eight passes; then one."""
        clip, values = row[0], row[0].values
        changes: dict[str, dict[str, Any]] = {
            "earlier": {"start_us": self.moved(clip.start_us, -1)},
            "later": {"start_us": self.moved(clip.start_us, 1)},
            "mute": {"muted": not values["muted"]}, "solo": {"soloed": not values["soloed"]},
            "quieter": {"gain_db": max(-60.0, values["gain_db"] - 1)},
            "louder": {"gain_db": min(24.0, values["gain_db"] + 1)},
            "repeat": {"loop": (values["loop_count"] + 1) % 8}}
        with self.project.edit(f"{what} {clip.name}"):
            clip.track.set(**changes[what]) if what in changes else clip.track.remove()
        return self.edited()

    def set_tempo(self, bpm: float) -> str:
        self.project.set(tempo_bpm=bpm)
        return self.edited()

    def move_cursor(self, beats: int) -> None:
        self.cursor_us = self.moved(self.cursor_us, beats)
        self.work.settings.set(cursor_us=self.cursor_us)
        if self.session is not None and self.session.running:
            self.session.seek(self.cursor_us)

    def set_loop(self, edge: int) -> None:
        """Sets the begin (0) or the end (1) of the loop region at the cursor. Both at one place
        clear it."""
        loop = list(self.loop) or [0, max(self.end_us, self.moved(self.cursor_us, 1))]
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

    def next_target(self) -> None:
        place = TARGETS.index(self.target) if self.target in TARGETS else -1
        self.target = TARGETS[(place + 1) % len(TARGETS)]
        self.work.settings.set(target=self.target)

    async def bounce(self) -> str:
        """Bounces the whole project, or the loop region; returns a notice. The file appears only
        when it is complete, and joins the library."""
        if self.job is not None:
            return "a bounce is in progress"
        path = numbered(self.work.folder / "bounces", Path(self.project.path).stem)
        begin, end = self.loop or (0, 0)
        self.job = self.project.bounce(path, begin_us=begin, end_us=end, loudness_lufs=self.target)
        self.work.settings.set(bouncing=path.name)
        try:
            await self.job
        finally:
            self.job = None
        self.work.settings.set(bouncing="", shared="")
        seconds = self.work.length_us(str(path)) / 1e6
        self.work.sounds.add(str(path), "bounce", seconds)
        return f"bounced {path.name}: {seconds:.1f} s"

    @property
    def share(self) -> float | None:
        """The progress of the bounce, 0 to 1; None without one."""
        return None if self.job is None else self.job.progress.fraction or 0.0

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()
            self.work.settings.set(bouncing="")
