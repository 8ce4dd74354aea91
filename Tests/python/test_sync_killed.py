"""Syncs that are killed while the list arrives, and two concurrent syncs of one source."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aha
import places
import pytest
from aha_testing import Reply, Request, StubServer
from conftest import program

#: Number of kills of a sync.
KILLS = 100 if os.environ.get("AHA_SOAK") else 6
STATES = aha.ItemState.ANY
#: Sources whose lists arrive in parts, and their sizes.
COUNTS = {"folder": 700, "s3": 40, "feed": 600}


@dataclass
class Source:
    """The synced source. ``asked``: requests to the feed's server, in order."""

    said: dict[str, Any]
    count: int
    asked: list[str] = field(default_factory=list)


def fill_folder(folder: Path, place: places.Place, client: aha.Client, count: int) -> None:
    """One drop, and copies of it under other names."""
    sound = places.write_noise(folder.parent / "mix.wav", 2000)
    aha.Drop(place.destination(client), places.piece_of(sound, "Piece 0.")).send(sound)
    [made] = folder.rglob("piece.json")
    for number in range(1, count):
        other = made.parent.parent / f"piece {number}"
        other.mkdir()
        (other / "piece.json").write_text(
            made.read_text().replace("Piece 0.", f"Piece {number}."))


def fill_bucket(folder: Path, place: places.Place, client: aha.Client, count: int) -> None:
    sound = places.write_noise(folder.parent / "mix.wav", 2000)
    for number in range(count):
        aha.Drop(place.destination(client), places.piece_of(sound, f"Piece {number}.")).send(sound)
    assert place.server
    place.server.do("settings", page=10)


@contextlib.contextmanager
def feed_of(count: int) -> Iterator[Source]:
    """A feed of documents with twenty items each."""
    def document(asked: Request) -> Reply:
        source.asked.append(asked.path)
        start = int(asked.path.strip("/"))
        more = {"next_url": f"/{start + 20}"} if start + 20 < count else {}
        return Reply(json={
            "version": "https://jsonfeed.org/version/1.1", "title": "Pieces", **more,
            "items": [{"id": f"{number}", "title": f"Piece {number}.", "attachments": [
                {"url": f"/{number}.mp3", "mime_type": "audio/mpeg"}]}
                for number in range(start, start + 20)]})

    with StubServer() as server:
        server.on("GET", "/*", document)
        source = Source({"kind": "feed", "url": server.url + "/0"}, count)
        yield source


@contextlib.contextmanager
def source_of(kind: str, folder: Path) -> Iterator[Source]:
    count = COUNTS[kind]
    if kind == "feed":
        with feed_of(count) as source:
            yield source
        return
    with places.open_place(kind, folder / "place") as place:
        with places.client_of(folder / "state") as client:
            (fill_folder if kind == "folder" else fill_bucket)(place.folder, place, client, count)
        yield Source(place.said, count)


def start(source: Source, folder: Path, library: Path) -> subprocess.Popen[str]:
    """A process that syncs."""
    said = folder / "said.json"
    said.write_text(json.dumps(source.said))
    process = program("syncing.py", said, folder / "state", library)
    assert process.stdin and process.stdout and process.stdout.readline() == "ready\n"
    process.stdin.write("\n")
    process.stdin.flush()
    return process


def kill_behind(count: int, process: subprocess.Popen[str], seconds: float) -> None:
    """Kills it this long after some items arrived, unless it ended before."""
    assert process.stdout
    for line in process.stdout:
        if not line.strip().isdigit() or int(line) >= count:
            break
    time.sleep(seconds)
    process.kill()
    process.communicate()


def said_by(process: subprocess.Popen[str]) -> str:
    """Its last output line."""
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return said.splitlines()[-1]


def titles(library: Path) -> list[str]:
    with aha.Library(library) as opened:
        return sorted(item.title for item in opened.items(states=STATES, check=False, page=1000))


def place_in_list(library: Path) -> str:
    """The stored position of the list; "" for its beginning."""
    with contextlib.closing(sqlite3.connect(library)) as database:
        return "".join(place for place, in database.execute("SELECT place FROM source"))


@pytest.mark.parametrize("kind", COUNTS)
def test_a_killed_sync_resumes_where_it_was(kind: str, tmp_path: Path) -> None:
    with source_of(kind, tmp_path) as source:
        whole = sorted(f"Piece {number}." for number in range(source.count))
        library, place = tmp_path / "songs.library", ""
        rng, (inside, going_on) = random.Random(3), (0, 0)
        for turn in range(KILLS):
            source.asked.clear()
            moment = rng.randrange(source.count), rng.uniform(0, 0.003)
            kill_behind(moment[0], start(source, tmp_path, library), moment[1])
            if source.asked:
                assert source.asked[0] == urlsplit(place or source.said["url"]).path
            came, place = titles(library), place_in_list(library)
            assert len(came) == len(set(came)) and set(came) <= set(whole)
            inside += 0 < len(came) < source.count
            going_on += place != ""
            if came == whole:  # restarts from the beginning
                library, place = tmp_path / f"{turn}.library", ""
        assert said_by(start(source, tmp_path, library)) == f"done {source.count}"
        assert titles(library) == whole and place_in_list(library) == ""
        assert inside >= KILLS // 5, f"{inside} of {KILLS} were within the list"
        assert going_on >= KILLS // 5 or kind == "folder"
