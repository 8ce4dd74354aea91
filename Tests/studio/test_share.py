"""Share: named destinations, drops, interruptions, receipts."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import aha
import dav
import pytest
import segno
from conftest import answer, press, shown, text_of, tone, until
from studio.drawing import qr_code
from studio.model_share import Sharing
from studio.model_work import Work


@pytest.fixture
def bounced(work: Work) -> Work:
    """A work with a bounce."""
    tone(work.folder / "bounces/studio-001.flac", 1.0)
    return work


@pytest.fixture
def server() -> Iterator[dav.Server]:
    with dav.Server() as made:
        yield made
        made.gate.set()
        made.shutdown()


def save(url: str) -> None:
    """Saves a server as a destination of the user."""
    with aha.Client("tests") as client:
        aha.Destination.webdav(client, url, name="cloud", webdav="plain").save()


async def test_a_drop_to_a_named_folder_has_a_receipt(
        same_day: None, bounced: Work, tmp_path: Path) -> None:
    async with shown(bounced, "5", size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: "No destinations yet" in text_of(pilot))
        await press(pilot, "n")
        await answer(pilot, f"disk {tmp_path / 'drops'}")
        await press(pilot, "t")
        await answer(pilot, "Rain")
        await press(pilot, "enter")
        await until(pilot, lambda: app.notice == "dropped 'Rain' to disk")
        assert app.room.model.url.startswith("file:") and app.clipboard == app.room.model.url
        await until(pilot, lambda: all(line in text_of(pilot)
                                       for line in qr_code(app.room.model.url).splitlines()))
        assert list((tmp_path / "drops").rglob("index.html"))
        assert [one.origin for one in bounced.sounds.library.items("rain", states="any")] == [
            aha.Origin.DROP]
    cursor = aha.HistoryCursor()
    assert bounced.sounds.library.history("day", cursor.place, cursor.place)[0].drops == 1


def test_a_qr_code_has_the_modules_of_the_text() -> None:
    url = "https://example.org/pieces/rain"
    rows = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)]
    lines = qr_code(url).splitlines()
    for y, row in enumerate(rows):
        upper = y % 2 == 0
        unlit = "▄ " if upper else "▀ "
        assert [mark in unlit for mark in lines[y // 2]] == [bool(one) for one in row]


async def test_title_and_cover_are_kept(bounced: Work, make_work, tmp_path: Path) -> None:
    async with shown(bounced, "5", "t") as (app, pilot):
        await answer(pilot, "Snow")
        await press(pilot, "c")
        await answer(pilot, "none.png")
        await press(pilot, "n")
        await answer(pilot, f"disk {tmp_path / 'drops'}")
        await press(pilot, "d")
        await until(pilot, lambda: "none.png" in app.notice)
    bounced.close()
    async with shown(make_work()) as (app, pilot):
        await until(pilot, lambda: "Title   Snow" in text_of(pilot))
        assert "Cover   none.png" in text_of(pilot)


async def test_progress_is_shown_and_a_cancelled_drop_leaves_no_files(
        bounced: Work, server: dav.Server) -> None:
    save(server.url)
    server.passes = 1  # a file to delete
    server.gate.clear()
    async with shown(bounced, "5", "enter") as (app, pilot):
        await until(pilot, server.uploading.is_set)
        await until(pilot, lambda: len(server.files) == 1)
        await until(pilot, lambda: "% sending" in text_of(pilot))
        await press(pilot, "d")
        assert "in progress" in app.notice
        await press(pilot, "escape")  # with the gate shut: else the drop may be complete before
        await until(pilot, lambda: app.room.model.progress is None)
        assert "cancelled" in app.notice and not server.files


async def test_a_broken_drop_is_resumed_after_a_restart(bounced: Work, make_work,
                                                        server: dav.Server) -> None:
    save(server.url)
    server.gate.clear()
    async with shown(bounced, "5", "enter") as (app, pilot):
        await until(pilot, server.uploading.is_set)
    server.gate.set()
    bounced.close()
    async with shown(make_work()) as (app, pilot):
        await until(pilot, lambda: "↺ studio-001 to cloud" in text_of(pilot))
        await press(pilot, "r")
        await until(pilot, lambda: app.notice == "dropped 'studio-001' to cloud")
        assert any(path.endswith("index.html") for path in server.files)
        assert "↺" not in text_of(pilot)


async def test_a_broken_drop_is_discarded(bounced: Work, server: dav.Server) -> None:
    save(server.url)
    server.gate.clear()
    sharing = Sharing(bounced)
    sharing.send(sharing.places[0])
    assert server.uploading.wait(30)
    sharing.close()
    server.gate.set()
    async with shown(bounced, "5", "x") as (app, pilot):
        await until(pilot, lambda: app.notice == "discarded")
        assert not app.room.model.interrupted()


async def test_without_a_network_the_drop_says_so_and_stays(bounced: Work) -> None:
    with socket.socket() as silent:  # refuses connections; no other process gets its port
        silent.bind(("127.0.0.1", 0))
        save(f"http://127.0.0.1:{silent.getsockname()[1]}/")
        async with shown(bounced, "5", "enter") as (app, pilot):
            await until(pilot, lambda: app.room.model.progress is None and app.notice)
            assert "127.0.0.1" in app.notice
            await until(pilot, lambda: "↺" in text_of(pilot))


async def test_sign_in_opens_the_browser(bounced: Work, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with aha.Client("tests") as client:
        account = client.account(aha.Provider("dropbox", client_id="abc"), name="band")
        aha.Destination.dropbox(account, name="box").save()
    async with shown(bounced, "5") as (app, pilot):
        await until(pilot, lambda: "not signed in" in text_of(pilot))
        await press(pilot, "g")
        assert opened and "client_id=abc" in opened[0] and opened[0] in app.notice


async def test_a_drop_without_a_bounce_names_the_key(work: Work) -> None:
    async with shown(work, "5", "d") as (app, pilot):
        await until(pilot, lambda: "none yet: b in Arrange makes one" in text_of(pilot))


async def test_a_bad_name_leaves_no_destination(bounced: Work, tmp_path: Path) -> None:
    async with shown(bounced, "5", "n") as (app, pilot):
        await answer(pilot, f"bad/name {tmp_path / 'drops'}")
        await until(pilot, lambda: "bad/name" in app.notice)
        assert not app.room.rows and not app.room.model.places
        await press(pilot, "n")
        await answer(pilot, f"disk {tmp_path / 'drops'}")
        await until(pilot, lambda: [row.name for row in app.room.rows] == ["disk"])


async def test_a_drop_to_a_folder_can_play(bounced: Work, tmp_path: Path) -> None:
    async with shown(bounced, "5", "n") as (app, pilot):
        await answer(pilot, f"disk {tmp_path / 'drops'}")
        await press(pilot, "enter")
        await until(pilot, lambda: "dropped" in app.notice)
        (item,) = bounced.sounds.library.items("drops")
        assert item.origin == aha.Origin.DROP and not bounced.sounds.why_not(item)
        bounced.toggle(item)
        assert bounced.sounding.plays


async def test_a_take_is_shared(bounced: Work, tmp_path: Path) -> None:
    take = tone(bounced.folder / "takes/take-001.flac", 1.0)
    bounced.sounds.add(str(take), "take", 1.0)
    async with shown(bounced, "3", "d") as (app, pilot):
        await until(pilot, lambda: "Take    take-001.flac" in text_of(pilot))
        await press(pilot, "n")
        await answer(pilot, f"disk {tmp_path / 'drops'}")
        await press(pilot, "enter")
        await until(pilot, lambda: app.notice == "dropped 'take-001' to disk")
        await press(pilot, "b")
        await until(pilot, lambda: "Bounce  studio-001.flac" in text_of(pilot))
