"""Destinations saved under names: the same in every process, without secrets in the list."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import aha
import pytest
from aha import Destination

SECRET = "hunter2-is-hidden"
#: Saves destinations until it is killed, and prints the name of each that was saved.
ADDING = """
import aha, sys
with aha.Client("tests") as client:
    for number in range(10_000):
        name = f"{sys.argv[1]}-{number}"
        aha.Destination.webdav(client, "https://x.example/", "ada", "word", name=name).save()
        print(name, flush=True)
"""


pytestmark = pytest.mark.usefixtures("user")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[aha.Client]:
    with aha.Client("tests", state_folder=tmp_path / "own") as made:
        yield made


def saved(tmp_path: Path) -> Path:
    return tmp_path / "CONFIG" / "aha" / "destinations.json"


def test_a_saved_destination_is_found_by_its_name(client: aha.Client, tmp_path: Path) -> None:
    assert client.load_destinations() == 0
    made = Destination.webdav(client, "https://x.example/dav/", "ada", SECRET, name="studio",
                              public_url="https://ada.example/")
    made.save()
    with pytest.raises(aha.ExistsError):
        made.save(store="secret_service")
    assert SECRET not in saved(tmp_path).read_text()
    with aha.Client("other", state_folder=tmp_path / "other") as other:
        with pytest.raises(aha.NotFoundError):
            other.destination("studio")
        assert other.load_destinations() == 1
        found = other.destination("studio")
        assert found.info.ready and found.address == made.address
        assert found.settings == made.settings
        assert found.settings.splitlines() == [
            "url=https://x.example/dav/", "user=ada", "public_url=https://ada.example/"]
        assert [one.name for one in other.destinations()] == ["studio"]
        other.forget_destination("studio")
        with pytest.raises(aha.NotFoundError):
            other.forget_destination("studio")
        assert other.destination("studio").info.ready  # the client's list keeps it
        assert SECRET not in repr(found) + found.settings
    assert not list((tmp_path / "STATE" / "aha" / "destinations").glob("*.json"))


def test_a_destination_has_the_account_that_it_signs_in_with(
        client: aha.Client, tmp_path: Path) -> None:
    account = client.account(aha.Provider("dropbox", client_id="id"), name="band")
    Destination.dropbox(account, name="box").save()
    Destination.folder(client, tmp_path, name="disk").save()
    with aha.Client("other", state_folder=tmp_path / "other") as other:
        other.load_destinations()
        found = other.destination("box").account
        assert found is not None and (found.provider, found.name) == ("dropbox", "band")
        assert not found.signed_in and found.client is other
        job = found.sign_in(listen=False)
        assert "client_id=id" in job.wait_for_url()
        job.cancel()
        assert other.destination("disk").account is None


def test_killed_processes_lose_nothing_that_was_saved(client: aha.Client, tmp_path: Path) -> None:
    rest = random.Random(7)
    running = [subprocess.Popen([sys.executable, "-c", ADDING, f"d{number}"], text=True,
                                stdout=subprocess.PIPE) for number in range(4)]
    said = [one.stdout.readline().strip() for one in running if one.stdout]
    for process in running:
        time.sleep(rest.random())
        process.kill()
        said += process.communicate()[0].split()
    names = [one["name"] for one in json.loads(saved(tmp_path).read_text())["destinations"]]
    assert said and set(said) <= set(names) and len(names) <= len(said) + len(running)
    assert client.load_destinations() == len(names)
    assert all(client.destination(name).info.ready for name in names)
    Destination.folder(client, tmp_path, name="disk").save()


def test_an_unusable_entry_has_its_error(client: aha.Client, tmp_path: Path) -> None:
    Destination.webdav(client, "https://x.example/", "ada", SECRET, name="lost").save()
    Destination.folder(client, tmp_path, name="disk").save()
    for file in (tmp_path / "STATE" / "aha" / "destinations").iterdir():
        file.unlink()
    with aha.Client("other", state_folder=tmp_path / "own") as other:
        assert other.load_destinations() == 2 and other.destination("disk").info.ready
        lost = other.destination("lost")
        error = lost.info.error
        assert isinstance(error, aha.NotSignedInError) and "destination lost: " in error.line
        for act in (lambda: lost.check().wait(), lambda: lost.settings, lambda: lost.account):
            with pytest.raises(aha.NotSignedInError):
                act()
        piece = aha.Piece(title="Rain", length_us=1000)
        with pytest.raises(aha.Error), aha.Library(tmp_path / "l.aha") as library:
            library.sync(lost).wait()
        with pytest.raises(aha.Error):
            aha.Drop(lost, piece).send(__file__)
