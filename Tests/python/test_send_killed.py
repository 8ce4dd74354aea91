"""Syncs that are killed while they send edits to a folder."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import subprocess
from pathlib import Path

import aha
import places
from conftest import program

#: Number of kills.
KILLS = 100 if os.environ.get("AHA_SOAK") else 6
COUNT = 40
WHOLE = sorted(f"Song {number}." for number in range(COUNT))


def fill(folder: Path, library: Path, state: Path) -> None:
    """Drops, of which one is whole, and an edit of each."""
    sound = places.write_noise(folder.parent / "mix.wav", 2000)
    with places.client_of(state) as client, aha.Library(library) as opened:
        destination = aha.Destination.folder(client, folder)
        aha.Drop(destination, places.piece_of(sound, "Piece 0.")).send(sound)
        [made] = folder.rglob("piece.json")
        for number in range(1, COUNT):
            (folder / f"piece {number}").mkdir()
            (folder / f"piece {number}" / "piece.json").write_text(
                made.read_text().replace("Piece 0.", f"Piece {number}."))
        opened.sync(destination).wait()
        for item in list(opened.items(states=aha.ItemState.ANY, check=False)):
            opened.set_text(item, "title", item.title.replace("Piece", "Song"))


def start(*arguments: object) -> subprocess.Popen[str]:
    process = program("sending.py", *arguments)
    assert process.stdin and process.stdout and process.stdout.readline() == "ready\n"
    process.stdin.write("\n")
    process.stdin.flush()
    return process


def titles(folder: Path) -> list[str]:
    manifests = [json.loads(path.read_text()) for path in folder.rglob("piece.json")]
    assert not any("replaced" in one for one in manifests)
    return sorted(one["title"] for one in manifests)


def edited(folder: Path) -> int:
    return sum("Song" in title for title in titles(folder))


def test_a_killed_send_loses_and_doubles_no_edit(tmp_path: Path) -> None:
    folder, library, state = tmp_path / "drops", tmp_path / "songs.library", tmp_path / "state"
    folder.mkdir()
    fill(folder, library, state)
    rng, inside = random.Random(7), 0
    for _ in range(KILLS):
        wanted = edited(folder) + rng.randrange(1, 6)
        process = start(folder, state, library)
        while edited(folder) < wanted and process.poll() is None:
            pass
        process.kill()
        process.communicate()
        inside += 0 < edited(folder) < COUNT
    assert inside > 2, f"{inside} kills were within the edits"
    process = start(folder, state, library)
    process.communicate(timeout=60)
    assert process.returncode == 0 and titles(folder) == WHOLE
    with contextlib.closing(sqlite3.connect(library)) as database:
        assert database.execute("SELECT count(*) FROM edit").fetchone() == (0,)
        assert sorted(title for title, in database.execute("SELECT title FROM item")) == WHOLE
