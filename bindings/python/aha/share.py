"""Sharing a piece: a text with its link, and links to social networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._abi import lib
from ._arguments import encoded_text
from ._constants.share import Network as Network
from ._handle import copied_text

if TYPE_CHECKING:
    from .client import Client
    from .piece import Piece


def share_text(piece: Piece, link: str = "") -> str:
    """A text of at most 140 characters: the piece's title or description, shortened where needed,
    and the link, which counts as 23. The C function is aha_share_copy_text.
    """
    return copied_text(lib.aha_share_copy_text, piece._handle,
                       encoded_text("link", link)).decode()


def share_link(client: Client, network: Network | str, piece: Piece, link: str) -> str:
    """The URL that opens a network's own form with the text and the link in it. The C function is
    aha_share_copy_link. Errors: InvalidArgumentError (no link).
    """
    return copied_text(lib.aha_share_copy_link, client._handle, Network.of(network),
                       piece._handle, encoded_text("link", link)).decode()
