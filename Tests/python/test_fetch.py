"""Remote items come here: with the keys of where they are from, whole, and as they were told."""

from __future__ import annotations

import hashlib
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aha
import places
import pytest

STATES = aha.ItemState.ANY
SIZE = 400_000
#: The manifest is smaller, and is left alone.
SOUNDS = "*.wav"


class Rig:
    """A drop at a place, in a library that has never seen its sound."""

    def __init__(self, folder: Path, place: places.Place, client: aha.Client,
                 library: aha.Library, size: int) -> None:
        self.folder, self.place, self.client, self.library = folder, place, client, library
        self.sound = places.write_noise(folder / "mix.wav", size)
        self.target = folder / "here.wav"
        place.sign_in(client)
        if place.kind == "soundcloud":
            self.destination = aha.Destination.soundcloud(
                places.account_of(place.said, client), poll=0.02, downloadable=True)
        else:
            self.destination = place.destination(client)
        aha.Drop(self.destination, places.piece_of(self.sound, "Rain")).send(self.sound)
        library.sync(self.destination).wait()
        self.item, = library.items(states=STATES)

    def fetch(self, target: Path | None = None) -> aha.Job:
        return self.library.fetch(self.item, target or self.target, self.destination)

    def fault(self, reply: Any, **more: Any) -> None:
        assert self.place.server
        self.place.server.do("fault", method="GET", path=SOUNDS, reply=reply, **more)

    @property
    def is_here(self) -> bool:
        return self.target.exists() and self.target.read_bytes() == self.sound.read_bytes()

    @property
    def part(self) -> Path:
        return self.target.with_name(self.target.name + ".aha-part")


@contextmanager
def rigged(kind: str, folder: Path, size: int = SIZE) -> Iterator[Rig]:
    with places.open_place(kind, folder / "place") as place, \
            places.client_of(folder / "state", place.said) as client, \
            aha.Library(folder / "songs.library") as library:
        yield Rig(folder, place, client, library, size)


@pytest.mark.parametrize("kind", ["rclone", "s3", "dropbox", "soundcloud"])
def test_private_items_come_here(kind: str, tmp_path: Path) -> None:
    with rigged(kind, tmp_path) as rig:
        assert rig.item.state == aha.ItemState.DOWNLOADABLE
        # Nobody else gets it, and what is there stays.
        rig.target.write_bytes(b"precious")
        with pytest.raises((aha.NotSignedInError, aha.RefusedError, aha.HTTPError)):
            rig.library.fetch(rig.item, rig.target, rig.client).wait()
        assert rig.target.read_bytes() == b"precious"
        rig.fetch().wait()
        assert rig.is_here and not rig.part.exists()
        copy = rig.library.find(rig.target)
        assert (copy.title, copy.state, copy.origin) == (
            "Rain", aha.ItemState.PLAYABLE, aha.Origin.REMOTE)
        assert copy.sha256 == hashlib.sha256(rig.sound.read_bytes()).hexdigest()
        assert {item.number for item in rig.library.items(states=STATES, sha256=copy.sha256)} == {
            rig.item.number, copy.number}
        # That is no change: neither here nor there.
        again = rig.library.sync(rig.destination, whole=True)
        again.wait()
        assert (again.report.conflicts, again.report.missing, again.report.added) == (0, 0, 0)
        with pytest.raises(aha.StateError, match="cannot be downloaded"):
            rig.library.fetch(copy, rig.folder / "b.wav", rig.destination)


def test_what_cannot_be_fetched(tmp_path: Path) -> None:
    with rigged("s3", tmp_path) as rig:
        with pytest.raises(aha.NotFoundError):
            rig.library.fetch(99, rig.target, rig.destination)
        other = aha.Destination.folder(rig.client, tmp_path)
        with pytest.raises(aha.NotFoundError):
            rig.library.fetch(rig.item, rig.target, other)
        with places.client_of(tmp_path / "other") as stranger:
            elsewhere = places.destination_of(rig.place.said, stranger)
            assert rig.library.fetch(rig.item, rig.target, elsewhere).wait() and rig.is_here
        with pytest.raises(aha.InvalidArgumentError):
            rig.library.fetch(rig.item, "", rig.destination)
        with pytest.raises(aha.NotFoundError):
            rig.fetch(tmp_path / "nowhere" / "a.wav").wait()
        with pytest.raises(aha.IsDirectoryError):
            rig.fetch(tmp_path).wait()


@pytest.mark.parametrize(("status", "error"), [
    (404, aha.NotFoundError), (410, aha.NotFoundError), (401, aha.NotSignedInError),
    (403, aha.RefusedError)])
def test_what_is_gone_or_refused(status: int, error: type[aha.Error], tmp_path: Path) -> None:
    with rigged("s3", tmp_path) as rig:
        rig.fault({"status": status}, count=0)
        with pytest.raises(error):
            rig.fetch().wait()
        assert not rig.target.exists() and not rig.part.exists()
        # The item stays: nothing else is known of it.
        assert rig.library.item(rig.item.number).state == aha.ItemState.DOWNLOADABLE


def test_a_token_that_is_no_good_any_more(tmp_path: Path) -> None:
    with rigged("dropbox", tmp_path) as rig:
        assert rig.place.server
        rig.place.server.do("revoke")
        with pytest.raises(aha.NotSignedInError):
            rig.fetch().wait()
        assert not rig.target.exists()


@pytest.mark.parametrize(("more", "error"), [(b"xx", aha.LimitError), (b"", aha.VerifyError)])
def test_a_file_that_is_another_now(more: bytes, error: type[aha.Error], tmp_path: Path) -> None:
    with rigged("s3", tmp_path) as rig:
        data = bytearray(rig.sound.read_bytes())
        data[-1] ^= 1
        changed = tmp_path / "changed.wav"
        changed.write_bytes(bytes(data) + more)
        rig.target.write_bytes(b"precious")
        rig.fault({"status": 200, "file": str(changed)}, count=0)
        with pytest.raises(error):
            rig.fetch().wait()
        assert rig.target.read_bytes() == b"precious"
        assert rig.place.server
        rig.place.server.do("clear")
        assert rig.fetch().wait() and rig.is_here


def test_what_changes_meanwhile_begins_anew(tmp_path: Path) -> None:
    with rigged("s3", tmp_path) as rig:
        data = bytes(SIZE)
        other = tmp_path / "other.wav"
        other.write_bytes(data)
        # Half of one that is not it any more; then it is again.
        rig.fault({"fault": "Cut", "after_bytes": SIZE // 2, "reply": {
            "status": 200, "file": str(other), "headers": {"ETag": '"another"'}}})
        assert rig.fetch().wait() and rig.is_here


def test_cancelled_and_again(tmp_path: Path) -> None:
    with rigged("s3", tmp_path) as rig:
        assert rig.place.server
        rig.fault({"fault": "SlowLoris", "bytes_per_second": SIZE / 2})
        job = rig.fetch()
        until = time.monotonic() + 20
        while job.progress.bytes_done < SIZE // 8:
            assert time.monotonic() < until and not job.wait(0.01)
        # Another one does not write into the same file meanwhile; into a file of its own it may.
        with pytest.raises(aha.StateError, match="being fetched"):
            rig.fetch().wait()
        assert rig.fetch(tmp_path / "b.wav").wait()
        job.cancel()
        with pytest.raises(aha.CancelledError):
            job.wait()
        assert not rig.target.exists()
        kept = rig.part.stat().st_size
        assert kept >= SIZE // 8
        assert rig.fetch().wait() and rig.is_here and not rig.part.exists()
        last = rig.place.server.do("requests", method="GET")["requests"][-1]
        assert dict((name.lower(), value) for name, value in last["headers"])["range"] == (
            f"bytes={kept}-")


def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for it."""
    with rigged("s3", tmp_path, 3_000_000) as rig:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, hard))
        try:
            with pytest.raises(aha.DiskFullError):
                rig.fetch().wait()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert not rig.target.exists()
        assert rig.fetch().wait() and rig.is_here


def test_a_source_that_is_suddenly_empty(tmp_path: Path) -> None:
    with rigged("folder", tmp_path) as rig:
        away = tmp_path / "away"
        rig.place.folder.rename(away)
        rig.place.folder.mkdir()
        report = rig.library.sync(rig.destination)
        assert report.wait() and report.report.missing == 0 and len(rig.library) == 1
        line, = report.report.lines
        assert "no item is removed" in line
        whole = rig.library.sync(rig.destination, whole=True)
        assert whole.wait() and len(rig.library) == 0
