"""The OAuth server of Tests/servers as a process, and a person who signs in there."""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import aha
from conftest import REPOSITORY

PROGRAM = REPOSITORY / "Tests" / "servers" / "oauth_server.py"


class OAuthServer:
    """Commands go in as lines of JSON, and come back as such. Threads: any."""

    def __init__(self, folder: Path | None = None) -> None:
        tls = ["--tls", str(folder)] if folder else []
        self.process = subprocess.Popen([sys.executable, "-B", str(PROGRAM), *tls], text=True,
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

    def statistics(self) -> dict[str, Any]:
        return self.do("statistics")

    def end(self) -> None:
        self.process.communicate(timeout=10)
        assert self.process.returncode == 0

    def provider(self, **more: Any) -> aha.Provider:
        """The server as a native application knows it."""
        said = {"authorization_url": "/authorize", "token_url": "/token",
                "revocation_url": "/revoke", "api_url": ""}
        return aha.Provider("oauth2", **{
            **{name: self.url + path for name, path in said.items()}, "client_id": "native",
            "redirect_url": "http://127.0.0.1:0/callback", "scopes": "tracks", **more})

    def confidential(self, **more: Any) -> aha.Provider:
        """The server as an application with a secret knows it."""
        return self.provider(**{"client_id": "confidential",
                                "client_secret": "confidential-secret",
                                "redirect_url": "http://127.0.0.1:8765/callback", **more})

    def approve(self, url: str) -> str:
        """A person says yes in a browser: where that would go next."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        context = ssl.create_default_context(cafile=self.ca)
        connection = http.client.HTTPSConnection(host, port, timeout=10, context=context) \
            if self.ca else http.client.HTTPConnection(host, port, timeout=10)
        try:
            connection.request("GET", f"{parts.path}?{parts.query}")
            reply = connection.getresponse()
            reply.read()
            return reply.headers["Location"] or ""
        finally:
            connection.close()

    def sign_in(self, account: aha.Account) -> dict[str, Any]:
        """Signs in, in a browser that follows the redirect; what that showed."""
        job = account.sign_in(aha.Grant.CODE, timeout=20)
        shown = self.do("browse", url=job.wait_for_url())
        assert job.wait(10)
        return shown


def query_of(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))


def kinds(client: aha.Client) -> list[aha.EventKind]:
    """Of the events that are there now, but for progress and ends of jobs."""
    dull = (aha.EventKind.REQUEST_PROGRESS, aha.EventKind.JOB_FINISHED)
    return [event.kind for event in client.events_now() if event.kind not in dull]
