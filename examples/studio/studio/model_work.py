"""The work of a user: a folder with projects, takes, bounces and settings, and the library."""

from __future__ import annotations

from pathlib import Path

import aha

from .model_sound import Play, Sounding
from .model_sounds import Sounds
from .settings import Settings


class Work:
    """All models of one work folder. No part of it needs a screen.

    ``NAME.aha`` is the arrangement. ``bench.aha`` has a track for each bent sound. Both are
    libaha's projects, whose edits are on the disk when their calls return.
    """

    def __init__(self, place: Path, *, device: str | None = None,
                 library: str | None = None, block_frames: int = 256) -> None:
        path = place if place.suffix == ".aha" else place / "studio.aha"
        self.folder = path.absolute().parent
        for folder in (self.folder, self.folder / "takes", self.folder / "bounces"):
            folder.mkdir(parents=True, exist_ok=True)
        self.settings = Settings(self.folder / f"{path.stem}.studio.json")
        self.notices: list[str] = [self.settings.fault] if self.settings.fault else []
        self.project = self._opened(path)
        self.bench = self._opened(self.folder / f"{path.stem}.bench.aha")
        if library is None:
            home = _shared_library_folder()
            home.mkdir(parents=True, exist_ok=True)
        self.sounds = Sounds(self.settings, library)
        self.sounding = Sounding(self.settings.get("device", "") if device is None else device,
                                 block_frames)
        self._recover()

    def _opened(self, path: Path) -> aha.Project:
        """A project for writing; for reading only if another program has it."""
        project = (aha.Project(path, read_when_in_use=True) if path.exists() and
                   path.stat().st_size else aha.Project.create(path))
        if project.read_only:
            self.notices.append(f"{path.name} is open in another program, or not writable:"
                                " read-only")
        return project

    def _recover(self) -> None:
        """Completes the takes and plays that a killed process left."""
        for take in aha.recover(self.folder / "takes"):
            if take.error is None:
                self.sounds.add(take.path, "take", take.seconds)
                self.notices.append(f"recovered {Path(take.path).name}: {take.seconds:.1f} s")
        for number, began in self.settings.get("playing", []):
            try:
                self.sounds.library.note("play", number, at=began)
            except aha.Error:
                pass
        self.settings.set(playing=[])
        if name := self.settings.get("bouncing", ""):
            self.notices.append(f"the bounce {name} was interrupted; b in Arrange repeats it")

    # Plays, which the history counts

    def play(self, item: aha.Item, loop: bool = False) -> None:
        self.sounding.play(item, loop)
        self._note_playing()

    def ended(self, plays: list[Play], now: float) -> None:
        """Notes plays in the history."""
        for play in plays:
            try:
                self.sounds.library.note("play", play.item, at=play.began,
                                         seconds=max(0.0, now - play.began))
            except aha.NotFoundError:  # forgotten meanwhile
                continue
        if plays:
            self._note_playing()

    def _note_playing(self) -> None:
        self.settings.set(playing=[[play.item.number, play.began]
                                   for play in self.sounding.plays.values()])

    def length_us(self, path: str) -> int:
        """The length of a sound; 0 if it is missing."""
        try:
            return self.sounds.library.find(path).length_us
        except aha.NotFoundError:
            pass
        try:
            with self.sounding.engine.load(path, streamed=True) as sound:
                return round(sound.info.seconds * 1e6)
        except aha.Error:
            return 0

    def close(self) -> None:
        import time

        self.ended(list(self.sounding.plays.values()), time.time())
        self.settings.set(playing=[])
        self.sounding.close()
        self.sounds.close()
        self.bench.close()
        self.project.close()


def _shared_library_folder() -> Path:
    """The folder of the user's library (XDG)."""
    import os

    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "aha"
