"""Syncs of destinations and feeds into a library."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import aha
import pytest
from places import piece_of

STATES = aha.ItemState.ANY


@pytest.fixture
def destination(client: aha.Client, tmp_path: Path) -> aha.Destination:
    (tmp_path / "pieces").mkdir()
    return aha.Destination.folder(client, tmp_path / "pieces")


def titles(library: aha.Library) -> list[str]:
    return sorted(item.title for item in library.items(states=STATES))


def test_a_sync_reports_added_and_missing_items(library: aha.Library, destination: aha.Destination,
                                                sound: Path, tmp_path: Path) -> None:
    async def sync() -> aha.ReportInfo:
        syncing = library.sync(destination)
        await syncing
        return syncing.report

    for title in ("Rain", "Sun"):
        aha.Drop(destination, piece_of(sound, title)).send(sound)
    assert asyncio.run(sync()).added == 2 and titles(library) == ["Rain", "Sun"]
    with pytest.raises(aha.LimitError):
        library.sync(destination, max_items=1, whole=True).wait()
    rain, = (path.parent for path in (tmp_path / "pieces").rglob("piece.json")
             if "Rain" in path.read_text())
    shutil.rmtree(rain)
    report = asyncio.run(sync())
    assert titles(library) == ["Sun"] and report.missing == 1
    line, = report.lines
    assert "Rain" in line


def test_a_corrected_text_goes_back_to_its_drop(
        library: aha.Library, destination: aha.Destination, sound: Path, tmp_path: Path) -> None:
    aha.Drop(destination, piece_of(sound, "Rian")).send(sound)
    library.sync(destination).wait()
    item, = library.items(states=STATES)
    library.set_text(item, "title", "Rain")
    syncing = library.sync(destination, send=True)
    assert syncing.wait(60) and syncing.report.sent == 1
    manifest, = (tmp_path / "pieces").rglob("piece.json")
    assert json.loads(manifest.read_text())["title"] == "Rain"
    assert "<h1 dir=\"auto\">Rain</h1>" in (manifest.parent / "index.html").read_text()


def test_a_drop_is_added(library: aha.Library, destination: aha.Destination, sound: Path) -> None:
    drop, today = aha.Drop(destination, piece_of(sound, "Rain")), aha.HistoryCursor().place
    with pytest.raises(aha.StateError):
        library.add_drop(drop)
    drop.send(sound)
    number = library.add_drop(drop)
    assert library.add_drop(drop) == number
    item = library.item(number)
    assert (item.title, item.origin, item.place) == ("Rain", aha.Origin.DROP, drop.url)
    assert item.sha256 == drop.sha256 and item.dropped > 0
    days = library.history("day", today, aha.HistoryCursor().place)
    assert sum(day.drops for day in days) == 1


def test_an_added_drop_has_the_time_of_its_end(library: aha.Library, destination: aha.Destination,
                                               sound: Path, tmp_path: Path) -> None:
    number = aha.Drop(destination, piece_of(sound)).send(sound).id
    destination.client.close()
    [journal] = (tmp_path / "state").rglob("drops.db")
    with contextlib.closing(sqlite3.connect(journal)) as database, database:
        database.execute("UPDATE piece_drop SET updated = updated - 100 * 86400")
    with aha.Client("tests", state_folder=tmp_path / "state") as client:
        item = library.item(library.add_drop(client.drop(number)))
    assert 99 * 86400 < item.added - item.dropped < 101 * 86400
    now = aha.HistoryCursor().place
    assert library.history("day", now, now)[0].drops == 0
