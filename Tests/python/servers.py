"""The servers of Tests/servers as processes, and a user for their sign-in pages.

    with servers.dropbox(tls=tmp_path) as box:
        ...                    # a client of box.url, with box.said["access_token"]
        box.do("fault", reply={"status": 507})
        box.files()
"""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import aha
from conftest import REPOSITORY

FOLDER = REPOSITORY / "Tests" / "servers"
Self = TypeVar("Self", bound="Server")


class Server:
    """A program of Tests/servers; see its README.md.

    ``tls`` is a folder for the test authority; ``ca`` is then its certificate. ``said`` is the line
    that the program printed when it was ready. Commands and answers are lines of JSON. Threads:
    any.
    """

    def __init__(self, name: str, *options: str, tls: Path | None = None) -> None:
        more = ["--tls", str(tls)] if tls else []
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(FOLDER / name), *options, *more], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self._to, self._from = self.process.stdin, self.process.stdout
        self._lock = threading.Lock()
        self.said: dict[str, Any] = json.loads(self._from.readline())
        self.url: str = self.said["url"]
        self.ca: str | None = self.said.get("ca")

    def do(self, name: str, **more: Any) -> dict[str, Any]:
        with self._lock:
            self._to.write(json.dumps({"do": name, **more}) + "\n")
            self._to.flush()
            answer: dict[str, Any] = json.loads(self._from.readline())
        assert answer["ok"], answer
        return answer

    def files(self) -> dict[str, dict[str, Any]]:
        """Stored files by path."""
        return {one["path"]: one for one in self.do("files")["files"]}

    def resent(self) -> int:
        """How many bytes more arrived than are kept."""
        came = sum(one["bytes"] for one in self.do("uploads")["uploads"])
        return came - sum(one["size"] for one in self.do("files")["files"])

    def end(self) -> None:
        self.process.communicate(timeout=20)
        assert self.process.returncode == 0

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            self.end()
        except BaseException:
            if error is None:  # a failed test has already reported more
                raise


def dropbox(*, tls: Path | None = None) -> Server:
    return Server("dropbox_server.py", tls=tls)


def soundcloud(*, tls: Path | None = None) -> Server:
    return Server("soundcloud_server.py", tls=tls)


def allihoopa(*, tls: Path | None = None) -> Server:
    return Server("allihoopa_server.py", tls=tls)


def s3(*options: str, tls: Path | None = None) -> Server:
    """``options`` are ``--unsigned``, ``--no-md5``, ``--bucket NAME``."""
    return Server("s3_server.py", *options, tls=tls)


def webdav(kind: str, *, tls: Path | None = None) -> Server:
    """``kind`` is "rclone", "apache" or "nextcloud"; the URL is ``said["dav"]``."""
    return Server("webdav_server.py", "--kind", kind, tls=tls)


class OAuthServer(Server):
    """A server with a sign-in page."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__("oauth_server.py", tls=folder)

    def statistics(self) -> dict[str, Any]:
        return self.do("statistics")

    def provider(self, **more: Any) -> aha.Provider:
        """The server as a native application's provider."""
        said = {"authorization_url": "/authorize", "token_url": "/token",
                "revocation_url": "/revoke", "api_url": ""}
        return aha.Provider("oauth2", **{
            **{name: self.url + path for name, path in said.items()}, "client_id": "native",
            "redirect_url": "http://127.0.0.1:0/callback", "scopes": "tracks", **more})

    def confidential(self, **more: Any) -> aha.Provider:
        """The server as the provider of an application with a secret."""
        return self.provider(**{"client_id": "confidential",
                                "client_secret": "confidential-secret",
                                "redirect_url": "http://127.0.0.1:8765/callback", **more})

    def approve(self, url: str) -> str:
        """Approves as a user in a browser. Returns the browser's next URL."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        connection = http.client.HTTPSConnection(
            host, port, timeout=10, context=ssl.create_default_context(cafile=self.ca))
        try:
            connection.request("GET", f"{parts.path}?{parts.query}")
            reply = connection.getresponse()
            reply.read()
            return reply.headers["Location"] or ""
        finally:
            connection.close()

    def sign_in(self, account: aha.Account) -> dict[str, Any]:
        """Signs in, in a browser that follows the redirect. Returns the page shown."""
        job = account.sign_in(aha.Grant.CODE, timeout=20)
        shown = self.do("browse", url=job.wait_for_url())
        assert job.wait(10)
        return shown


def query_of(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))


def kinds(client: aha.Client) -> list[aha.EventKind]:
    """The pending events, without progress and ends of jobs."""
    dull = (aha.EventKind.REQUEST_PROGRESS, aha.EventKind.JOB_FINISHED)
    return [event.kind for event in client.events_now() if event.kind not in dull]
