"""Killed, interrupted and disconnected drops: all arrive, and few bytes are sent twice."""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import aha
import places
import pytest
from conftest import program

#: Number of kills for each destination.
KILLS = 100 if os.environ.get("AHA_SOAK") else 6
SIZE = 24 << 20
#: Pages, covers and other small files, compared with a chunk.
PAGES = 1 << 20
#: Destinations that receive a chunk while they store the one before it.
AHEAD = ("s3", "nextcloud")


@pytest.fixture(params=sorted(places.CHUNKS))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[places.Place]:
    with places.open_place(request.param, tmp_path / "place") as made:
        yield made


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    return places.write_noise(tmp_path / "mix.wav", SIZE)


class Sender:
    """A process of dropping.py."""

    def __init__(self, place: places.Place, state: Path, sound: Path) -> None:
        said = state.parent / "said.json"
        said.write_text(json.dumps(place.said))
        self.process = program("dropping.py", said, state, sound)
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
        """Kills it; true: it had not ended yet."""
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


def test_a_killed_drop_arrives_once_and_whole(place: places.Place, tmp_path: Path,
                                                      sound: Path) -> None:
    state, kills = tmp_path / "state", 0
    with places.client_of(state, place.said) as client:
        place.sign_in(client)
    moment = random.Random(place.kind)
    while kills < KILLS:
        # After a finished drop, another one starts and is killed too.
        kills += Sender(place, state, sound).kill_after(moment.uniform(0, 0.4))
    line = Sender(place, state, sound).finish()
    assert line.startswith("done"), line
    with places.client_of(state, place.said) as client:
        kept = client.drops()
        assert {drop.stage for drop in kept} == {aha.DropStage.DONE}
        hashes = [drop.sha256 for drop in kept]
        sent_again = sum(drop.progress.bytes_repeated for drop in kept)
    assert place.hashes().count(hashes[0]) == len(hashes) == hashes.count(hashes[0])
    limit = places.CHUNKS[place.kind] * (2 if place.kind in AHEAD else 1)
    assert sent_again <= kills * limit
    if place.server:
        assert place.server.resent() <= kills * (limit + PAGES)
