"""Drops that are killed, cut and lost: all of them get there, and little is sent twice."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import aha
import places
import pytest
from aha_testing import wait_until
from conftest import PACKAGE

#: How often each destination's sender is killed.
KILLS = 100 if os.environ.get("AHA_SOAK") else 6
SIZE = 24 << 20
#: Pages, covers and the like are small beside a chunk.
PAGES = 1 << 20


@pytest.fixture(params=sorted(places.CHUNKS))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[places.Place]:
    with places.open_place(request.param, tmp_path / "place") as made:
        yield made


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    return places.write_noise(tmp_path / "mix.wav", SIZE)


class Sender:
    """The process of dropping.py."""

    def __init__(self, place: places.Place, state: Path, sound: Path) -> None:
        said = state.parent / "said.json"
        said.write_text(json.dumps(place.said))
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(Path(__file__).with_name("dropping.py")), str(said),
             str(state), str(sound)], text=True, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(
                [str(PACKAGE), str(Path(__file__).parent)])})
        assert self.process.stdout
        self.said: list[str] = []
        self.begun, self.ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            self.begun.set()
        self.begun.set()
        self.ended.set()

    def kill_after(self, seconds: float) -> bool:
        """Whether it had not come to its end yet."""
        self.begun.wait(30)
        self.ended.wait(seconds)
        self.process.kill()
        self.process.wait()
        self._thread.join()
        return not any(line.startswith("done") for line in self.said)

    def finish(self) -> str:
        assert self.ended.wait(60), "the drop does not end"
        self._thread.join()
        assert self.process.wait() == 0
        return self.said[-1]


def test_killed_at_random_moments(place: places.Place, tmp_path: Path, sound: Path) -> None:
    state, kills = tmp_path / "state", 0
    with places.client_of(state, place.said) as client:
        place.sign_in(client)
    moment = random.Random(place.kind)
    while kills < KILLS:
        # One that is done is followed by another, which is killed too.
        kills += Sender(place, state, sound).kill_after(moment.uniform(0, 0.4))
    line = Sender(place, state, sound).finish()
    assert line.startswith("done"), line
    with places.client_of(state, place.said) as client:
        kept = client.drops()
        assert {drop.stage for drop in kept} == {aha.DropStage.DONE}
        hashes = [drop.sha256 for drop in kept]
        sent_again = sum(drop.progress.bytes_repeated for drop in kept)
    assert place.hashes().count(hashes[0]) == len(hashes) == hashes.count(hashes[0])
    most = places.CHUNKS[place.kind] * (2 if place.kind in AHEAD else 1)
    assert sent_again <= kills * most
    if place.server:
        assert place.server.resent() <= kills * (most + PAGES)


#: Those that get a chunk while the one before it is being stored, and how their chunks are called.
AHEAD = {"s3": "*partNumber={}&*", "nextcloud": "*/{:05}"}


def told_twice(line: str) -> int:
    """Bytes, as a drop says that is done."""
    words = line.split()
    assert words[0] == "done", line
    return int(words[1])


@pytest.mark.parametrize("kind", sorted(AHEAD))
def test_killed_while_a_chunk_is_stalled(kind: str, tmp_path: Path, sound: Path) -> None:
    chunk, state = places.CHUNKS[kind], tmp_path / "state"
    with places.open_place(kind, tmp_path / "place") as place:
        assert place.server
        server = place.server
        server.do("fault", method="PUT", target=AHEAD[kind].format(2), count=1,
                  reply={"fault": "Stall", "upload_bytes": chunk - (1 << 16)})
        sender = Sender(place, state, sound)
        third = AHEAD[kind].format(3).strip("*/&").removeprefix("partNumber=")
        wait_until(lambda: (third, chunk) in [
            (one["chunk"], one["bytes"]) for one in server.chunks()], what="the third chunk")
        assert sender.kill_after(0)
        server.do("clear")
        line = Sender(place, state, sound).finish()
        assert place.has(sound)
        assert told_twice(line) == chunk
        assert server.resent() <= chunk + PAGES


@pytest.mark.parametrize("kind", sorted(AHEAD))
def test_each_kill_by_itself(kind: str, tmp_path: Path, sound: Path) -> None:
    moment, before = random.Random(kind), 0
    with places.open_place(kind, tmp_path / "place") as place:
        assert place.server
        for _ in range(KILLS):
            state = tmp_path / "state"
            if not Sender(place, state, sound).kill_after(moment.uniform(0, 0.4)):
                continue
            told = told_twice(Sender(place, state, sound).finish())
            came = place.server.resent()
            # A chunk, and what has left of the one behind it.
            assert told <= 2 * places.CHUNKS[kind]
            assert came - before <= told + PAGES
            before = came


@pytest.mark.parametrize("upload_bytes", [0, 1, 3 << 20])
@pytest.mark.parametrize("kind", ["nextcloud", "s3", "dropbox"])
def test_cut_in_each_chunk(kind: str, upload_bytes: int, tmp_path: Path, sound: Path) -> None:
    with places.open_place(kind, tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        assert place.server
        drop = aha.Drop(place.destination(client), places.piece_of(sound))
        method = "POST" if kind == "dropbox" else "PUT"
        size = places.CHUNKS[kind]
        for skip in range(0, 2 * (SIZE // size), 2):
            place.server.do("fault", method=method, skip=skip, count=1,
                            reply={"fault": "Reset", "upload_bytes": upload_bytes})
        drop.send(sound)
        assert place.has(sound)
        assert place.server.resent() <= (SIZE // size + 1) * size


@pytest.mark.parametrize("kind", ["nextcloud", "s3", "dropbox"])
def test_replies_that_are_lost(kind: str, tmp_path: Path, sound: Path) -> None:
    with places.open_place(kind, tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        assert place.server
        drop = aha.Drop(place.destination(client), places.piece_of(sound))
        for skip in (1, 3, 5):
            place.server.do("fault", skip=skip, count=1, reply={"fault": "Reset"})
        drop.send(sound)
        assert place.has(sound)


def test_a_file_that_changes_while_it_waits(tmp_path: Path, sound: Path) -> None:
    with places.open_place("s3", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        assert place.server
        place.server.do("fault", method="PUT", target="*partNumber=3*", count=0,
                        reply={"status": 403})
        drop = aha.Drop(place.destination(client), places.piece_of(sound))
        with pytest.raises(aha.Error):
            drop.send(sound)
        assert drop.stage == aha.DropStage.BROKEN
        places.write_noise(sound, SIZE + 4)
        place.server.do("clear")
        with pytest.raises(aha.DamagedError, match="mix.wav"):
            drop.start().wait()
        assert drop.stage == aha.DropStage.FAILED
        with pytest.raises(aha.StateError):
            drop.start()


def test_two_processes_and_one_drop(tmp_path: Path, sound: Path) -> None:
    with places.open_place("s3", tmp_path / "place") as place:
        assert place.server
        place.server.do("fault", target="*partNumber=2*", count=1, hold=True)
        sender = Sender(place, tmp_path / "state", sound)
        server = place.server
        wait_until(lambda: "partNumber=2" in str(server.do("requests")))
        with places.client_of(tmp_path / "state", place.said) as client:
            place.destination(client)
            drop = client.drops()[0]
            with pytest.raises(aha.StateError, match="another process"):
                drop.start()
            with pytest.raises(aha.StateError, match="another process"):
                drop.forget()
        place.server.do("release")
        assert sender.finish().startswith("done")
        with places.client_of(tmp_path / "state", place.said) as client:
            place.destination(client)
            with pytest.raises(aha.StateError):
                client.drops()[0].start()
