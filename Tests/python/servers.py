"""The servers of Tests/servers as processes, and a user for their sign-in pages.

    with servers.dropbox(tls=tmp_path) as box:
        ...                    # a client of box.url, with box.said["access_token"]
        box.do("fault", reply={"status": 507})
        box.files()
"""

from __future__ import annotations

import http.client
import ssl
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import aha
from conftest import REPOSITORY

sys.path.append(str(REPOSITORY / "Tests" / "servers"))

from process import Server  # noqa: E402


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
            host, port, timeout=60, context=ssl.create_default_context(cafile=self.ca))
        try:
            connection.request("GET", f"{parts.path}?{parts.query}")
            reply = connection.getresponse()
            reply.read()
            return reply.headers["Location"] or ""
        finally:
            connection.close()

    def sign_in(self, account: aha.Account) -> dict[str, Any]:
        """Signs in, in a browser that follows the redirect. Returns the page shown."""
        job = account.sign_in(aha.Grant.CODE, timeout=60)
        shown = self.do("browse", url=job.wait_for_url())
        assert job.wait(60)
        return shown


def given(provider: aha.Provider) -> dict[str, Any]:
    """The options of a provider, for another process."""
    return {name: value for name, value in asdict(provider).items() if value is not None}


def query_of(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))


def kinds(client: aha.Client) -> list[aha.EventKind]:
    """The pending events, without progress and ends of jobs."""
    dull = (aha.EventKind.REQUEST_PROGRESS, aha.EventKind.JOB_FINISHED)
    return [event.kind for event in client.events_now() if event.kind not in dull]
