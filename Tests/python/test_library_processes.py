"""Libraries opened by several processes, and scans that are killed."""

from __future__ import annotations

import os
import random
import subprocess
import time
from pathlib import Path

import aha
from conftest import program
from libraries import write_sound, write_tree

#: Number of kills of a scan.
KILLS = 100 if os.environ.get("AHA_SOAK") else 10
FILES = 2000


def start(library: Path, tree: Path) -> subprocess.Popen[str]:
    return program("scanning.py", library, tree)


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def count(place: Path) -> int:
    """The playable items; the library must be intact."""
    with aha.Library(place) as library:
        found = [item.number for item in library.items(check=False, page=1000)]
        assert len(found) == len(set(found)) == len(library)
        assert len(list(library.items("sound", check=False, page=1000))) == len(found)
        return len(found)


def test_two_processes_scan_into_one_library(tmp_path: Path) -> None:
    place = tmp_path / "songs.library"
    one, two = write_tree(tmp_path / "one", 500), tmp_path / "two"
    for number in range(500):
        write_sound(two / f"sound {number}.wav", 1000 + number)
    processes = [start(place, tree) for tree in (one, two, one)]
    with aha.Library(place) as library:
        while any(process.poll() is None for process in processes):
            library.note("play")
            assert len(list(library.items(page=10))) <= 1000
            time.sleep(0.01)  # SQLite serves no queue: the lock must be free now and then
    for process in processes:
        assert process.wait() == 0 and process.stdout and "done 500" in process.stdout.read()
    assert count(place) == 1000


def test_a_scan_that_is_killed_leaves_a_sound_library(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", FILES)
    place, rng, inside = tmp_path / "songs.library", random.Random(8), 0
    before = 0
    for _ in range(KILLS):
        process = start(place, tree)
        assert said(process) == "begun\n"
        try:
            process.wait(timeout=rng.uniform(0, 0.12))
        except subprocess.TimeoutExpired:
            inside += 1
            process.kill()
            process.wait()
        now = count(place)
        assert before <= now <= FILES
        before = now
        if now == FILES:  # restarts from the beginning
            with aha.Library(place) as library:
                for item in list(library.items(check=False, page=1000)):
                    library.forget(item)
            before = 0
    assert inside >= KILLS // 4
    process = start(place, tree)
    assert process.wait() == 0 and count(place) == FILES
