"""What may be asked of a library, and what may be said to it."""

from __future__ import annotations

from pathlib import Path

import aha
import pytest
from libraries import write_sound


def test_hashes_are_found_in_upper_and_lower_case(library: aha.Library, tmp_path: Path) -> None:
    library.scan(write_sound(tmp_path / "tree" / "a.wav", 1).parent).wait()
    found, = library.items()
    for sha256 in (found.sha256, found.sha256.upper()):
        assert [item.number for item in library.items(sha256=sha256)] == [found.number]
    number = library.add_piece(aha.Piece(title="Rain"), "https://music.example/rain",
                               sha256=found.sha256.upper())
    assert library.item(number).sha256 == found.sha256
    with pytest.raises(aha.InvalidArgumentError):
        library.add_piece(aha.Piece(title="Rain"), "https://music.example/sun", sha256="g" * 64)


def test_a_query_without_states_is_refused(library: aha.Library) -> None:
    for states in ([], (), aha.ItemState(0)):
        with pytest.raises(aha.InvalidArgumentError, match="states"):
            library.items(states=states)


def test_items_without_a_local_file_are_not_analyzed(library: aha.Library, tmp_path: Path) -> None:
    remote = library.add_piece(aha.Piece(title="Rain"), "https://music.example/rain")
    with pytest.raises(aha.UnsupportedError, match="not on this machine"):
        library.analyze(remote).wait()
    gone = library.add(write_sound(tmp_path / "a.wav", 1))
    (tmp_path / "a.wav").unlink()
    with pytest.raises(aha.NotFoundError):
        library.analyze(gone).wait()
