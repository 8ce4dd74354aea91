"""Items of a library, and pages of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Union

from . import _structs
from ._abi import lib
from ._calls.items import ItemsCalls
from ._arguments import decoded_path, signed64
from ._constants.items import ItemOrder, ItemState, ItemText, Origin
from ._errors import InvalidArgumentError
from ._handle import Handle, copied_text, got, made
from ._records.items import _ItemValues
from .piece import Piece


#: One or more states: ``ItemState.PLAYABLE``, ``"playable"``, ``["missing", "undecodable"]``.
States = Union[ItemState, str, Iterable[Union[ItemState, str]]]


@dataclass(frozen=True)
class Item(_ItemValues):
    """The properties of an item: a snapshot at the time of the request."""

    _page: Page = field(repr=False, compare=False)
    _index: int = field(repr=False, compare=False)

    @property
    def piece(self) -> Piece:
        """The metadata as a piece; each reading creates a new object. The C function is
        aha_items_get_piece. Errors: NotFoundError (no metadata).
        """
        return Piece._of(made(lib.aha_items_get_piece, self._page._handle, self._index))

    @property
    def manifest(self) -> str:
        """The piece's manifest, JSON; "" if unknown."""
        return self._page._text(self._index, ItemText.MANIFEST).decode()


class Page(ItemsCalls, Handle):
    """A page of a list: a snapshot of items at the time of the request."""

    _noun = "page"
    _shows = ("len",)

    def __getitem__(self, index: int) -> Item:
        """Returns one item. The C functions are aha_items_get and aha_items_copy_text."""
        if not 0 <= index < len(self):
            raise IndexError(f"item {index}: there are {len(self)}")
        found = got(_structs.Item(), lib.aha_items_get, self._handle, index)
        texts = {text.name.lower(): self._text(index, text).decode("utf-8", "replace")
                 for text in ItemText if text not in (ItemText.PLACE, ItemText.MANIFEST)}
        return Item._of(  # type: ignore[no-any-return]
            found, **texts, place=decoded_path(self._text(index, ItemText.PLACE)), _page=self,
            _index=index)

    def __iter__(self) -> Iterator[Item]:
        return (self[index] for index in range(len(self)))

    def _text(self, index: int, text: ItemText) -> bytes:
        return copied_text(lib.aha_items_copy_text, self._handle, index, text)


def all_of(page: Page | None) -> Iterator[Item]:
    """Yields the items of a page and of all later pages; each page is requested on demand."""
    while page is not None:
        yield from page
        page = page.next()


def states_of(states: States) -> ItemState:
    """The flags of a states argument."""
    if isinstance(states, ItemState):
        return states
    if not isinstance(states, str):
        found = ItemState(0)
        for state in states:
            found |= states_of(state)
        return found
    try:
        return ItemState[states.upper().replace("-", "_")]
    except KeyError:
        choices = ", ".join(repr(name.lower()) for name in ItemState.__members__)
        raise InvalidArgumentError(f"{states!r} is not an ItemState: one of {choices}") from None


def query_of(text: str, states: States, origin: Origin | str | None, order: ItemOrder | str,
             sha256: str, count: int, check: bool) -> _structs.ItemQuery:
    """The C structure of a query."""
    asked = states_of(states)
    if not asked:
        raise InvalidArgumentError("states is empty: nothing is in none of them")
    return _structs.ItemQuery(text=text if text else None, sha256=sha256 if sha256 else None,
                              states=asked, origin=0 if origin is None else Origin.of(origin),
                              order=ItemOrder.of(order), count=count, is_unchecked=not check)


def number_of(item: Item | int) -> int:
    """The number of an item argument."""
    return signed64("item", item.number if isinstance(item, Item) else item)
