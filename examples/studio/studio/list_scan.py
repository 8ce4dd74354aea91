"""Scans of folders and analysis of items, as tasks beside the list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlparse

import aha
from textual import events, work

from .room import told
from .widgets import Ask

if TYPE_CHECKING:
    from .room import Room as Base
else:
    Base = object


class Scans(Base):
    """The part of the list's room that adds sounds and measures them."""

    item: aha.Item | None

    def search(self, number: int) -> None:
        raise NotImplementedError

    def action_scan(self) -> None:
        self.app.push_screen(Ask("Scan a folder", str(Path.home())), self._scan_answer)

    def on_paste(self, event: events.Paste) -> None:
        """Terminals paste the path of a dragged folder, quoted or as a file: URL."""
        text = event.text.strip().strip("'\"")
        path = unquote(urlparse(text).path) if text.startswith("file:") else text
        if path.startswith(("/", "~")):
            self._scan_answer(path)

    @told
    def _scan_answer(self, path: str | None) -> None:
        if path is None:
            return
        place = Path(path).expanduser()
        if place.is_file():
            self.search(self.work.sounds.library.add(place))
        else:
            self.scan(self.work.sounds.scan(str(place)))

    @work(exit_on_error=False)
    async def scan(self, job: aha.Scanning) -> None:
        timer = self.set_interval(0.1, lambda: self.app.tell(
            f"scanning: {job.progress.fraction or 0:.0%}, {job.progress.bytes_done >> 20} MB"))
        try:
            await job
            report = job.report
            self.app.tell(f"scanned {report.seen}: {report.added} new, {report.changed} changed,"
                          f" {report.missing} missing, {report.undecodable} undecodable")
        except aha.Error as error:
            self.app.tell(str(error))
        finally:
            timer.stop()
        self.search(self.work.settings.get("selected", 0))

    @work(exit_on_error=False)
    async def action_analyze(self) -> None:
        item = self.item
        if item is None or self.work.sounds.why_not(item):
            return
        try:
            await self.work.sounds.library.analyze(item)
            self.search(item.number)
        except aha.Error as error:
            self.app.tell(str(error))
