"""Texts about a piece for other services."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

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


def test_a_share_link_has_title_link_and_application(client: aha.Client) -> None:
    piece = aha.Piece(title="Rain & #sun\n", description="x")
    words = unquote(client.share_link("x", piece, LINK))
    assert unquote(LINK) in unquote(words)
    assert "Rain & #sun" in words
    assert "4711" in client.share_link("facebook", piece, LINK)
    with pytest.raises(aha.InvalidArgumentError, match="nowhere"):
        client.share_link("nowhere", piece, LINK)
