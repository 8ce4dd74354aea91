"""Destinations: capabilities, lists, and invalid ones."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path

import aha
import places
import pytest
from aha import Destination, DestinationKind
from conftest import unraisable


@pytest.fixture
def client(tmp_path: Path) -> Iterator[aha.Client]:
    with places.client_of(tmp_path / "state", {"api_key": "key"}) as made:
        yield made


def provider(kind: str) -> aha.Provider:
    url = "http://127.0.0.1:1"
    return aha.Provider(kind, api_url=url, authorization_url=url, token_url=url, client_id="id")


def test_a_folder_is_ready(client: aha.Client, tmp_path: Path) -> None:
    (tmp_path / "pieces").mkdir()
    made = Destination.folder(client, tmp_path / "pieces")
    assert (made.name, made.address) == (str(tmp_path / "pieces"),) * 2
    info = made.info
    assert (info.kind, info.ready, info.error) == (DestinationKind.FOLDER, True, None)
    assert info.resumable and info.page and info.max_bytes is None and made.types == []
    assert made.client is client and "pieces" in repr(made)


def test_all_kinds_can_be_made(client: aha.Client) -> None:
    made = {kind: getattr(Destination, kind)(client.account(provider(kind)))
            for kind in ("dropbox", "soundcloud", "allihoopa")}
    made["webdav"] = Destination.webdav(client, "https://x.example/dav/", "ada", "secret",
                                        prefix="a b/c")
    made["s3"] = Destination.s3(client, "drops", "id", "secret", prefix="loops",
                                public_url="https://x.example/")
    assert [one.info.kind for one in client.destinations()] == [
        DestinationKind.of(kind) for kind in made]
    for kind in ("dropbox", "soundcloud", "allihoopa"):
        error = made[kind].info.error
        assert isinstance(error, aha.NotSignedInError) and kind in error.line
        assert made[kind].info.public_link
    assert made["dropbox"].info.resumable and not made["soundcloud"].info.resumable
    assert "audio/wav" in made["allihoopa"].types and made["soundcloud"].info.max_bytes
    assert made["webdav"].address == "https://x.example/dav/a%20b/c/"
    assert made["s3"].info.public_link and made["s3"].info.ready
    assert made["s3"].address.startswith("https://s3.us-east-1.amazonaws.com/drops/")
    for one in made.values():
        assert "secret" not in one.address + one.name + repr(one)


def test_a_client_lists_its_destinations(client: aha.Client, tmp_path: Path) -> None:
    first = Destination.folder(client, tmp_path / "a", name="one")
    Destination.folder(client, tmp_path / "b", name="two")
    gc.collect()  # the list holds it
    assert [made.name for made in client.destinations()] == ["one", "two"]
    Destination.folder(client, tmp_path / "c", name="one")
    assert [made.address for made in client.destinations()] == [
        str(tmp_path / "c"), str(tmp_path / "b")]
    first.remove()  # it was removed already
    client.destinations()[0].remove()
    assert [made.name for made in client.destinations()] == ["two"]


def test_an_account_of_another_client_is_refused(client: aha.Client, tmp_path: Path) -> None:
    with places.client_of(tmp_path / "other") as other:
        account = other.account(provider("dropbox"))
        with pytest.raises(aha.InvalidArgumentError, match="another client"):
            Destination.webdav(client, "https://x.example/", account=account)


class Own(aha.HostDestination):
    """Stores all in memory, and fails on demand."""

    def __init__(self, failing: str = "", error: BaseException | None = None) -> None:
        self.failing, self.error = failing, error
        self.files: dict[str, bytes] = {}
        self.calls: list[str] = []

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.error is not None and name == self.failing:
            raise self.error

    def begin(self, drop: str, name: str, type: str, size: int) -> int:
        self._called("begin")
        return len(self.files.setdefault(name, b""))

    def send(self, drop: str, name: str, data: bytes, offset: int) -> None:
        self._called("send")
        self.files[name] = self.files[name][:offset] + data

    def create(self, drop: str, manifest: str) -> str:
        self._called("create")
        self.files["piece.json"] = manifest.encode()
        return "https://own.example/" + drop

    def discard(self, drop: str) -> None:
        self._called("discard")
        self.files.clear()


def test_a_hosts_own_destination_takes_a_drop(client: aha.Client, tmp_path: Path) -> None:
    own, sound = Own(), places.write_noise(tmp_path / "mix.wav", 3_000_000)
    made = Destination.host(client, "own", own)
    assert (made.info.kind, made.info.resumable) == (DestinationKind.HOST, True)
    drop = aha.Drop(made, places.piece_of(sound, "Own")).send(sound)
    assert drop.url == "https://own.example/" + drop.id
    assert sound.read_bytes() in own.files.values()
    assert json.loads(own.files["piece.json"])["id"] == drop.id


@pytest.mark.parametrize("failing", ["begin", "send", "create"])
def test_a_failing_host_destination_breaks_the_drop_off(failing: str, client: aha.Client,
                                                        tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 100_000)
    own = Own(failing, ConnectionError("the cable is out"))
    drop = aha.Drop(Destination.host(client, "own", own), places.piece_of(sound))
    with pytest.raises(aha.NetworkError, match=failing):
        drop.send(sound)
    assert drop.stage == aha.DropStage.BROKEN and isinstance(drop.progress.error, aha.NetworkError)
    own.error = None
    drop.start().wait()
    assert drop.stage == aha.DropStage.DONE and sound.read_bytes() in own.files.values()


def test_exceptions_of_a_host_destination_become_codes(client: aha.Client, tmp_path: Path) -> None:
    sound = places.write_noise(tmp_path / "mix.wav", 100_000)
    for error, code in ((TimeoutError(), aha.TimedOutError), (ValueError("?"), aha.Error),
                        (aha.TLSError("gone"), aha.TLSError)):
        own = Own("send", error)
        with unraisable() as seen, pytest.raises(code):
            aha.Drop(Destination.host(client, "own", own), places.piece_of(sound)).send(sound)
        assert len(seen) == isinstance(error, ValueError)


def test_a_hosts_own_is_let_go(tmp_path: Path) -> None:
    own = Own()
    gone = weakref.ref(own)
    with places.client_of(tmp_path / "state") as client:
        Destination.host(client, "own", own)
        del own
        gc.collect()
        assert gone() is not None
    gc.collect()
    assert gone() is None


def test_a_destination_needs_no_journal(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state" / "drops.db").write_text("no database" * 100)
    with places.client_of(tmp_path / "state") as client:
        made = Destination.folder(client, tmp_path)
        with pytest.raises(aha.Error, match="drops.db"):
            client.drops()
        with pytest.raises(aha.Error, match="drops.db"):
            aha.Drop(made, aha.Piece(title="a"))
