"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._constants.opening import OpeningText
from .._client_child import ClientChild
from .._handle import text_of


class OpeningCalls(ClientChild):
    """The calls of aha_opening that Python adds nothing to."""

    @property
    def id(self) -> str:
        """The id. The C function is aha_opening_copy_text."""
        return text_of(lib.aha_opening_copy_text, self._handle, OpeningText.ID)

    @property
    def url(self) -> str:
        """The public URL. The C function is aha_opening_copy_text."""
        return text_of(lib.aha_opening_copy_text, self._handle, OpeningText.URL)

    @property
    def created(self) -> str:
        """ISO 8601, as in "2026-11-22T05:49:43Z". The C function is aha_opening_copy_text."""
        return text_of(lib.aha_opening_copy_text, self._handle, OpeningText.CREATED)
