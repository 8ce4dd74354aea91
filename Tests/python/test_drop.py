"""Drops: answers, edits, commit, the end, and their entries in the journal."""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aha
import places
import pytest
from aha import Asset, Destination, Drop, DropStage, EventKind
from aha_testing import wait_until
from test_destination import Own


@pytest.fixture
def folder(client: aha.Client, tmp_path: Path) -> Destination:
    (tmp_path / "pieces").mkdir()
    return Destination.folder(client, tmp_path / "pieces", name="here")


def answered(drop: Drop, sound: Path) -> Drop:
    for asset in Asset:
        drop.answer(asset, sound if asset == Asset.MIX_STEM else None)
    return drop


@pytest.mark.parametrize("kind", places.KINDS)
def test_a_drop_arrives_whole_at_every_destination(kind: str, tmp_path: Path) -> None:
    """All files at every destination over TLS, edited while they are sent, with a receipt."""
    sound = places.write_noise(tmp_path / "mix.wav", 6_000_000)
    (tmp_path / "tls").mkdir()
    with places.open_place(kind, tmp_path / "place", tls=tmp_path / "tls") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        destination = place.destination(client)
        assert destination.info.ready, destination.info
        piece = places.piece_of(sound, artist="Ada", description="One <i>two</i>")
        drop = Drop(destination, piece)
        job = drop.start()
        drop.answer("mix stem", sound)
        drop.answer("preview", sound.read_bytes()[:200_000], type="audio/wav")
        drop.answer("attachment", b"MThd", type="audio/midi")
        drop.answer("cover", None)
        piece.title = 'More / "rain" \u2028 <script>'
        drop.set_piece(piece)
        drop.commit()
        assert job.wait(60)
        assert place.has(sound) and drop.stage == DropStage.DONE
        assert drop.sha256 == hashlib.sha256(sound.read_bytes()).hexdigest()
        assert drop.attachment_sha256 in ("", hashlib.sha256(b"MThd").hexdigest())
        assert drop.preview_sha256 != drop.sha256 != drop.cover_sha256
        assert drop.title == piece.title and drop.remote_id
        assert drop.url or not destination.info.public_link
        progress = drop.progress
        assert progress.over and progress.error is None and progress.bytes_repeated == 0
        assert progress.bytes_done == progress.bytes_total > sound.stat().st_size
        if destination.info.page:
            assert len(place.hashes()) >= 6


def test_send_drops_in_one_call(folder: Destination, sound: Path, tmp_path: Path) -> None:
    drop = Drop(folder, places.piece_of(sound, "Morning")).send(sound, attachment=b"x")
    assert drop.url.startswith("file://") and len(drop.id) == 32
    assert (drop.destination_name, drop.kind, drop.address) == (
        "here", "folder", str(tmp_path / "pieces"))
    names = {file.name for file in (tmp_path / "pieces").rglob("*")}
    assert {"index.html", "piece.json", "feed.xml"} <= names


def test_events_report_assets_stages_and_the_end(client: aha.Client, folder: Destination,
                                                  sound: Path) -> None:
    drop = Drop(folder, places.piece_of(sound), context="mine")
    drop.start()
    wanted: list[Asset] = []
    stages: list[DropStage] = []
    closed: list[aha.Event] = []

    def look() -> bool:
        for event in client.events_now():
            if event.kind == EventKind.DROP_ASSET_WANTED:
                assert event.source is drop and drop.context == "mine"
                asset = Asset(event.value)
                wanted.append(asset)
                drop.answer(asset, sound if asset == Asset.MIX_STEM else None)
                if len(wanted) == 4:
                    drop.commit()
            elif event.kind == EventKind.DROP_STAGE:
                stages.append(DropStage(event.value))
            elif event.kind == EventKind.DROP_CLOSED:
                closed.append(event)
        return bool(closed)

    wait_until(look)
    assert sorted(wanted) == list(Asset) and wanted[0] == Asset.MIX_STEM
    assert stages[-1] == DropStage.DONE and sorted(stages) == stages
    assert closed[0].value == 1 and closed[0].line == drop.url and closed[0].error is None


@pytest.mark.parametrize("make", [
    lambda data: data, io.BytesIO, aha.Stream.memory, bytearray])
def test_answers_may_be_bytes_files_and_streams(make: Callable[[bytes], Any], folder: Destination,
                                                sound: Path, tmp_path: Path) -> None:
    drop = Drop(folder, places.piece_of(sound)).send(make(sound.read_bytes()))
    assert drop.sha256 == hashlib.sha256(sound.read_bytes()).hexdigest()
    assert not list((tmp_path / "state").rglob("*.wav"))  # the copy is deleted


def test_a_job_answers_after_its_end(client: aha.Client, folder: Destination, tmp_path: Path,
                                       loops: list[Path]) -> None:
    with aha.Engine.offline() as engine:
        engine.play(engine.load(loops[0]))
        path = tmp_path / "bounced.flac"
        drop = Drop(folder, aha.Piece(title="Bounce", length_us=2_000_000), committed=True)
        drop.answer("mix stem", path, after=engine.save(path, seconds=2))
        for asset in (Asset.PREVIEW, Asset.COVER, Asset.ATTACHMENT):
            drop.answer(asset, None)
        assert drop.wait(30) and drop.url


def test_an_exception_of_the_file_object_is_the_cause(folder: Destination, sound: Path) -> None:
    class Broken(io.BytesIO):
        def readinto(self, room: Any) -> int:
            raise OSError("the card is gone")

    drop = Drop(folder, places.piece_of(sound))
    with pytest.raises(aha.Error) as caught:
        drop.answer("mix stem", Broken(b"x" * 1000))
    assert "the card is gone" in str(caught.value.__cause__)
    drop.send(sound)  # another answer is allowed


def test_an_error_as_answer_fails_the_drop(client: aha.Client, folder: Destination,
                                           sound: Path) -> None:
    drop = Drop(folder, places.piece_of(sound), committed=True)
    job = drop.start()
    drop.answer_error("mix stem", "the bounce was full of silence")
    with pytest.raises(aha.Error, match="silence"):
        job.wait(60)
    assert "silence" in drop.error and drop.progress.over
    assert drop.stage == DropStage.FAILED and not client.drops()


def test_a_drop_is_edited_until_its_commit(folder: Destination, sound: Path,
                                           tmp_path: Path) -> None:
    piece = places.piece_of(sound, "First")
    drop = answered(Drop(folder, piece), sound)
    aha.draw_cover(piece, tmp_path / "cover.png", sound=sound)
    drop.set_cover(tmp_path / "cover.png")
    piece.title, piece.listed = "Second", False
    drop.set_piece(piece)
    job = drop.start()
    drop.commit()
    job.wait(30)
    assert drop.title == "Second"


def test_a_shared_drop_follows_the_first(client: aha.Client, folder: Destination,
                                         sound: Path) -> None:
    first = Drop(folder, places.piece_of(sound, "Before"))
    second = first.share(Destination.host(client, "own", Own()))
    jobs = [first.start(), second.start()]
    first.set_piece(places.piece_of(sound, "After"))
    answered(first, sound).commit()
    for job in jobs:
        job.wait(30)
    assert first.url != second.url and first.id != second.id and second.title == "After"


def test_drops_are_awaited(client: aha.Client, folder: Destination, sound: Path) -> None:
    async def drop_some() -> list[Drop]:
        drops = [Drop(folder, places.piece_of(sound, f"Loop {i}")) for i in range(3)]
        await asyncio.gather(*(drop.send_async(sound) for drop in drops))
        return [await answered(Drop(folder, places.piece_of(sound), committed=True), sound), *drops]

    drops = asyncio.run(drop_some())
    assert len({drop.url for drop in drops}) == 4


def test_a_broken_drop_is_resumed_from_the_journal(sound: Path, tmp_path: Path) -> None:
    own, state = Own("create", ConnectionError()), tmp_path / "state"
    with places.client_of(state) as client:
        drop = Drop(Destination.host(client, "own", own), places.piece_of(sound, "Kept"))
        with pytest.raises(aha.NetworkError):
            drop.send(sound)
        id = drop.id
    with places.client_of(state) as client:
        kept = client.drops()
        assert [one.id for one in kept] == [id] and kept[0].title == "Kept"
        assert kept[0].stage == DropStage.BROKEN and isinstance(kept[0].progress.error,
                                                                aha.NetworkError)
        own.error = None
        Destination.host(client, "own", own)
        assert client.drop(id[:9]) is kept[0]
        kept[0].start().wait(30)
        assert kept[0].url and own.calls.count("send") == 2  # the sound and the cover, once each
        kept[0].forget()
        assert client.drops() == []


def test_a_link_that_stays_is_not_renewed(client: aha.Client, folder: Destination,
                                          sound: Path) -> None:
    drop = Drop(folder, places.piece_of(sound)).send(sound)
    with pytest.raises(aha.StateError, match="does not expire"):
        drop.renew()
    assert drop.stage == DropStage.DONE


def test_discarding_leaves_no_file(client: aha.Client, sound: Path) -> None:
    own = Own("create", ConnectionError())
    drop = Drop(Destination.host(client, "own", own), places.piece_of(sound))
    with pytest.raises(aha.NetworkError):
        drop.send(sound)
    drop.discard().wait(60)
    assert own.files == {} and drop.stage == DropStage.CANCELLED


def test_a_destination_of_another_client_is_refused(folder: Destination, sound: Path,
                                                    tmp_path: Path) -> None:
    with places.client_of(tmp_path / "other") as other:
        elsewhere = Destination.folder(other, tmp_path)
        with pytest.raises(aha.InvalidArgumentError, match="another client"):
            Drop(folder, places.piece_of(sound)).share(elsewhere)
