"""A library is brought up to date by folders."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text, signed64, unsigned32
from ._handle import Handle, copied_text
from ._records.scan import WatchStatus
from .bounce import Bounce

if TYPE_CHECKING:
    from .library import Library


class ReportInfo(NamedTuple):
    """What came of a scan or a sync, in numbers of items."""

    #: That were looked at.
    seen: int
    added: int
    changed: int
    #: Found again at another place.
    moved: int
    unchanged: int
    #: That are not there any more.
    missing: int
    #: Of all that were seen, also of the unchanged: files that cannot be decoded.
    undecodable: int
    #: Changed there and here: what is here stays.
    conflicts: int
    #: Lines for a person: folders that could not be read, entries that were left out, conflicts.
    lines: tuple[str, ...]
    #: The remote catalogue said that it is as it was.
    is_unchanged: bool


class Scanning(Bounce):
    """A scan under way, a job without an engine: ``wait()``, or ``await`` it; then its ``report``
    is there.
    """

    def __init__(self, job: int, report: int) -> None:
        super().__init__(job)
        self._report = Report(report)

    @property
    def report(self) -> ReportInfo:
        """What came of it; of one that failed or was cancelled, until then. The C functions are
        aha_report_get_info and aha_report_copy_line. Errors: StateError (not done).
        """
        return self._report.info


class Report(Handle):
    """What came of a scan or a sync."""

    _noun = "report"

    def __init__(self, handle: int) -> None:
        super().__init__(handle, lib.aha_report_release)

    @property
    def info(self) -> ReportInfo:
        found = _structs.ReportInfo()
        lib.aha_report_get_info(self._handle, found)
        values: dict[str, Any] = found.values()
        count = values.pop("line_count")
        values["is_unchanged"] = bool(values["is_unchanged"])
        return ReportInfo(**values, lines=tuple(self._line(index) for index in range(count)))

    def _line(self, index: int) -> str:
        return copied_text(lib.aha_report_copy_line, self._handle, index).decode("utf-8", "replace")


def scan(library: Library, roots: Iterable[Path], *, ignored: Iterable[str] = (),
         max_files: int = 0, max_depth: int = 0, threads: int = 0, follow_links: bool = False,
         hidden: bool = False, hashes: bool = True) -> Scanning:
    """As ``Library.scan``."""
    options = scan_options(roots, ignored, max_files, max_depth, threads, follow_links, hidden,
                           hashes)
    report, job = c.c_void_p(), c.c_void_p()
    lib.aha_library_scan(library._handle, options, report, job)
    return Scanning(job.value or 0, report.value or 0)


def scan_options(roots: Iterable[Path], ignored: Iterable[str], max_files: int, max_depth: int,
                 threads: int, follow_links: bool, hidden: bool,
                 hashes: bool) -> _structs.ScanOptions:
    """What a scan looks at, as C has it; the texts live as long as the structure."""
    places = [encoded_path(root) for root in roots]
    patterns = [encoded_text("pattern", pattern) for pattern in ignored]
    return _structs.ScanOptions(
        roots=(c.c_char_p * len(places))(*places), root_count=len(places),
        ignored=(c.c_char_p * len(patterns))(*patterns), ignored_count=len(patterns),
        max_files=signed64("max_files", max_files), max_depth=unsigned32("max_depth", max_depth),
        threads=unsigned32("threads", threads), follows_links=follow_links, takes_hidden=hidden,
        skips_hashes=not hashes)


def watch_status(library: Library) -> WatchStatus:
    """As ``Library.watch_status``."""
    status = _structs.WatchStatus()
    lib.aha_library_get_watch(library._handle, status)
    return WatchStatus._of(status)
