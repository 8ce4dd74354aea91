"""Fetching remote items: with the keys of their source, complete, and verified."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aha
import places
import pytest

STATES = aha.ItemState.ANY
SIZE = 400_000


class Rig:
    """A drop at a place, in a library that does not have its sound yet."""

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

    @property
    def is_here(self) -> bool:
        return self.target.exists() and self.target.read_bytes() == self.sound.read_bytes()


@contextmanager
def rigged(kind: str, folder: Path, size: int = SIZE) -> Iterator[Rig]:
    with places.open_place(kind, folder / "place") as place, \
            places.client_of(folder / "state", place.said) as client, \
            aha.Library(folder / "songs.library") as library:
        yield Rig(folder, place, client, library, size)


def test_a_private_item_is_fetched_with_its_key(tmp_path: Path) -> None:
    with rigged("soundcloud", tmp_path) as rig:
        assert rig.item.state == aha.ItemState.DOWNLOADABLE
        # No other client may fetch it, and the existing file stays.
        rig.target.write_bytes(b"precious")
        with pytest.raises((aha.NotSignedInError, aha.RefusedError, aha.HTTPError)):
            rig.library.fetch(rig.item, rig.target, rig.client).wait()
        assert rig.target.read_bytes() == b"precious"
        rig.fetch().wait()
        copy = rig.library.find(rig.target)
        assert rig.is_here and (copy.title, copy.state, copy.origin) == (
            "Rain", aha.ItemState.PLAYABLE, aha.Origin.REMOTE)
        with pytest.raises(aha.StateError, match="cannot be downloaded"):
            rig.library.fetch(copy, rig.folder / "b.wav", rig.destination)


def test_a_fetch_survives_a_full_disk(tmp_path: Path) -> None:
    """A file size limit simulates it."""
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
