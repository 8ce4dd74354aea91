"""The work of a user: a folder with projects, takes, bounces and settings, and the library."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Protocol

import aha

from .model_sound import Play, Sounding
from .model_sounds import Sounds
from .settings import Settings


class Player(Protocol):
    """A part with a session. Sessions of one engine share its timeline, so one part plays."""

    def leave_stage(self) -> None: ...


class Work:
    """All models of one work folder. No part of it needs a screen.

    ``NAME.aha`` is the arrangement. ``NAME.bench.aha`` has a track for each bent sound. Both are
    libaha's projects, whose edits are on the disk when their calls return.
    """

    def __init__(self, place: Path, *, device: str | None = None,
                 library: str | None = None, block_frames: int = 256) -> None:
        path = place if place.suffix == ".aha" else place / "studio.aha"
        self.folder = path.absolute().parent
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "aha"
        for folder in (self.folder / "takes", self.folder / "bounces",
                       *([] if library else [home])):
            folder.mkdir(parents=True, exist_ok=True)
        self.settings = Settings(self.folder / f"{path.stem}.studio.json")
        self.notices = [self.settings.fault] if self.settings.fault else []
        self.project = self._opened(path)
        self.bench = self._opened(self.folder / f"{path.stem}.bench.aha")
        self.settings.is_locked = self.project.read_only
        self.sounds = Sounds(self.settings, library)
        self.sounding = Sounding(self.settings.get("device", "") if device is None else device,
                                 block_frames)
        self._on_stage: Player | None = None
        self._recover()

    def _opened(self, path: Path) -> aha.Project:
        """A project for writing; for reading only if another program has it."""
        if not path.exists() or not path.stat().st_size:
            return aha.Project.create(path)
        project = aha.Project(path, read_when_in_use=True)
        if project.read_only:
            self.notices.append(f"{path.name} is read-only: open in another program, or protected")
        return project

    def _recover(self) -> None:
        """Completes the takes and plays that a killed process left."""
        folder = self.folder / "takes"
        for take in aha.recover(folder):
            if take.error is None:
                self.notices.append(f"recovered {Path(take.path).name}: {take.seconds:.1f} s")
        forgotten = {place for place, *_ in self.settings.get("forgotten", [])}
        for path in sorted(str(one) for one in folder.glob("*.flac")):
            try:
                self.sounds.library.find(path)
            except aha.NotFoundError:
                if path not in forgotten:
                    self.sounds.add(path, "take", self.length_us(path) / 1e6)
        for number, began in self.settings.get("playing", []):
            with contextlib.suppress(aha.NotFoundError):
                self.sounds.library.note("play", number, at=began)
        self.settings.set(playing=[])
        if name := self.settings.get("bouncing", ""):
            self.notices.append(f"the bounce {name} was interrupted: b in Arrange repeats it")

    def play(self, item: aha.Item, loop: bool = False) -> str:
        """Plays a sound of the library. Returns why it cannot, or ""."""
        if fault := self.sounds.why_not(item):
            return f"{item.title}: {fault}"
        self.sounding.play(item, loop)
        self._note_playing()
        return ""

    def ended(self, plays: list[Play]) -> None:
        """Notes plays in the history."""
        for play in plays:
            with contextlib.suppress(aha.NotFoundError):  # forgotten meanwhile
                self.sounds.library.note("play", play.item, at=play.began,
                                         seconds=max(0.0, time.time() - play.began))
        if plays:
            self._note_playing()

    def _note_playing(self) -> None:
        self.settings.set(playing=[[play.item.number, play.began]
                                   for play in self.sounding.plays.values()])

    def take_stage(self, player: Player) -> None:
        """Ends the session of the part that played before."""
        if self._on_stage not in (None, player):
            self._on_stage.leave_stage()
        self._on_stage = player

    def length_us(self, path: str) -> int:
        """The length of a sound; 0 if it is missing."""
        with contextlib.suppress(aha.NotFoundError):
            return self.sounds.library.find(path).length_us
        with contextlib.suppress(aha.Error):
            with self.sounding.engine.load(path, streamed=True) as sound:
                return round(sound.info.seconds * 1e6)
        return 0

    def close(self) -> None:
        self.ended(list(self.sounding.plays.values()))
        self.settings.set(playing=[])
        self.sounding.close()
        self.sounds.close()
        self.bench.close()
        self.project.close()
