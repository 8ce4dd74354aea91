"""Libraries: a catalog of local and remote sounds, and a history of their use."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text, unsigned32
from ._constants.items import ItemOrder, ItemRelation, ItemState, ItemText, Origin
from ._handle import copied_text, got, made
from .bounce import Bounce
from .history import LibraryHistory
from .items import Item, Page, States, all_of, number_of, query_of, states_of
from .scan import LibraryScan
from .sync import LibrarySync

if TYPE_CHECKING:
    from .piece import Piece


class Analyzing(Bounce):
    """An analysis of an item: a job without an engine."""


class Library(LibraryHistory, LibraryScan, LibrarySync):
    """A library: one SQLite file, which several processes may have open.

    ``with aha.Library("songs.library") as library:
    library.scan("Music").wait(); first = next(library.items())``
    """

    _noun = "library"
    _shows = ("path",)

    def __bool__(self) -> bool:
        return True

    # Items

    def items(self, text: str = "", *, states: States = ItemState.PLAYABLE,
              origin: Origin | str | None = None, order: ItemOrder | str = ItemOrder.NEWEST,
              sha256: str = "", check: bool = True, page: int = 50) -> Iterator[Item]:
        """Yields items, a page at a time; the default is playable items, the newest first.

        ``text``: words that must all occur in an item's title, artist, tags or place; the last one
        may be a prefix. ``check``: each item is checked on the disk when its page is requested. The
        C functions are aha_library_list and aha_items_next.
        """
        return all_of(self.page(text, states=states, origin=origin, order=order, sha256=sha256,
                                check=check, count=page))

    def page(self, text: str = "", *, states: States = ItemState.PLAYABLE,
             origin: Origin | str | None = None, order: ItemOrder | str = ItemOrder.NEWEST,
             sha256: str = "", check: bool = True, count: int = 50) -> Page:
        """The first page of ``items``. Blocks. The C function is aha_library_list."""
        query = query_of(text, states, origin, order, sha256, count, check)
        return Page(made(lib.aha_library_list, self._handle, query))

    def set_text(self, item: Item | int, text: ItemText | str, value: str | None) -> None:
        """Sets a text of the user in place of that of the file: ``library.set_text(item, "title",
        "Night Train")``. ``text``: title, artist, tags, album or album_artist; ``value``: None
        restores the text of the file. The C function is aha_library_set_text. Errors:
        NotFoundError, InvalidArgumentError.
        """
        lib.aha_library_set_text(self._handle, number_of(item), ItemText.of(text),
                                 None if value is None else encoded_text("value", value))

    def save_query(self, name: str, text: str = "", *, states: States = ItemState.PLAYABLE,
                   origin: Origin | str | None = None, order: ItemOrder | str = ItemOrder.NEWEST,
                   sha256: str = "", check: bool = True, page: int = 50) -> None:
        """Saves a query by name in the library, as a smart list; one of the same name is replaced.
        The arguments are those of ``items``. The C function is aha_library_save_query.
        """
        query = query_of(text, states, origin, order, sha256, page, check)
        lib.aha_library_save_query(self._handle, encoded_text("name", name), query)

    def run_query(self, name: str) -> Iterator[Item]:
        """Yields the items that a saved query selects now. The C function is
        aha_library_run_query. Errors: NotFoundError.
        """
        return all_of(Page(made(lib.aha_library_run_query, self._handle,
                                encoded_text("name", name))))

    @property
    def query_names(self) -> list[str]:
        """The names of all saved queries, sorted. The C function is
        aha_library_copy_query_names.
        """
        names = copied_text(lib.aha_library_copy_query_names, self._handle)
        return names.decode("utf-8", "replace").split("\n")[:-1]

    def item(self, number: int) -> Item:
        """One item, as last recorded. The C function is aha_library_get_item. Errors:
        NotFoundError.
        """
        return self._one(lib.aha_library_get_item, number)

    def find(self, place: Path) -> Item:
        """The item at a path or URL. The C function is aha_library_find. Errors: NotFoundError."""
        return Page(made(lib.aha_library_find, self._handle, encoded_path(place)))[0]

    def check(self, item: Item | int) -> Item:
        """Checks one item's file now, and updates the item. The C function is aha_library_check.
        Errors: NotFoundError.
        """
        return self._one(lib.aha_library_check, item)

    def _one(self, function: Any, item: Item | int) -> Item:
        return Page(made(function, self._handle, number_of(item)))[0]

    def ancestors(self, item: Item | int) -> list[Item]:
        """The pieces that an item is based on, the nearest first; pieces that are not in the
        library have number 0. The C function is aha_library_list.
        """
        return list(self._related(ItemRelation.ANCESTORS, item=number_of(item)))

    def descendants(self, item: Item | int) -> list[Item]:
        """The items based on an item. The C function is aha_library_list."""
        return list(self._related(ItemRelation.DESCENDANTS, item=number_of(item)))

    def duplicates(self, page: int = 50) -> Iterator[list[Item]]:
        """Playable items with the same content as others, grouped by content. The C function is
        aha_library_list.
        """
        first = self._related(ItemRelation.DUPLICATES, count=unsigned32("page", page))
        return (list(group) for _, group in groupby(all_of(first), key=lambda item: item.sha256))

    def _related(self, relation: ItemRelation, **more: int) -> Page:
        query = _structs.ItemQuery(relation=relation, **more)
        return Page(made(lib.aha_library_list, self._handle, query))

    # Adding and removing

    def add_piece(self, piece: Piece, place: Path, *, sha256: str = "",
                  origin: Origin | str = Origin.PIECE,
                  state: ItemState | str = ItemState.REMOTE_ONLY) -> int:
        """Adds a remote piece; returns its number. The C function is aha_library_add_piece."""
        return _number(lib.aha_library_add_piece, self._handle, piece._handle, encoded_path(place),
                       encoded_text("sha256", sha256) if sha256 else None, Origin.of(origin),
                       states_of(state))


def _number(add: Any, *arguments: Any) -> int:
    """The number of an added item."""
    number: int = got(c.c_int64(), add, *arguments).value
    return number
