"""Scans, which update a library from folders."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterable

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text
from ._calls.library import LibraryCalls
from ._handle import Handle, copied_text, got, made_two
from ._records.report import ReportInfo
from .bounce import Bounce
from .job import Job


class Reporting(Job):
    """A job with a report."""

    _report: Report

    @property
    def report(self) -> ReportInfo:
        """The result; after an error or a cancel, the result until then. The C functions are
        aha_report_get_info and aha_report_copy_line. Errors: StateError (not done).
        """
        return self._report.info


class Scanning(Reporting, Bounce):
    """A scan in progress: a job without an engine. After ``wait()`` or ``await``, read its
    ``report``.
    """

    def __init__(self, report: int, job: int) -> None:
        super().__init__(job)
        self._report = Report(report)


class Report(Handle):
    """The result of a scan or a sync."""

    _noun = "report"

    @property
    def info(self) -> ReportInfo:
        found = got(_structs.ReportInfo(), lib.aha_report_get_info, self._handle)
        return ReportInfo._of(found, tuple(map(self._line, range(found.line_count))))

    def _line(self, index: int) -> str:
        return copied_text(lib.aha_report_copy_line, self._handle, index).decode("utf-8", "replace")


class LibraryScan(LibraryCalls):
    """Scans, which update a library from folders."""

    def scan(self, *roots: Path, ignored: Iterable[str] = (), max_files: int = 0,
             max_depth: int = 0, threads: int = 0, follow_links: bool = False,
             hidden: bool = False, hashes: bool = True,
             reread: bool = False) -> Scanning:
        """Starts a job that updates the library from folders. ``ignored``: shell patterns.
        ``max_depth``: max depth of folders; 1 is only the roots, 0 is 33. ``hashes``: content is
        hashed, so that moved files are recognized. ``reread``: unchanged files are read again too,
        for tags that an older libaha did not read. The C function is aha_scan_start. Errors:
        NotFoundError (a root); those of ``wait``: LimitError, CancelledError.
        """
        return Scanning(*made_two(lib.aha_scan_start, self._handle, scan_options(
            roots, ignored, max_files, max_depth, threads, follow_links, hidden, hashes, reread)))

    def watch(self, *roots: Path, ignored: Iterable[str] = (), max_depth: int = 0,
              follow_links: bool = False, hidden: bool = False, hashes: bool = True) -> None:
        """Keeps the library up to date: scans folders now and after each change, until ``unwatch``
        or ``close``. The C function is aha_scan_start_watch. Errors: NotFoundError (a root),
        LimitError (too many watches of this user).
        """
        lib.aha_scan_start_watch(self._handle, scan_options(
            roots, ignored, 0, max_depth, 0, follow_links, hidden, hashes, False))


def scan_options(roots: Iterable[Path], ignored: Iterable[str], max_files: int, max_depth: int,
                 threads: int, follow_links: bool, hidden: bool,
                 hashes: bool, reread: bool) -> _structs.ScanOptions:
    """The C structure of scan options; it owns the encoded texts."""
    places = [encoded_path(root) for root in roots]
    patterns = [encoded_text("pattern", pattern) for pattern in ignored]
    return _structs.ScanOptions(roots=(c.c_char_p * len(places))(*places), root_count=len(places),
                                ignored=(c.c_char_p * len(patterns))(*patterns),
                                ignored_count=len(patterns), max_files=max_files,
                                max_depth=max_depth, threads=threads, follow_links=follow_links,
                                include_hidden=hidden, skip_hashes=not hashes,
                                reread=reread)
