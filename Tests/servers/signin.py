"""Tokens for the services of this folder: the OAuth server's, and two that always exist."""

from __future__ import annotations

import json
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from aha_testing.answers import Answer
from aha_testing.control import Control
from aha_testing.recorded import Request

from oauth_grants import answered, make_app
from oauth_store import Store, Token

ACCESS, REFRESH = "aha-access-token", "aha-refresh-token"
SAID = {"access_token": ACCESS, "refresh_token": REFRESH, "client_id": "native"}


class SignIn:
    """Codes with PKCE, refresh tokens, and their lifetimes.

    ``paths`` maps the service's paths to the OAuth server's /authorize, /token, …
    """

    def __init__(self, paths: dict[str, str], rotate: bool, more: dict[str, Any]) -> None:
        self.paths, self._rotate, self._more = paths, rotate, more
        self._lock = threading.Lock()
        self.renew()

    def renew(self) -> None:
        self.store = Store(3600)
        self.store.settings.rotate = self._rotate
        self.store.add_token(Token(ACCESS, REFRESH, "native", "alice", "", time.time() + 86400,
                                   "from the start"), "start")
        self._app = make_app(self.store)
        self._good_for: int | None = None

    def answers(self, request: Request) -> bool:
        return request.path in self.paths

    def answer(self, request: Request) -> Answer:
        """Authorization, exchange and refresh, handled by Authlib."""
        parts = urlsplit(request.target)
        target = parts._replace(path=self.paths[request.path]).geturl()
        reply = answered(self._app, request, target)
        if self.paths[request.path] == "/token" and reply.status == 200:
            reply.body = json.dumps({**json.loads(reply.body), **self._more}).encode()
        return reply

    def state(self, text: str) -> str:
        """State of a request's token: good, expired, revoked, unknown."""
        with self._lock:
            if self._good_for is not None:
                self._good_for -= 1
                if self._good_for < 0:
                    self._good_for = None
                    self.store.revoke_all()
        return self.store.state(text)

    def find(self, text: str) -> Token | None:
        return self.store.access(text)

    def commands(self, control: Control) -> None:
        control.commands.update(
            expire=lambda said: self.store.expire(), revoke=self._revoke,
            token=lambda said: {"state": self.store.state(said["token"])}, grant=self._grant)

    def statistics(self) -> dict[str, Any]:
        return {"signin": self.store.statistics()}

    def _revoke(self, said: dict[str, Any]) -> None:
        """Ends every sign-in: now, or after ``after`` more requests."""
        if "after" in said:
            with self._lock:
                self._good_for = int(said["after"])
        else:
            self.store.revoke_all()

    def _grant(self, said: dict[str, Any]) -> None:
        """A second sign-in of alice, and its token."""
        text = said["token"]
        self.store.add_token(Token(text, text + "-refresh", "native", "alice", "",
                                   time.time() + 86400, text), "granted")
