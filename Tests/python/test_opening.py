"""Opening pieces: from folders, pages and services; and URLs from the desktop."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aha
import places
import pytest
from aha import Asset, EventKind
from aha_testing import wait_until


@pytest.fixture
def dropped(client: aha.Client, sound: Path, tmp_path: Path) -> aha.Drop:
    (tmp_path / "pieces").mkdir()
    destination = aha.Destination.folder(client, tmp_path / "pieces")
    piece = places.piece_of(sound, artist="Ada", tempo_bpm=120)
    return aha.Drop(destination, piece).send(sound, attachment=b"MThd")


def test_a_dropped_piece_is_opened_and_saved(client: aha.Client, dropped: aha.Drop, sound: Path,
                                             tmp_path: Path) -> None:
    opening = aha.open_piece(client, dropped.url)
    assert (opening.piece.title, opening.piece.artist) == ("Rain & <b>sun</b>", "Ada")
    assert opening.id == dropped.id and opening.created.endswith("Z")
    assets = {one.asset: one for one in opening.assets}
    assert set(assets) >= {Asset.MIX_STEM, Asset.COVER, Asset.ATTACHMENT}
    stem = assets[Asset.MIX_STEM]
    assert (stem.size, stem.type) == (sound.stat().st_size, "audio/wav")
    assert stem.sha256 == dropped.sha256
    opening.save("attachment", tmp_path / "notes").wait(10)
    assert (tmp_path / "notes").read_bytes() == b"MThd"
    with pytest.raises(aha.UnsupportedError):
        opening.save("mix stem", tmp_path / "x", type="audio/ogg")


def test_a_saved_manifest_names_the_saved_files(client: aha.Client, dropped: aha.Drop, sound: Path,
                                                tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    (folder / "sounds").mkdir(parents=True)
    opening = aha.open_piece(client, dropped.url)
    opening.save("mix stem", tmp_path / "elsewhere.wav").wait(10)
    opening.save("mix stem", folder / "sounds" / "Wow! 100% ~.wav").wait(10)
    opening.save("cover", folder / "gone.png").wait(10)
    (folder / "gone.png").unlink()
    opening.save_manifest(folder / "piece.json")
    again = aha.open_piece(client, folder)
    assert [(one.name, one.sha256) for one in again.assets] == [("Wow! 100% ~.wav", dropped.sha256)]
    assert again.id == dropped.id and again.piece.title == opening.piece.title
    again.save("mix stem", tmp_path / "again.wav").wait(10)
    assert (tmp_path / "again.wav").read_bytes() == sound.read_bytes()
    opening.save("cover", folder / ".hidden.png").wait(10)
    with pytest.raises(aha.InvalidArgumentError, match=".hidden.png"):
        opening.save_manifest(folder / "piece.json")
    (folder / "link.json").symlink_to("piece.json")
    (folder / ".hidden.png").unlink()
    with pytest.raises(aha.AccessError, match="symbolic link"):
        opening.save_manifest(folder / "link.json")


def test_an_opened_piece_can_be_loaded(client: aha.Client, dropped: aha.Drop, sound: Path) -> None:
    opening = client.open(dropped.url)
    assert opening.wait(10)
    with aha.Engine.offline(sample_rate=44100) as engine:
        assert len(engine.load(opening.stream())) == (sound.stat().st_size - 44) // 4


def test_an_opening_is_reported_as_an_event(client: aha.Client, dropped: aha.Drop,
                                        tmp_path: Path) -> None:
    client.events_now()
    opening = client.open(dropped.url, context="mine")
    seen: list[aha.Event] = []

    def look() -> bool:
        seen.extend(one for one in client.events_now() if one.kind == EventKind.OPENING_FINISHED)
        return bool(seen)

    wait_until(look)
    assert seen[0].source is opening and opening.context == "mine"
    assert seen[0].line == opening.piece.title and seen[0].error is None
    failed = client.open(tmp_path / "nowhere")
    seen.clear()
    wait_until(look)
    assert isinstance(seen[0].error, aha.NotFoundError) and seen[0].source is failed


def test_a_failed_opening_has_no_piece(client: aha.Client, tmp_path: Path) -> None:
    opening = client.open(tmp_path / "nowhere")
    with pytest.raises(aha.NotFoundError):
        opening.wait()
    assert opening.assets == []
    for call in (lambda: opening.piece, lambda: opening.url,
                 lambda: opening.save("cover", tmp_path / "x"), opening.stream):
        with pytest.raises(aha.StateError):
            call()


def test_openings_are_awaited(client: aha.Client, dropped: aha.Drop) -> None:
    async def titles() -> list[str]:
        opened = await asyncio.gather(*(_opened(client, dropped.url) for _ in range(4)))
        return [one.piece.title for one in opened]

    assert asyncio.run(titles()) == ["Rain & <b>sun</b>"] * 4


async def _opened(client: aha.Client, url: str) -> aha.Opening:
    return await client.open(url)


def test_a_piece_of_a_service_opens_with_its_account(sound: Path, tmp_path: Path) -> None:
    with places.open_place("allihoopa", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        place.sign_in(client)
        account = places.account_of(place.said, client)
        drop = aha.Drop(aha.Destination.allihoopa(account), places.piece_of(sound)).send(sound)
        with pytest.raises(aha.InvalidArgumentError, match="account"):
            client.open(f"ah-tests://open?uuid={drop.remote_id}")
        assert client.handle_url(f"ah-tests://open?uuid={drop.remote_id}")
        asked = [one for one in client.events_now() if one.kind == EventKind.OPEN_WANTED]
        opening = aha.open_piece(client, asked[0].line, account=account, poll=0.05)
        assert opening.piece.title == "Rain & <b>sun</b>"
        opening.save("mix stem", tmp_path / "again.wav", type="audio/wav").wait(20)
        assert (tmp_path / "again.wav").stat().st_size > 0
