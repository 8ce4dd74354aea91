"""Syncs, which update a library from remote catalogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text
from ._client_child import ClientJob
from ._calls.library import LibraryCalls
from ._handle import handle_of, made, made_two
from .client import Client
from .items import Item, number_of
from .scan import Report, Reporting

if TYPE_CHECKING:
    from .destination import Destination


class Syncing(Reporting, ClientJob):
    """A sync in progress. After ``wait()`` or ``await``, read its ``report``."""

    def __init__(self, report: int, job: int, client: Client) -> None:
        super().__init__(job, client)
        self._report = Report(report)


class LibrarySync(LibraryCalls):
    """Syncs, which update a library from remote catalogs."""

    def sync(self, destination: Destination, *, max_items: int = 0,
             whole: bool = False, send: bool = False) -> Syncing:
        """Starts a job that updates the library from a destination; only changes are requested.
        ``send``: texts set with ``set_text`` go back to the drops. The C function is
        aha_sync_start. Errors: UnsupportedError (the destination cannot be
        listed); those of ``wait``: errors of requests, LimitError, CancelledError.
        """
        options = _structs.SyncOptions(max_items=max_items, whole=whole, send=send)
        return Syncing(*made_two(lib.aha_sync_start, self._handle, destination._handle,
                                 options), destination.client)

    def sync_feed(self, client: Client, url: str, *, max_items: int = 0,
                  whole: bool = False) -> Syncing:
        """Starts a job that updates the library from a feed. The C function is
        aha_sync_start_feed. Errors: as ``sync``."""
        options = _structs.SyncOptions(max_items=max_items, whole=whole)
        return Syncing(*made_two(lib.aha_sync_start_feed, self._handle, client._handle,
                                 encoded_text("url", url), options), client)

    def fetch(self, item: Item | int, path: Path, source: Destination | Client) -> ClientJob:
        """Starts a job that downloads the sound of a remote item into a file. The file appears only
        when it is complete and its hash matches; then ``library.find(path)`` finds it. ``source``:
        the item's destination, whose credentials are used; a client for feeds and public sounds.
        The C function is aha_sync_fetch. Errors: NotFoundError (also: an item of another
        destination), StateError (not downloadable); those of ``wait``: errors of requests, file
        errors, VerifyError.
        """
        destination = None if isinstance(source, Client) else source
        client = source if isinstance(source, Client) else source.client
        job = made(lib.aha_sync_fetch, self._handle, client._handle, handle_of(destination),
                   number_of(item), encoded_path(path))
        return ClientJob(job, client)
