"""Bounces of the arrangement, with a loudness target."""

from __future__ import annotations

from pathlib import Path

import aha

from .model_take import numbered
from .model_work import Work

#: Targets of loudness in LUFS: streaming, EBU R 128, podcasts; 0 leaves it unchanged.
TARGETS = (-14.0, -23.0, -16.0, 0.0)


class Bouncing:
    """The bounces of a work folder: ``bounces/NAME-001.flac`` and so on."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.folder = work.folder / "bounces"
        self.target = work.settings.get("target", TARGETS[0])
        self.job: aha.Job | None = None
        self.path = Path()

    def next_target(self) -> None:
        place = TARGETS.index(self.target) if self.target in TARGETS else -1
        self.target = TARGETS[(place + 1) % len(TARGETS)]
        self.work.settings.set(target=self.target)

    @property
    def latest(self) -> Path | None:
        """The newest finished bounce."""
        return max(self.folder.glob("*.flac"), key=lambda one: one.stat().st_mtime, default=None)

    def start(self, region: tuple[int, ...] = ()) -> str:
        """Starts a bounce of the whole project, or of a region. Its file appears only when it is
        complete. Errors: StateError (a track repeats without end), errors of files."""
        if self.job is not None:
            return "a bounce is in progress"
        self.path = numbered(self.folder, Path(self.work.project.path).stem)
        begin, end = region or (0, 0)
        self.job = self.work.project.bounce(self.path, begin_us=begin, end_us=end,
                                            loudness_lufs=self.target)
        self.work.settings.set(bouncing=self.path.name)
        return f"bouncing {self.path.name}"

    @property
    def share(self) -> float | None:
        """The progress, 0 to 1; None without a running bounce."""
        return None if self.job is None else self.job.progress.fraction or 0.0

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def finish(self) -> str:
        """Adds a finished bounce to the library; returns a notice, or "" while it runs. Errors:
        those of the bounce."""
        if self.job is None or not self.job.done:
            return ""
        job, self.job = self.job, None
        self.work.settings.set(bouncing="")
        job.wait()
        seconds = self.work.length_us(str(self.path)) / 1e6
        self.work.sounds.add(str(self.path), "bounce", seconds)
        return f"bounced {self.path.name}: {seconds:.1f} s"
