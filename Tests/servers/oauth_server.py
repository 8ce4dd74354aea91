#!/usr/bin/env python3
"""An OAuth 2.1 server and a small service for tests. See README.md."""

from __future__ import annotations

import argparse
import http.client
import ssl
from typing import Any
from urllib.parse import urljoin, urlsplit

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.recorded import Request

from oauth_api import API
from oauth_grants import answered, make_app
from oauth_store import Client, Store
from service import Service, changed, main

_OAUTH = ("/authorize", "/token", "/revoke", "/code", "/account/login", "/device",
          "/device_authorization")


class OAuthServer(Service):
    """The routes of Authlib, and those of a small service that requires its tokens."""

    def __init__(self, *arguments: Any, lifetime: int, **more: Any) -> None:
        self._lifetime = lifetime
        super().__init__(*arguments, **more)

    def renew(self) -> None:
        self.store = Store(self._lifetime)
        self._api, self._app = API(self.store), make_app(self.store)

    def handle(self, request: Request) -> Answer:
        if request.path in _OAUTH:
            return answered(self._app, request, request.target)
        if request.path in self._api.resources:
            return self._api.answer(request)
        return Reply(404, "")

    def statistics(self) -> dict[str, Any]:
        return self.store.statistics()

    def commands(self, control: Control) -> None:
        super().commands(control)
        control.commands.update(
            settings=self._settings, client=self._client, browse=self._browse,
            expire=lambda said: self.store.expire(),
            token=lambda said: {"state": self.store.state(said["token"])})

    def _settings(self, said: dict[str, Any]) -> dict[str, Any]:
        return changed(vars(self.store.settings), said)

    def _client(self, said: dict[str, Any]) -> None:
        self.store.add_client(Client(**{
            name: tuple(value) if isinstance(value, list) else value
            for name, value in said.items() if name != "do"}))

    def _browse(self, said: dict[str, Any]) -> dict[str, Any]:
        tls = ssl.create_default_context(cafile=self.ca) if self.ca else None
        return browse(said["url"], tls)


def browse(url: str, tls: ssl.SSLContext | None) -> dict[str, Any]:
    """Follows redirects as a browser does, up to the first URL that is not http.

    Errors: OSError, also for too many redirects.
    """
    for _ in range(10):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return {"status": 0, "url": url, "text": ""}
        host, port = parts.hostname or "", parts.port
        connection = http.client.HTTPSConnection(host, port, timeout=60, context=tls) \
            if parts.scheme == "https" else http.client.HTTPConnection(host, port, timeout=60)
        try:
            connection.request("GET", f"{parts.path or '/'}?{parts.query}".rstrip("?"))
            reply = connection.getresponse()
            text = reply.read(1 << 20).decode("utf-8", "replace")
        finally:
            connection.close()
        location = reply.headers.get("Location")
        if reply.status not in (301, 302, 303, 307, 308) or not location:
            return {"status": reply.status, "url": url, "text": text}
        url = urljoin(url, location)
    raise OSError("too many redirects")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An OAuth 2.1 server for tests.")
    parser.add_argument("--lifetime", type=int, default=3600, help="of access tokens, in seconds")
    main(OAuthServer, parser, lambda chosen: {"lifetime": chosen.lifetime})
