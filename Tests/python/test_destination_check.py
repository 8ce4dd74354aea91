"""Checks of destinations: acceptance, signed-in owner, and texts for services."""

from __future__ import annotations

from pathlib import Path

import aha
import places
import pytest
from aha import Destination


@pytest.mark.parametrize("kind, owner, application", [
    ("dropbox", "Alice Wonder", ""), ("allihoopa", "alice", "An app for tests")])
def test_a_check_returns_the_signed_in_user(kind: str, owner: str, application: str,
                                            tmp_path: Path) -> None:
    with places.open_place(kind, tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        made = place.destination(client)
        assert (made.owner, made.application) == ("", "")
        assert made.check().wait(60)
        assert (made.owner, made.application) == (owner, application)
        # State belongs to the destination, not to one object.
        [again] = client.destinations()
        assert again.owner == owner and place.hashes() == []


@pytest.mark.parametrize("quota, free", [(5000, 5000), (0, 0), (None, None)])
def test_a_check_returns_the_free_bytes_of_a_quota(quota: int | None, free: int | None,
                                                   tmp_path: Path) -> None:
    with places.open_place("nextcloud", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        assert place.server is not None
        place.server.do("settings", quota=quota)
        made = place.destination(client)
        assert made.info.free_bytes is None
        made.check().wait(60)
        assert made.info.free_bytes == free


def test_the_end_of_a_job_is_an_event(tmp_path: Path) -> None:
    with places.client_of(tmp_path / "state") as client:
        job = Destination.folder(client, tmp_path).check()
        assert job.wait(60)
        [told] = [one for one in client.events_now() if one.kind == aha.EventKind.JOB_FINISHED]
        assert told.source is job


def test_options_of_soundcloud_are_in_the_track(tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 100_000)
    with places.open_place("soundcloud", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        place.sign_in(client)
        made = Destination.soundcloud(
            places.account_of(place.said, client), poll=0.02, license="cc-by-nc", genre="Ambient",
            tags=["new wave", "lo-fi"], downloadable=True)
        aha.Drop(made, places.piece_of(sound)).send(sound)
        assert place.server is not None
        [track] = place.server.do("files")["files"]
        fields = track["fields"]
        assert (fields["license"], fields["genre"], fields["downloadable"]) == (
            "cc-by-nc", "Ambient", "true")
        assert fields["tag_list"].endswith('"new wave" lo-fi')
        with pytest.raises(ValueError, match="comma"):
            Destination.soundcloud(places.account_of(place.said, client), tags=["a,b"])
        with pytest.raises(TypeError, match="tags"):
            Destination.soundcloud(places.account_of(place.said, client), tags="a")
