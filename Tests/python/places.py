"""Destinations for tests: every kind, with its server, and the received files."""

from __future__ import annotations

import hashlib
import random
import ssl
import struct
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aha

if TYPE_CHECKING:
    from servers import Server

#: Services with sign-in: their endpoints, relative to the service's URL.
SIGNED_IN = {
    "dropbox": ("/oauth2/authorize", "/oauth2/token", ""),
    "soundcloud": ("/authorize", "/oauth/token", ""),
    "allihoopa": ("/account/login", "", "/v1/graphql"),
}
KINDS = ("folder", "host", "rclone", "apache", "nextcloud", "s3", *SIGNED_IN)
#: Destinations that resume after a chunk, and their chunk sizes here.
CHUNKS = {"folder": 8 << 20, "host": 1 << 20, "nextcloud": 5 << 20, "s3": 5 << 20,
          "dropbox": 4 << 20}


class HostFolder(aha.HostDestination):
    """A host's destination, which stores its content in files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, drop: str, name: str) -> Path:
        (self.folder / drop).mkdir(parents=True, exist_ok=True)
        return self.folder / drop / name

    def begin(self, drop: str, name: str, type: str, size: int) -> int:
        path = self.path(drop, name)
        path.touch()
        return min(size, path.stat().st_size)

    def send(self, drop: str, name: str, data: bytes, offset: int) -> None:
        with open(self.path(drop, name), "r+b") as file:
            file.seek(offset)
            file.write(data)
        with open(self.folder / "sent", "a") as log:
            log.write(f"{len(data)}\n")

    def create(self, drop: str, manifest: str) -> str:
        self.path(drop, "piece.json").write_text(manifest)
        return f"https://host.example/{drop}"

    def discard(self, drop: str) -> None:
        for file in (self.folder / drop).glob("*"):
            file.unlink()


class Place:
    """One destination, with the description from which another process can create it."""

    def __init__(self, kind: str, folder: Path, server: Server | None) -> None:
        self.kind, self.folder, self.server = kind, folder, server
        self.said = {"kind": kind, "folder": str(folder), **(server.said if server else {})}

    def sign_in(self, client: aha.Client) -> None:
        """The user approves once for a state folder."""
        if self.kind in SIGNED_IN:
            account = account_of(self.said, client)
            if not account.signed_in:
                job = account.sign_in(timeout=60)
                approve(job.wait_for_url(), client, self.said.get("ca"))
                assert job.wait(60)

    def destination(self, client: aha.Client, name: str | None = None) -> aha.Destination:
        self.sign_in(client)
        return destination_of(self.said, client, name)

    def hashes(self) -> list[str]:
        """SHA-256 of all stored files."""
        if self.server:
            return [one["sha256"] for one in self.server.files().values()]
        return [hashlib.sha256(file.read_bytes()).hexdigest()
                for file in self.folder.rglob("*") if file.is_file()]

    def has(self, path: Path) -> bool:
        return self.hashes().count(hashlib.sha256(path.read_bytes()).hexdigest()) == 1


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any) -> None:
        return None


def approve(url: str, client: aha.Client, ca: str | None = None) -> None:
    """Approves in a browser, which follows the redirect to the listener or to the desktop."""
    secure = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca))
    try:
        urllib.request.build_opener(_NoRedirect, secure).open(url)
    except urllib.error.HTTPError as error:
        target = error.headers["Location"]
    if target.startswith("http"):
        with urllib.request.urlopen(target) as page:
            page.read()
    else:
        assert client.handle_url(target)


def account_of(said: dict[str, Any], client: aha.Client) -> aha.Account:
    kind = said["kind"]
    authorize, token, api = SIGNED_IN[kind]
    return client.account(aha.Provider(
        kind, authorization_url=said["url"] + authorize, api_url=said["url"] + api,
        token_url=said["url"] + token if token else None,
        client_id=said.get("app" if kind == "allihoopa" else "client_id"),
        redirect_url=("ah-allihoopa://authorize" if kind == "allihoopa"
                      else "http://127.0.0.1:0/callback")))


def destination_of(said: dict[str, Any], client: aha.Client,
                   name: str | None = None) -> aha.Destination:
    """The destination of a place, in any process."""
    kind, make = said["kind"], aha.Destination
    if kind == "folder":
        return make.folder(client, said["folder"], name=name)
    if kind == "host":
        return make.host(client, "own", HostFolder(Path(said["folder"])))
    if kind == "s3":
        return make.s3(client, "drops", said["access_key"], said["secret_key"],
                       endpoint=said["url"], region=said["region"], chunk_bytes=CHUNKS["s3"],
                       name=name)
    if kind in SIGNED_IN:
        more = {"dropbox": {"chunk_bytes": CHUNKS["dropbox"]}, "soundcloud": {"poll": 0.02}}
        return getattr(make, kind)(account_of(said, client), name=name, **more.get(kind, {}))
    more = {"chunk_bytes": CHUNKS["nextcloud"]} if kind == "nextcloud" else {}
    return make.webdav(client, said["dav"], said["user"], said["password"], name=name, **more)


@contextmanager
def open_place(kind: str, folder: Path, *, tls: Path | None = None) -> Iterator[Place]:
    """``tls``: a folder for the authority of a TLS server."""
    folder.mkdir(parents=True, exist_ok=True)
    if kind in ("folder", "host"):
        yield Place(kind, folder, None)
        return
    import servers  # late: it loads pytest, which processes of their own do not need

    start = {"s3": servers.s3, "dropbox": servers.dropbox, "soundcloud": servers.soundcloud,
             "allihoopa": servers.allihoopa}.get(kind)
    with start(tls=tls) if start else servers.webdav(kind, tls=tls) as server:
        yield Place(kind, folder, server)


def client_of(folder: Path, said: dict[str, Any] | None = None, **more: Any) -> aha.Client:
    said = said or {}
    return aha.Client("tests", state_folder=folder, api_key=said.get("api_key"),
                      ca_file=said.get("ca"), proxy="", **more)


def write_noise(path: Path, size: int) -> Path:
    """A WAV file of this many bytes, with no two equal chunks."""
    data = random.Random(size).randbytes(max(0, size - 44) & ~3)
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 2,
                       44100, 176400, 4, 16, b"data", len(data))
    path.write_bytes(head + data)
    return path


def piece_of(path: Path, title: str = "Rain & <b>sun</b>", **more: Any) -> aha.Piece:
    seconds = (path.stat().st_size - 44) / 176400
    return aha.Piece(title=title, length_us=max(1_000_000, round(seconds * 1e6)), **more)
