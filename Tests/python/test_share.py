"""Texts about a piece for other services."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import aha
import pytest

LINK = "https://x.example/a?b=c&d=%C3%A4"


@pytest.fixture
def client(tmp_path: Path) -> aha.Client:
    return aha.Client("tests", state_folder=tmp_path, facebook_app_id="4711")


def test_a_share_text_has_title_and_link() -> None:
    piece = aha.Piece(title="Morning", description="Not this")
    assert aha.share_text(piece, LINK) == "Morning " + LINK
    assert aha.share_text(piece) == "Morning"


@pytest.mark.parametrize("network", [one.name.lower() for one in aha.Network])
def test_every_network_has_a_form(network: str, client: aha.Client) -> None:
    piece = aha.Piece(title="Rain & #sun\n", description="x")
    url = client.share_link(network, piece, LINK)
    parts = urlsplit(url)
    assert parts.scheme in ("https", "mailto") and url.isascii() and "\n" not in url
    said = {**parse_qs(parts.query), **parse_qs(parts.fragment)}
    words = " ".join(unquote(one) for values in said.values() for one in values)
    assert unquote(LINK) in words
    assert "Rain & #sun" in words or network == "facebook"
    assert ("4711" in url) == (network == "facebook")


def test_links_that_cannot_be_opened_are_refused(client: aha.Client) -> None:
    piece = aha.Piece(title="a")
    for link in ("", "javascript:alert(1)", "file:///x"):
        with pytest.raises(aha.InvalidArgumentError):
            aha.share_link(client, "x", piece, link)
    with pytest.raises(aha.InvalidArgumentError, match="nowhere"):
        client.share_link("nowhere", piece, LINK)
