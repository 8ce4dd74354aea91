"""Bounces of the arrangement, with a loudness target."""

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

    def next_target(self) -> None:
        place = TARGETS.index(self.target) if self.target in TARGETS else -1
        self.target = TARGETS[(place + 1) % len(TARGETS)]
        self.work.settings.set(target=self.target)

    @property
    def latest(self) -> Path | None:
        """The newest finished bounce."""
        return max(self.folder.glob("*.flac"), key=lambda one: one.stat().st_mtime, default=None)

    async def bounce(self, region: tuple[int, ...] = ()) -> str:
        """Bounces the whole project, or a region; returns a notice. The file appears only when it
        is complete, and joins the library. Errors: StateError (a track repeats without end),
        CancelledError, errors of files."""
        if self.job is not None:
            return "a bounce is in progress"
        path = numbered(self.folder, Path(self.work.project.path).stem)
        begin, end = region or (0, 0)
        self.job = self.work.project.bounce(path, begin_us=begin, end_us=end,
                                            loudness_lufs=self.target)
        self.work.settings.set(bouncing=path.name)
        try:
            await self.job
        finally:
            self.job = None
        self.work.settings.set(bouncing="")
        seconds = self.work.length_us(str(path)) / 1e6
        self.work.sounds.add(str(path), "bounce", seconds)
        return f"bounced {path.name}: {seconds:.1f} s"

    @property
    def share(self) -> float | None:
        """The progress, 0 to 1; None without a running bounce."""
        return None if self.job is None else self.job.progress.fraction or 0.0

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()
            self.work.settings.set(bouncing="")
