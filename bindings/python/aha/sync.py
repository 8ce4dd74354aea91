"""A library is brought up to date by remote catalogues."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text, signed64
from ._client_child import ClientJob
from ._handle import made
from .client import Client
from .scan import Report, ReportInfo

if TYPE_CHECKING:
    from .destination import Destination
    from .library import Library


class Syncing(ClientJob):
    """A sync under way: ``wait()``, or ``await`` it; then its ``report`` is there."""

    def __init__(self, job: int, report: int, client: Client) -> None:
        super().__init__(job, client)
        self._report = Report(report)

    @property
    def report(self) -> ReportInfo:
        """What came of it; of one that failed or was cancelled, until then. The C functions are
        aha_report_get_info and aha_report_copy_line. Errors: StateError (not done).
        """
        return self._report.info


def sync(library: Library, destination: Destination, max_items: int, whole: bool) -> Syncing:
    """As ``Library.sync``."""
    report, job = c.c_void_p(), c.c_void_p()
    lib.aha_library_sync(library._handle, destination._handle, _options(max_items, whole), report,
                         job)
    return Syncing(job.value or 0, report.value or 0, destination.client)


def sync_feed(library: Library, client: Client, url: str, max_items: int, whole: bool) -> Syncing:
    """As ``Library.sync_feed``."""
    report, job = c.c_void_p(), c.c_void_p()
    lib.aha_library_sync_feed(library._handle, client._handle, encoded_text("url", url),
                              _options(max_items, whole), report, job)
    return Syncing(job.value or 0, report.value or 0, client)


def fetch(library: Library, number: int, path: Path, source: Destination | Client) -> ClientJob:
    """As ``Library.fetch``."""
    destination = None if isinstance(source, Client) else source
    client = source if destination is None else destination.client
    job = made(lib.aha_library_fetch, library._handle, client._handle,
               destination and destination._handle, number, encoded_path(path))
    return ClientJob(job, client)


def _options(max_items: int, whole: bool) -> _structs.SyncOptions:
    return _structs.SyncOptions(max_items=signed64("max_items", max_items), is_whole=whole)
