"""The work of a user: a folder with projects, takes, bounces and settings, and the library."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aha

from .model_sound import Play, Sounding
from .model_sounds import Sounds
from .settings import Settings


class Work:
    """All models of one work folder. ``NAME.aha`` is the arrangement, ``NAME.bench.aha`` has a
    track for each bent sound: projects, whose edits are on the disk when their calls return."""

    def __init__(self, place: Path, *, device: str | None = None,
                 library: str | None = None, block_frames: int = 256) -> None:
        if place.suffix != ".aha" and place.is_file():
            raise NotADirectoryError(
                f"{place} is a file, and no project: give a folder, or a project NAME.aha")
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
        self.on_stage: Stage | None = None
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
        forgotten = {place for _, place in self.settings.get("forgotten", [])}
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

    def toggle(self, item: aha.Item, loop: bool = False) -> None:
        """Plays a sound of the library, or stops it; ``loop``: switches its loop while it plays."""
        play = self.sounding.plays.get(item.number)
        if play is None:
            self.sounds.require(item)
            self.sounding.play(item, loop)
            self._note_playing()
        elif loop:
            play.player.loop = not play.player.loop
        else:
            play.player.stop()

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

    @property
    def bounce(self) -> Path | None:
        """The newest finished bounce."""
        return max((self.folder / "bounces").glob("*.flac"), key=lambda one: one.stat().st_mtime,
                   default=None)

    @property
    def shared(self) -> Path | None:
        """The sound that Share drops: a take that was chosen in Record, else the newest bounce."""
        chosen = Path(self.settings.get("shared", ""))
        return chosen if chosen.is_file() else self.bounce

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
        for part in (self.sounding, self.sounds, self.bench, self.project):
            part.close()


def alone(edit: Callable[..., str]) -> Callable[..., str]:
    """An edit that waits for the edit of another thread, as that of :meth:`Bend.save`."""

    @functools.wraps(edit)
    def safe(self: Stage, *arguments: Any) -> str:
        with self.lock:
            return edit(self, *arguments)

    return safe


class Stage:
    """A part of the work that plays a project, or one track of it. Sessions of one engine share its
    timeline, so a part that begins to play ends the session of the part before."""

    def __init__(self, work: Work, project: aha.Project, only: aha.Track | None = None) -> None:
        self.work, self.project, self.only = work, project, only
        self.session: aha.Session | None = None
        self.lock = threading.RLock()

    def opened(self) -> aha.Session:
        """The session; the first call creates it."""
        if self.session is None:
            if self.work.on_stage is not None:
                self.work.on_stage.leave_stage()
            self.work.on_stage = self
            self.session = aha.Session(self.project, self.work.sounding.engine, only=self.only)
        return self.session

    def leave_stage(self) -> None:
        if self.session is not None:
            self.session.close()
            self.session = self.work.on_stage = None

    @property
    def is_playing(self) -> bool:
        return self.session is not None and self.session.running

    def stopped(self) -> bool:
        """Stops the session if it plays."""
        was_playing = self.is_playing
        if self.session is not None and was_playing:
            self.session.stop()
        return was_playing

    def read(self) -> None:
        """Reads the project again."""

    def edited(self) -> str:
        """Plays and shows the project as it is now, after edits of this or another program."""
        if self.session is not None:
            self.session.update()
        self.read()
        return ""

    @alone
    def undo(self) -> str:
        title = self.project.undo_title or "the last edit"
        return self.edited() or f"undone: {title}" if self.project.undo() else "nothing to undo"

    @alone
    def redo(self) -> str:
        title = self.project.redo_title or "the next edit"
        return self.edited() or f"redone: {title}" if self.project.redo() else "nothing to redo"


def numbered(folder: Path, stem: str) -> Path:
    """The next free path STEM-001.flac, STEM-002.flac ... of a folder."""
    ends = (one.stem[len(stem) + 1:] for one in folder.glob(f"{stem}-*.flac"))
    number = max((int(end) for end in ends if end.isdigit()), default=0) + 1
    return folder / f"{stem}-{number:03}.flac"
