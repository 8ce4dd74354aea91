"""A library after calls for which SQLite had no memory."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Iterator

import aha
import pytest
from libraries import write_tree

STEPS = 400


@pytest.fixture
def sqlite() -> Iterator[ctypes.CDLL]:
    """The SQLite that libaha loads; its memory has no limit after the test."""
    library = ctypes.CDLL("libsqlite3.so.0")
    library.sqlite3_memory_used.restype = ctypes.c_int64
    library.sqlite3_hard_heap_limit64.argtypes = [ctypes.c_int64]
    yield library
    library.sqlite3_hard_heap_limit64(0)


# Each limit is the memory in use and one more step; without a reopening, less is needed.
@pytest.mark.parametrize("is_reopened, step", [(False, 128), (True, 320)])
def test_a_call_without_memory_leaves_a_usable_library(
        tmp_path: Path, sqlite: ctypes.CDLL, is_reopened: bool, step: int) -> None:
    tree, path = write_tree(tmp_path / "tree", 3), tmp_path / "one.aha"
    sound = tree / "000" / "sound 1.wav"
    library = aha.Library(path)
    library.scan(tree).wait()
    failed = 0
    for count in range(1, STEPS + 1):
        if is_reopened:
            library.close()
            library = aha.Library(path)
        sqlite.sqlite3_hard_heap_limit64(sqlite.sqlite3_memory_used() + count * step)
        try:
            library.add(sound)
        except MemoryError:
            failed += 1
        finally:
            sqlite.sqlite3_hard_heap_limit64(1 << 40)
        library.add(sound)
        assert len(library) == 3
    assert 0 < failed < STEPS
    library.close()
