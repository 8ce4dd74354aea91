"""A catalogue of what can be played, wherever it is, and what was done with it."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from . import history as _history
from . import scan as _scan
from . import sync as _sync
from ._abi import lib
from ._calls.library import LibraryCalls
from ._arguments import Path, encoded_path, encoded_text, unsigned32
from ._handle import Handle, made
from .bounce import Bounce
from .history import Activity, Bucket, TimeScale
from .items import (Item, ItemOrder, ItemState, Origin, Page, States, all_of, number_of, query_of,
                    states_of)
from .scan import Scanning, WatchStatus
from .sync import Syncing

if TYPE_CHECKING:
    from ._client_child import ClientJob
    from .client import Client
    from .destination import Destination
    from .drop import Drop
    from .piece import Piece


class Analyzing(Bounce):
    """A job without an engine, which listens to an item."""


class Library(LibraryCalls, Handle):
    """A library: one SQLite file, which several processes may have open.

    ``with aha.Library("songs.library") as library:
    library.scan("Music").wait(); first = next(library.items())``
    """

    _noun = "library"

    def __init__(self, path: Path | None = None) -> None:
        """Opens it, or makes it. None: the one that all applications of a person share, in
        $XDG_DATA_HOME/aha. Blocks. The C function is aha_library_open. Errors: NotFoundError (the
        folder), UnknownFormatError (no database), UnsupportedError (another's, or newer),
        DamagedError, StateError (in use for long).
        """
        place = None if path is None else encoded_path(path)
        super().__init__(made(lib.aha_library_open, place), lib.aha_library_release)

    def __bool__(self) -> bool:
        return True

    # What it has

    def items(self, text: str = "", *, states: States = ItemState.PLAYABLE,
              origin: Origin | str | None = None, order: ItemOrder | str = ItemOrder.NEWEST,
              sha256: str = "", check: bool = True, page: int = 50) -> Iterator[Item]:
        """Items, a page at a time: what is playable here and now if nothing else is said.

        ``text``: words, all of which an item has in its title, artist, tags or place; the last may
        be the beginning of one. ``check``: each is looked at on the disk when its page is asked
        for. The C functions are aha_library_list and aha_items_next.
        """
        return all_of(self.page(text, states=states, origin=origin, order=order, sha256=sha256,
                                check=check, count=page))

    def page(self, text: str = "", *, states: States = ItemState.PLAYABLE,
             origin: Origin | str | None = None, order: ItemOrder | str = ItemOrder.NEWEST,
             sha256: str = "", check: bool = True, count: int = 50) -> Page:
        """The first page of ``items``. Blocks. The C function is aha_library_list."""
        query = query_of(text, states, origin, order, sha256, count, check)
        return Page(made(lib.aha_library_list, self._handle, query))

    def item(self, number: int) -> Item:
        """One item, as it was noted last. The C function is aha_library_get_item. Errors:
        NotFoundError.
        """
        return self._one(lib.aha_library_get_item, number)

    def find(self, place: Path) -> Item:
        """The item at a path or URL. The C function is aha_library_find. Errors: NotFoundError."""
        return Page(made(lib.aha_library_find, self._handle, encoded_path(place)))[0]

    def check(self, item: Item | int) -> Item:
        """Looks at one item's file now, and notes what it is. The C function is aha_library_check.
        Errors: NotFoundError.
        """
        return self._one(lib.aha_library_check, item)

    def _one(self, function: Any, item: Item | int) -> Item:
        return Page(made(function, self._handle, number_of(item)))[0]

    def ancestors(self, item: Item | int) -> list[Item]:
        """What an item is based on, the nearest first; those that the library has not are there as
        number 0. The C function is aha_library_get_ancestors.
        """
        return list(Page(made(lib.aha_library_get_ancestors, self._handle, number_of(item))))

    def descendants(self, item: Item | int) -> list[Item]:
        """What is based on an item. The C function is aha_library_get_descendants."""
        return list(Page(made(lib.aha_library_get_descendants, self._handle, number_of(item))))

    def duplicates(self, page: int = 50) -> Iterator[list[Item]]:
        """Items whose content others have too, those of the same content together. The C function
        is aha_library_get_duplicates.
        """
        first = Page(made(lib.aha_library_get_duplicates, self._handle, unsigned32("page", page)))
        return (list(group) for _, group in groupby(all_of(first), key=lambda item: item.sha256))

    # What comes in and goes out

    def scan(self, *roots: Path, ignored: Iterable[str] = (), max_files: int = 0,
             max_depth: int = 0, threads: int = 0, follow_links: bool = False,
             hidden: bool = False, hashes: bool = True) -> Scanning:
        """Starts a job that brings it to what is in folders. ``ignored``: patterns of the shell.
        ``max_depth``: 1 is the roots alone, 0 is 33. ``hashes``: content is read, so that files
        that have moved are known again. The C function is aha_library_scan. Errors: NotFoundError
        (a root); those of ``wait``: LimitError, CancelledError.
        """
        return _scan.scan(self, roots, ignored=ignored, max_files=max_files, max_depth=max_depth,
                          threads=threads, follow_links=follow_links, hidden=hidden, hashes=hashes)

    def watch(self, *roots: Path, ignored: Iterable[str] = (), max_depth: int = 0,
              follow_links: bool = False, hidden: bool = False, hashes: bool = True) -> None:
        """Keeps it as folders are: they are scanned, and again when they change, until ``unwatch``
        or ``close``. The C function is aha_library_start_watch. Errors: NotFoundError (a root),
        LimitError (too many watches of this user).
        """
        lib.aha_library_start_watch(self._handle, _scan.scan_options(
            roots, ignored, 0, max_depth, 0, follow_links, hidden, hashes))

    def unwatch(self) -> None:
        """Ends the watch, if there is one. Blocks. The C function is aha_library_stop_watch."""
        lib.aha_library_stop_watch(self._handle)

    @property
    def watch_status(self) -> WatchStatus:
        """What the watch has come to. The C function is aha_library_get_watch."""
        return _scan.watch_status(self)

    def sync(self, destination: Destination, *, max_items: int = 0,
             whole: bool = False) -> Syncing:
        """Starts a job that brings it to what is at a destination; only what has changed is asked
        for. The C function is aha_library_sync. Errors: UnsupportedError (nothing can be listed
        there); those of ``wait``: those of requests, LimitError, CancelledError.
        """
        return _sync.sync(self, destination, max_items, whole)

    def sync_feed(self, client: Client, url: str, *, max_items: int = 0,
                  whole: bool = False) -> Syncing:
        """The same with a JSON feed. The C function is aha_library_sync_feed."""
        return _sync.sync_feed(self, client, url, max_items, whole)

    def fetch(self, item: Item | int, path: Path, source: Destination | Client) -> ClientJob:
        """Starts a job that brings the sound of a remote item into a file: in place only when it
        is whole and as its hash says; then ``library.find(path)`` has it. ``source``: the
        destination it is from, whose key is used; a client for feeds and what everybody may have.
        The C function is aha_library_fetch. Errors: NotFoundError (also: of another destination),
        StateError (not downloadable); those of ``wait``: of requests, of files, VerifyError.
        """
        return _sync.fetch(self, number_of(item), path, source)

    def add(self, path: Path, origin: Origin | str = Origin.FOLDER) -> int:
        """Adds a file, or brings its item up to date; its number. The C function is
        aha_library_add_file.
        """
        number = c.c_int64()
        lib.aha_library_add_file(self._handle, encoded_path(path), Origin.of(origin), number)
        return number.value

    def add_piece(self, piece: Piece, place: Path, *, sha256: str = "",
                  origin: Origin | str = Origin.PIECE,
                  state: ItemState | str = ItemState.REMOTE_ONLY) -> int:
        """Adds a piece that is elsewhere; its number. The C function is aha_library_add_piece."""
        number = c.c_int64()
        lib.aha_library_add_piece(
            self._handle, piece._handle, encoded_path(place),
            encoded_text("sha256", sha256) if sha256 else None, Origin.of(origin),
            states_of(state), number)
        return number.value

    def add_drop(self, drop: Drop) -> int:
        """Adds a drop that is done, and notes it in the history; its number. The C function is
        aha_library_add_drop.
        """
        number = c.c_int64()
        lib.aha_library_add_drop(self._handle, drop._handle, number)
        return number.value

    def forget(self, item: Item | int) -> None:
        """Takes an item out; its file and the history stay. The C function is aha_library_forget.
        """
        lib.aha_library_forget(self._handle, number_of(item))

    def analyze(self, item: Item | int) -> Analyzing:
        """Starts a job that listens to an item and keeps its tempo, key and loudness. The C
        function is aha_library_analyze.
        """
        return Analyzing(made(lib.aha_library_analyze, self._handle, number_of(item)))

    # What was done

    def note(self, activity: Activity | str, item: Item | int | None = None, *,
             seconds: float = 0.0, at: float | None = None) -> None:
        """Notes that something was done: ``library.note("play", item, seconds=213)``. ``at``: when
        it began, in seconds since 1970; None is now. The C function is aha_library_note.
        """
        _history.note(self, activity, 0 if item is None else number_of(item), seconds, at)

    def history(self, scale: TimeScale | str, first: int, last: int) -> list[Bucket]:
        """What was done, piece of time by piece of time, without gaps; none is later than now. The
        C function is aha_library_copy_history.
        """
        return _history.history(self, scale, first, last)

    def draw_history(self, path: Path, scale: TimeScale | str, first: int, last: int, *,
                     width: int = 0, height: int = 0, foreground: int | None = None,
                     background: int | None = None) -> None:
        """The same as bars in a PNG file. The C function is aha_library_draw_history."""
        _history.draw_history(self, path, scale, first, last, width, height, foreground, background)

    def first(self, scale: TimeScale | str) -> int | None:
        """The piece of time of the first thing that was ever done; None when nothing was. The C
        function is aha_library_get_first.
        """
        return _history.first_of(self, scale)

    def _shown(self) -> dict[str, Any]:
        return {"path": self.path}
