"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._handle import Handle


class ItemsCalls(Handle):
    """The calls of aha_items that Python adds nothing to."""

    def __len__(self) -> int:
        """The number of items in a page. The C function is aha_items_count."""
        value: int = lib.aha_items_count(self._handle)
        return value
