"""State of an authorization server: clients, users, codes, tokens, and counts of requests."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
USERS = {"alice": "wonderland"}


@dataclass
class Settings:
    """Settings that tests change while the server runs."""

    #: Lifetime of an access token in seconds.
    lifetime: int = 3600
    #: Whether refresh tokens are replaced at each use; False: they stay valid, as Dropbox's do.
    rotate: bool = True
    #: Whether the user denies access.
    deny: bool = False
    #: The count of polls for which a device is told to slow down.
    slow_polls: int = 0
    #: Where the user enters the code of a device.
    device_page: str = "https://oauth.test/device"


@dataclass(frozen=True)
class Client:
    """A registered application."""

    client_id: str
    secret: str | None = None
    redirect_uris: tuple[str, ...] = ()
    #: RFC 8252, 7.3: the port of http://127.0.0.1 and http://[::1] may differ.
    any_port: bool = False
    grants: tuple[str, ...] = ("authorization_code", "refresh_token", DEVICE)
    responses: tuple[str, ...] = ("code",)
    #: Page that shows codes for pasting, for clients without a redirect URI.
    shown_at: str | None = None

    # Queries of Authlib

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> str | None:
        return self.shown_at

    def get_allowed_scope(self, scope: str) -> str:
        return scope or ""

    def check_redirect_uri(self, uri: str) -> bool:
        return uri in self.redirect_uris or (self.any_port and any(
            _without_port(uri) == _without_port(known) for known in self.redirect_uris))

    def check_client_secret(self, secret: str) -> bool:
        return self.secret is not None and secrets.compare_digest(self.secret, secret)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return (method == "none") == (self.secret is None)

    def check_response_type(self, kind: str) -> bool:
        return kind in self.responses

    def check_grant_type(self, kind: str) -> bool:
        return kind in self.grants


def _without_port(uri: str) -> tuple[str, ...] | None:
    parts = urlsplit(uri)
    if parts.scheme != "http" or parts.hostname not in ("127.0.0.1", "::1") or parts.username:
        return None
    return parts.hostname, parts.path, parts.query, parts.fragment


CLIENTS = (
    Client("native", redirect_uris=("http://127.0.0.1/callback", "http://[::1]/callback"),
           any_port=True, shown_at="/code"),
    Client("confidential", "confidential-secret", ("http://127.0.0.1:8765/callback",),
           grants=("authorization_code", "refresh_token", "password", "client_credentials",
                   DEVICE)),
    Client("allihoopa", redirect_uris=("ah-allihoopa://authorize",), responses=("token",),
           grants=()),
)


@dataclass(eq=False)
class Code:
    """An authorization code."""

    code: str
    client_id: str
    user: str
    redirect_uri: str | None
    scope: str | None
    code_challenge: str | None
    code_challenge_method: str | None
    ends: float
    family: str = field(default_factory=lambda: secrets.token_hex(8))
    used: bool = False

    def get_redirect_uri(self) -> str | None:
        return self.redirect_uri

    def get_scope(self) -> str | None:
        return self.scope


@dataclass(eq=False)
class Token:
    """An access token and, usually, its refresh token."""

    access: str
    refresh: str | None
    client_id: str
    user: str | None
    scope: str
    ends: float
    #: Identifier shared by all tokens of one sign-in.
    family: str
    spent: bool = False
    revoked: bool = False

    def check_client(self, client: Client) -> bool:
        return self.client_id == client.client_id

    def get_scope(self) -> str:
        return self.scope

    def get_expires_in(self) -> None:
        """The currently set lifetime applies, also to refreshed tokens."""


class Store:
    """Threads: any."""

    def __init__(self, lifetime: int = 3600) -> None:
        self.settings = Settings(lifetime)
        self.counts: Counter[str] = Counter()
        self._clients = {client.client_id: client for client in CLIENTS}
        self._codes: dict[str, Code] = {}
        self._access: dict[str, Token] = {}
        self._refresh: dict[str, Token] = {}
        #: By device code.
        self.devices: dict[str, Any] = {}
        #: The user and whether the user approved, by the code that the user enters.
        self.user_codes: dict[str, tuple[str, bool]] = {}
        self._lock = threading.RLock()

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def add_client(self, client: Client) -> None:
        with self._lock:
            self._clients[client.client_id] = client

    def client(self, client_id: str | None) -> Client | None:
        return self._clients.get(client_id or "")

    def add_code(self, code: Code) -> None:
        with self._lock:
            self._codes[code.code] = code
            self.counts["codes_issued"] += 1

    def use_code(self, text: str, client: Client) -> Code | None:
        """Uses a code: once, within its lifetime, by its own client. A second use ends the
        sign-in."""
        with self._lock:
            code = self._codes.get(text)
            if not code or code.client_id != client.client_id or code.ends < time.time():
                return None
            if code.used:
                self.counts["code_reuses"] += 1
                self._end(code.family)
                return None
            code.used = True
            return code

    def add_token(self, token: Token, grant: str) -> None:
        with self._lock:
            self._access[token.access] = token
            if token.refresh:
                self._refresh[token.refresh] = token
            self.counts["tokens_issued"] += 1
            self.counts["tokens_issued_by_" + grant] += 1
            if grant == "refresh_token":
                self.counts["refreshes"] += 1

    def use_refresh(self, text: str, client: Client) -> Token | None:
        """Uses a refresh token; with rotation it is spent."""
        with self._lock:
            self.counts["refresh_attempts"] += 1
            token = self._refresh.get(text)
            if not token or token.client_id != client.client_id or token.revoked:
                return None
            if token.spent:
                self.counts["reuses"] += 1
                return None
            token.spent = self.settings.rotate
            return token

    def access(self, text: str) -> Token | None:
        return self._access.get(text)

    def find(self, text: str) -> Token | None:
        with self._lock:
            return self._access.get(text) or self._refresh.get(text)

    def state(self, text: str) -> str:
        """State of an access or refresh token: unknown, revoked, spent, expired, good."""
        with self._lock:
            token = self.find(text)
            if not token:
                return "unknown"
            if token.revoked:
                return "revoked"
            if text == token.refresh:
                return "spent" if token.spent else "good"
            return "expired" if token.ends <= time.time() else "good"

    def revoke(self, token: Token) -> None:
        """Ends the sign-in that a token belongs to."""
        with self._lock:
            self.counts["revocations"] += 1
            self._end(token.family)

    def expire(self) -> None:
        """Expires every access token; refresh tokens stay."""
        with self._lock:
            for token in self._access.values():
                token.ends = 0

    def revoke_all(self) -> None:
        """Revokes all grants, as the user can."""
        with self._lock:
            for token in self._access.values():
                token.revoked = True

    def statistics(self) -> dict[str, Any]:
        with self._lock:
            named = {"codes_issued": 0, "code_reuses": 0, "tokens_issued": 0, "refreshes": 0,
                     "refresh_attempts": 0, "reuses": 0, "revocations": 0}
            return {**named, **self.counts}

    def _end(self, family: str) -> None:
        for token in self._access.values():
            if token.family == family:
                token.revoked = True
