"""Fetching remote items with the keys of their source."""

from __future__ import annotations

from pathlib import Path

import aha
import places
import pytest


def test_a_private_item_is_fetched_with_its_key(library: aha.Library, sound: Path,
                                                tmp_path: Path) -> None:
    with places.open_place("soundcloud", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        place.sign_in(client)
        destination = aha.Destination.soundcloud(
            places.account_of(place.said, client), poll=0.02, downloadable=True)
        aha.Drop(destination, places.piece_of(sound, "Rain")).send(sound)
        library.sync(destination).wait()
        item, = library.items(states=aha.ItemState.ANY)
        assert item.state == aha.ItemState.DOWNLOADABLE
        # No other client may fetch it, and the existing file stays.
        target = tmp_path / "here.wav"
        target.write_bytes(b"precious")
        with pytest.raises((aha.NotSignedInError, aha.RefusedError, aha.HTTPError)):
            library.fetch(item, target, client).wait()
        assert target.read_bytes() == b"precious"
        library.fetch(item, target, destination).wait()
        copy = library.find(target)
        assert target.read_bytes() == sound.read_bytes() and copy.title == "Rain"
        assert (copy.state, copy.origin) == (aha.ItemState.PLAYABLE, aha.Origin.REMOTE)
        with pytest.raises(aha.StateError, match="cannot be downloaded"):
            library.fetch(copy, tmp_path / "b.wav", destination)
