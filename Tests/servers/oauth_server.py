#!/usr/bin/env python3
"""An OAuth 2.1 server and a small service for tests. See README.md."""

from __future__ import annotations

import argparse
import http.client
import ssl
import threading
from collections import Counter
from typing import Any, Callable
from urllib.parse import urljoin, urlsplit

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control, answer_from
from aha_testing.program import common_arguments, make_server, run
from aha_testing.recorded import Request
from aha_testing.server import StubServer

from oauth_api import API
from oauth_grants import make_app
from oauth_store import Client, Store

# Authlib refuses plain HTTP. The tests choose whether this server uses TLS.
_BASE_URL = "https://oauth.test"
_OAUTH = ("/authorize", "/token", "/revoke", "/code", "/account/login")


class OAuthServer:
    """The routes of a stub server, answered by Authlib and by a small service.

    Threads: any.
    """

    def __init__(self, server: StubServer, lifetime: int = 3600) -> None:
        self.server, self.lifetime = server, lifetime
        self._lock = threading.Lock()
        self.renew()

    def renew(self) -> None:
        """Resets the state: no sign-ins, counts, settings or faults."""
        self.store, self._paths = Store(self.lifetime), Counter[str]()
        self.api, self._app = API(self.store), make_app(self.store)
        self._faults: dict[str, list[dict[str, Any]]] = {}
        server = self.server
        server.reset()
        for path in _OAUTH:
            server.on("*", path, self._front(self._oauth))
        for path in self.api.resources:
            server.on("*", path, self._front(self.api.answer))

    def fault(self, path: str, reply: Any, count: int = 1) -> None:
        """Sets the reply for the next ``count`` requests of a path.

        A fault that alters a reply, and names none, alters the real reply: the request has taken
        effect. All other replies replace the request's handling.
        """
        answer_from(reply)  # invalid faults are refused now
        with self._lock:
            self._faults.setdefault(path, []).extend([reply] * count)

    def statistics(self) -> dict[str, Any]:
        with self._lock:
            return {**self.store.statistics(), "paths": dict(self._paths)}

    def _front(self, real: Callable[[Request], Answer]) -> Callable[[Request], Answer]:
        def answer(request: Request) -> Answer:
            with self._lock:
                self._paths[request.path] += 1
                waiting = self._faults.get(request.path)
                said = waiting.pop(0) if waiting else None
            if said is None:
                return real(request)
            fault: Any = answer_from(said)
            if hasattr(fault, "reply") and "reply" not in said:
                fault.reply = real(request)
            return fault  # type: ignore[no-any-return]

        return answer

    def _oauth(self, request: Request) -> Answer:
        reply = self._app.test_client(use_cookies=False).open(
            request.target, base_url=_BASE_URL, method=request.method, data=request.body,
            headers=[pair for pair in request.headers if pair[0].lower() != "transfer-encoding"])
        return Reply(reply.status_code, reply.data, headers=[
            (name, value) for name, value in reply.headers if name != "Content-Length"])


def add_commands(control: Control, oauth: OAuthServer, tls: ssl.SSLContext | None) -> None:
    """Settings accepted from outside, in addition to those of every stub server."""
    def settings(said: dict[str, Any]) -> dict[str, Any]:
        oauth.store.settings.change({name: said[name] for name in said if name != "do"})
        return vars(oauth.store.settings)

    def client(said: dict[str, Any]) -> None:
        oauth.store.add_client(Client(**{
            name: tuple(value) if isinstance(value, list) else value
            for name, value in said.items() if name != "do"}))

    control.commands.update(
        settings=settings, client=client, reset=lambda said: oauth.renew(),
        statistics=lambda said: oauth.statistics(),
        expire=lambda said: oauth.store.expire(),
        token=lambda said: {"state": oauth.store.state(said["token"])},
        fault=lambda said: oauth.fault(said["path"], said["reply"], int(said.get("count", 1))),
        browse=lambda said: browse(said["url"], tls))


def browse(url: str, tls: ssl.SSLContext | None = None) -> dict[str, Any]:
    """Follows redirects as a browser does, up to the first URL that is not http.

    Errors: OSError, also for too many redirects.
    """
    for _ in range(10):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return {"status": 0, "url": url, "text": ""}
        host, port = parts.hostname or "", parts.port
        connection = http.client.HTTPSConnection(host, port, timeout=10, context=tls) \
            if parts.scheme == "https" else http.client.HTTPConnection(host, port, timeout=10)
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


def main() -> None:
    parser = argparse.ArgumentParser(description="An OAuth 2.1 server for tests.")
    common_arguments(parser)
    parser.add_argument("--lifetime", type=int, default=3600, help="of access tokens, in seconds")
    chosen = parser.parse_args()
    server, said = make_server(chosen)
    oauth = OAuthServer(server, chosen.lifetime)
    control = Control(server)
    tls = ssl.create_default_context(cafile=said["ca"]) if "ca" in said else None
    add_commands(control, oauth, tls)
    run(server, control, said)


if __name__ == "__main__":
    main()
