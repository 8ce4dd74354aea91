"""The speed of a track. A project has no speed, so a copy of the file plays at that speed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import aha

if TYPE_CHECKING:
    from .model_work import Work


class Varispeed:
    """A track whose file is the original, or a copy at another speed, in the folder ``speeds``."""

    work: Work
    track: aha.Track
    session: aha.Session

    def origin(self) -> tuple[str, float]:
        """The original file of the track, and the speed of its copy."""
        kept = self.work.settings.get("speeds", {}).get(self.track.path)
        return (kept[0], kept[1]) if kept else (self.track.path, 1.0)

    def set_speed(self, speed: float) -> None:
        """Renders the sound at a speed, faster than real time, and plays it in place of the
        original. Errors: those of files."""
        origin, _ = self.origin()
        if abs(speed - 1) < 0.005:
            self.use(origin)
            return
        folder = self.work.folder / "speeds"
        folder.mkdir(exist_ok=True)
        mark = hashlib.sha256(origin.encode("utf-8", "surrogateescape")).hexdigest()[:8]
        path = str(folder / f"{Path(origin).stem}-{mark}-{speed:.3f}.flac")
        if not Path(path).exists():
            with aha.Engine.offline(limiter=False) as engine:
                engine.play(origin, speed=speed)
                engine.save(path, encoding="pcm_24").wait()
        speeds = {**self.work.settings.get("speeds", {}), path: [origin, speed]}
        self.work.settings.set(speeds=speeds)
        self.use(path)

    def use(self, path: str) -> None:
        """Plays another file on the track."""
        if path != self.track.path:
            self.track.path = path
            self.session.update()
        self.read()

    def read(self) -> None:
        raise NotImplementedError
