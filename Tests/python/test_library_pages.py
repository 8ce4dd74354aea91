"""Libraries: lists of which most is gone."""

from __future__ import annotations

import shutil
from pathlib import Path

import aha
from libraries import write_sound, write_tree


def test_a_list_goes_on_behind_what_is_gone(tmp_path: Path) -> None:
    library = aha.Library(tmp_path / "songs.library")
    library.add(write_sound(tmp_path / "kept.wav", 9999))
    gone = write_tree(tmp_path / "gone", 8200)
    scanning = library.scan(gone, hashes=False)
    assert scanning.wait() and scanning.report.added == 8200
    shutil.rmtree(gone)
    # A page looks at some thousand: the first ones are empty, and none of them is the end.
    page = library.page(count=1000)
    assert len(page) == 0 and page.next() is not None
    assert [item.title for item in library.items(page=1000)] == ["kept"]
    assert len(list(library.items(states="missing"))) == 8200
