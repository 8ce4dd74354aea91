"""No password of a URL is in an error, an event, a log line, a file or a copied text."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import aha
import places
import pytest
from aha import Destination

#: Valid ones, and broken ones of which a parser might keep a part.
URLS = [
    "http://ann:SECRET@127.0.0.1:1/x", "https://SECRET@127.0.0.1:1/x",
    "http://127.0.0.1:1@ann:SECRET@127.0.0.1:1/", "http://ann:p/SECRET@127.0.0.1/",
    "http://ann:p?SECRET@127.0.0.1/", "http://ann:p#SECRET@127.0.0.1/", "http://ann:SECRET",
    "http://ann:SECRET%40127.0.0.1:1/", "http://ann:SECRET@", "http:/ann:SECRET@127.0.0.1/",
    "http:ann:SECRET@127.0.0.1/", "http://ann:SECRET@127.0.0.1:99999/", "http://ann:SEC RET@h/",
    "http://ann:SECRET@[::1/", "HTTP://ann:SECRET@127.0.0.1:1/", "ftp://ann:SECRET@127.0.0.1/",
]

Call = Callable[["World", str], Any]


class World:
    """A client, a library, and their folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = aha.Client("tests", state_folder=folder / "state", proxy="", api_key="k",
                                 connect_timeout=1)
        self.library = aha.Library(folder / "music.library")
        self.piece = aha.Piece(title="Rain", length_us=1_000_000)

    def account(self, name: str, **more: str) -> aha.Account:
        urls = {"authorization_url": "https://x.invalid/a", "token_url": "https://x.invalid/t",
                "api_url": "https://x.invalid"}
        return self.client.account(aha.Provider(name, client_id="a", **{**urls, **more}))

    def dropped(self, url: str) -> aha.Drop:
        """A drop that the host reports to be at the URL."""
        class Own(places.HostFolder):
            def create(self, drop: str, manifest: str) -> str:
                return url

        sound = places.write_noise(self.folder / "mix.wav", 1000)
        (self.folder / "own").mkdir()
        own = Destination.host(self.client, "own", Own(self.folder / "own"))
        return aha.Drop(own, self.piece).send(sound)


def of_account(kind: str, option: str) -> Call:
    return lambda world, url: getattr(Destination, kind)(world.account(kind), **{option: url})


def of_provider(option: str) -> Call:
    def call(world: World, url: str) -> list[Any]:
        account = world.account("mine", **{option: url})
        with contextlib.suppress(aha.Error):
            world.client.request("GET", "/me", account=account).send()
        job = account.sign_in(timeout=0.2)
        try:
            job.wait()
        finally:
            job.close()
        return [account.redirect_url, account.name]

    return call


def through(world: World, url: str) -> None:
    """A proxy may have a password."""
    client = aha.Client("tests", state_folder=world.folder / "other", proxy=url,
                        connect_timeout=1)
    client.request("GET", "http://x.invalid/", retries=0).send()


CALLS: dict[str, Call] = {
    "folder": lambda world, url: Destination.folder(world.client, url),
    "folder public": lambda world, url: Destination.folder(
        world.client, world.folder / "pieces", public_url=url),
    "webdav": lambda world, url: Destination.webdav(world.client, url),
    "webdav with a user": lambda world, url: Destination.webdav(
        world.client, url, "ann", "p", webdav="nextcloud"),
    "webdav public": lambda world, url: Destination.webdav(
        world.client, "http://127.0.0.1:1/", public_url=url),
    "s3": lambda world, url: Destination.s3(
        world.client, "music", "a", "b", endpoint=url),
    "s3 public": lambda world, url: Destination.s3(
        world.client, "music", "a", "b", endpoint="http://127.0.0.1:1/", public_url=url),
    "dropbox": of_account("dropbox", "url"),
    "dropbox content": of_account("dropbox", "content_url"),
    "soundcloud": of_account("soundcloud", "url"),
    "allihoopa": of_account("allihoopa", "url"),
    "authorization_url": of_provider("authorization_url"),
    "token_url": of_provider("token_url"),
    "revocation_url": of_provider("revocation_url"),
    "api_url": of_provider("api_url"),
    "redirect_url": of_provider("redirect_url"),
    "proxy": through,
    "request": lambda world, url: world.client.request("GET", url, retries=0).send(),
    "request of an account": lambda world, url: world.client.request(
        "GET", url, account=world.account("mine")).send(),
    "stream": lambda world, url: world.client.stream(url),
    "open": lambda world, url: world.client.open(url).wait(),
    "handle_url": lambda world, url: world.client.handle_url(url),
    "sync_feed": lambda world, url: world.library.sync_feed(world.client, url).wait(),
    "find": lambda world, url: world.library.find(url),
    "add": lambda world, url: world.library.add(url),
    "add_piece": lambda world, url: world.library.add_piece(
        world.piece, url, origin="remote", state="remote_only"),
    "share_text": lambda world, url: aha.share_text(world.piece, url),
    "share_link": lambda world, url: aha.share_link(world.client, "x", world.piece, url),
}


@pytest.fixture
def lines() -> Iterator[list[str]]:
    found: list[str] = []
    aha.set_log(lambda _, line: found.append(line), "debug")
    yield found
    aha.set_log(None)


def told_by(call: Call, url: str, folder: Path) -> Iterator[str]:
    """All outputs of a call."""
    folder.mkdir()
    world = World(folder)
    try:
        yield repr(call(world, url))
    except aha.Error as error:
        yield str(error)
    yield from (f"{event} {event.line}" for event in world.client.events_now())
    world.client.close()
    world.library.close()
    yield from (path.read_bytes().decode("latin-1") for path in folder.rglob("*")
                if path.is_file())


@pytest.mark.parametrize("name", CALLS)
def test_no_output_has_a_password(name: str, tmp_path: Path, lines: list[str]) -> None:
    for number, url in enumerate(URLS):
        for text in [*told_by(CALLS[name], url, tmp_path / str(number)), *lines]:
            assert "SECRET" not in text and "SEC RET" not in text, (name, url, text[:200])


def test_a_receipt_has_no_password(tmp_path: Path, lines: list[str]) -> None:
    """A host's destination may return such a URL."""
    def call(world: World, url: str) -> Any:
        drop = world.dropped(url)
        number = world.library.add_drop(drop)
        assert drop.url == "https://music.example/rain?dl=0"
        return [drop, drop.url, drop.remote_id, world.library.item(number).place]

    told = [*told_by(call, "https://ann:SECRET@music.example/rain?dl=0", tmp_path / "w"), *lines]
    assert "music.example" in told[0] and not any("SECRET" in text for text in told)
