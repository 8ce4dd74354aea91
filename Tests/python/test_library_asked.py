"""What may be asked of a library, and what may be said to it."""

from __future__ import annotations

from pathlib import Path

import aha
import pytest
from libraries import write_sound, write_tree


@pytest.fixture
def library(tmp_path: Path) -> aha.Library:
    return aha.Library(tmp_path / "songs.library")


def test_hashes_in_letters_of_both_sizes(library: aha.Library, tmp_path: Path) -> None:
    library.scan(write_sound(tmp_path / "tree" / "a.wav", 1).parent).wait()
    found, = library.items()
    for sha256 in (found.sha256, found.sha256.upper()):
        assert [item.number for item in library.items(sha256=sha256)] == [found.number]
    number = library.add_piece(aha.Piece(title="Rain"), "https://music.example/rain",
                               sha256=found.sha256.upper())
    assert library.item(number).sha256 == found.sha256
    with pytest.raises(aha.InvalidArgumentError):
        library.add_piece(aha.Piece(title="Rain"), "https://music.example/sun", sha256="g" * 64)


def test_no_state_is_no_question(library: aha.Library) -> None:
    for states in ([], (), aha.ItemState(0)):
        with pytest.raises(aha.InvalidArgumentError, match="states"):
            library.items(states=states)


def test_a_piece_is_where_it_is_said_to_be(library: aha.Library, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sound = write_sound(tmp_path / "song.wav", 1)
    number = library.add_piece(aha.Piece(title="Song"), "song.wav", state="playable")
    assert library.find(sound).number == number == next(library.items()).number
    sound.unlink()
    assert list(library.items()) == []
    with pytest.raises(aha.InvalidArgumentError, match="not on this machine"):
        library.add_piece(aha.Piece(title="Song"), "https://music.example/", state="playable")
    with pytest.raises(aha.NotFoundError):
        library.add_piece(aha.Piece(title="Song"), "nowhere/song.wav", state="playable")


def test_what_is_missing_is_taken_out(library: aha.Library, tmp_path: Path) -> None:
    """As docs/library.md has it."""
    tree = write_tree(tmp_path / "tree", 120)
    library.scan(tree).wait()
    gone = sorted(tree.rglob("*.wav"))[:75]
    for path in gone:
        path.unlink()
    library.scan(tree).wait()
    kept = write_sound(gone[0], 1)
    for item in library.items(states="missing"):
        library.forget(item)
    assert len(library) == 46 and library.find(kept).state == aha.ItemState.PLAYABLE


def test_what_cannot_be_heard(library: aha.Library, tmp_path: Path) -> None:
    remote = library.add_piece(aha.Piece(title="Rain"), "https://music.example/rain")
    with pytest.raises(aha.UnsupportedError, match="not on this machine"):
        library.analyze(remote).wait()
    gone = library.add(write_sound(tmp_path / "a.wav", 1))
    (tmp_path / "a.wav").unlink()
    with pytest.raises(aha.NotFoundError):
        library.analyze(gone).wait()
