"""Remote catalogues come into libraries: from each kind of destination."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

import aha
import places
import pytest

STATES = aha.ItemState.ANY


def titles(library: aha.Library) -> list[str]:
    return sorted(item.title for item in library.items(states=STATES))


def drop(client: aha.Client, place: places.Place, sound: Path, title: str) -> aha.Drop:
    made = aha.Drop(place.destination(client), places.piece_of(sound, title))
    made.send(sound)
    return made


@pytest.mark.parametrize("kind", ["folder", "rclone", "s3", "dropbox", "soundcloud"])
def test_drops_of_each_destination_become_items(kind: str, tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 200_000)
    with places.open_place(kind, tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client, \
            aha.Library(tmp_path / "songs.library") as library:
        drop(client, place, sound, "Rain")
        destination = place.destination(client)
        first = library.sync(destination)
        assert first.wait() and first.report.added == 1 and titles(library) == ["Rain"]
        item, = library.items(states=STATES)
        assert item.state in (aha.ItemState.DOWNLOADABLE, aha.ItemState.REMOTE_ONLY,
                              aha.ItemState.PLAYABLE)
        drop(client, place, sound, "Sun")
        second = library.sync(destination)
        second.wait()
        assert second.report.added == 1 and titles(library) == ["Rain", "Sun"]
        whole = library.sync(destination, whole=True)
        whole.wait()
        assert whole.report.added == 0 and titles(library) == ["Rain", "Sun"]
        with pytest.raises(aha.LimitError):
            library.sync(destination, max_items=1, whole=True).wait()
    # Offline: nothing of a list needs the network.
    with aha.Library(tmp_path / "songs.library") as library:
        assert titles(library) == ["Rain", "Sun"]


def test_a_removed_drop_is_reported(tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 200_000)
    with places.open_place("folder", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state") as client, \
            aha.Library(tmp_path / "songs.library") as library:
        for title in ("Rain", "Sun"):
            drop(client, place, sound, title)
        library.sync(place.destination(client)).wait()
        rain, = (path.parent for path in place.folder.rglob("piece.json")
                 if "Rain" in path.read_text())
        shutil.rmtree(rain)
        after = library.sync(place.destination(client))
        after.wait()
        assert titles(library) == ["Sun"] and after.report.missing == 1
        line, = after.report.lines
        assert "Rain" in line


def test_a_sync_is_awaited(tmp_path: Path) -> None:
    async def sync(library: aha.Library, destination: aha.Destination) -> None:
        await library.sync(destination)

    with places.open_place("folder", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state") as client, \
            aha.Library(tmp_path / "songs.library") as library:
        asyncio.run(sync(library, place.destination(client)))
        assert titles(library) == []


def test_sources_without_a_list_are_refused(tmp_path: Path) -> None:
    with places.open_place("host", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state") as client, \
            aha.Library(tmp_path / "songs.library") as library:
        with pytest.raises(aha.UnsupportedError, match="own"):
            library.sync(place.destination(client))
        with pytest.raises(aha.InvalidArgumentError):
            library.sync_feed(client, "file:///etc/passwd")
        failing = library.sync_feed(client, "http://127.0.0.1:1/feed.json")
        with pytest.raises(aha.NetworkError):
            failing.wait()
        assert failing.report.added == 0


def test_a_drop_is_added(tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 200_000)
    with places.open_place("folder", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state") as client, \
            aha.Library(tmp_path / "songs.library") as library:
        waiting = aha.Drop(place.destination(client), places.piece_of(sound, "Rain"))
        with pytest.raises(aha.StateError):
            library.add_drop(waiting)
        made = drop(client, place, sound, "Rain")
        number = library.add_drop(made)
        assert library.add_drop(made) == number
        item = library.item(number)
        assert (item.title, item.origin, item.place) == ("Rain", aha.Origin.DROP, made.url)
        assert item.sha256 == made.sha256 and item.dropped > 0
        now = aha.HistoryCursor().place
        assert library.history("day", now, now)[0].drops == 1


def test_an_added_drop_has_the_time_of_its_end(tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 2000)
    with places.open_place("folder", tmp_path / "place") as place:
        with places.client_of(tmp_path / "state") as client:
            number = drop(client, place, sound, "Rain").id
        [journal] = (tmp_path / "state").rglob("drops.db")
        with contextlib.closing(sqlite3.connect(journal)) as database, database:
            database.execute("UPDATE piece_drop SET updated = updated - 100 * 86400")
        with places.client_of(tmp_path / "state") as client, \
                aha.Library(tmp_path / "songs.library") as library:
            item = library.item(library.add_drop(client.drop(number)))
            assert 99 * 86400 < item.added - item.dropped < 101 * 86400
            now = aha.HistoryCursor().place
            assert library.history("day", now, now)[0].drops == 0
