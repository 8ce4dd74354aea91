"""Texts of the user, smart lists, missing items and history files of a library."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import aha
import pytest
from libraries import write_sound


@pytest.fixture
def music(library: aha.Library, tmp_path: Path) -> Path:
    """A scanned folder with one sound."""
    folder = tmp_path / "music"
    folder.mkdir()
    write_sound(folder / "night.wav", 1)
    library.scan(folder).wait()
    return folder


def test_a_text_is_set_and_restored(library: aha.Library, music: Path) -> None:
    [item] = library.items()
    library.set_text(item, "album_artist", "Choir")
    library.set_text(item, aha.ItemText.TITLE, "Nacht")
    [item] = library.items("choir")
    assert (item.title, item.album_artist, item.album, item.track) == ("Nacht", "Choir", "", 0)
    library.set_text(item, "title", None)
    assert library.item(item.number).title == "night"


def test_a_query_is_saved_by_name(library: aha.Library, music: Path) -> None:
    library.save_query("Nights", "night", order="title")
    library.rename_query("Nights", "Späte Nächte")
    assert library.query_names == ["Späte Nächte"]
    assert [item.title for item in library.run_query("Späte Nächte")] == ["night"]
    library.remove_query("Späte Nächte")
    with pytest.raises(aha.NotFoundError):
        library.run_query("Späte Nächte")


def test_missing_items_are_forgotten(library: aha.Library, music: Path) -> None:
    write_sound(music / "day.wav", 2)
    library.scan(music).wait()
    (music / "day.wav").unlink()
    assert library.forget_missing(music) == 1
    assert [item.title for item in library.items(states=aha.ItemState.ANY)] == ["night"]


def test_a_history_is_imported_once(library: aha.Library, music: Path, tmp_path: Path) -> None:
    [item] = library.items()
    library.note("play", item, seconds=2)
    assert library.history_export(tmp_path / "out.json") == 1
    result = library.history_import(tmp_path / "out.json")
    assert (result.added, result.known, result.unmatched, result.skipped) == (0, 1, 0, 0)
    assert library.history_export(tmp_path / "out.log", format="scrobbler_log") == 0


def test_a_killed_import_is_continued(library: aha.Library, tmp_path: Path) -> None:
    entries = [{"activity": "play", "at": 1000 + second, "title": f"t{second}", "artist": "Ann"}
               for second in range(20_000)]
    file = tmp_path / "in.json"
    file.write_text(json.dumps(entries))
    script = f"import aha; aha.Library({library.path!r}).history_import({str(file)!r})"
    child = subprocess.Popen([sys.executable, "-c", script], env=os.environ)
    has_ended = False
    while library.first("day") is None:
        assert not has_ended, "it ended without an entry"
        has_ended = child.poll() is not None  # its entries are in the library before
    child.send_signal(signal.SIGKILL)
    child.wait()
    result = library.history_import(file)
    assert result.added + result.known == 20_000 and result.known > 0
    assert library.history_import(file).known == 20_000
