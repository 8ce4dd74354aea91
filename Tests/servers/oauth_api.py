"""The service behind the authorization server: a few resources that require a token."""

from __future__ import annotations

import math
import struct
import time
from array import array
from typing import Callable

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request
from oauth_store import Store, Token

RATE, SECONDS = 44100, 10
Handler = Callable[[Request, Token], Answer]


def token_of(request: Request) -> tuple[str | None, str]:
    """The token of a request, and its style: Bearer, OAuth, or a header's name."""
    value = request.headers.get("PH-Access-Token")
    if value:
        return value, "PH-Access-Token"
    scheme, _, value = (request.headers.get("Authorization") or "").partition(" ")
    return (value.strip(), scheme) if scheme in ("Bearer", "OAuth") else (None, "none")


class API:
    """Resources by path, and their answers to a valid token."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tracks: list[dict[str, object]] = []
        self._audio = sine_wav()
        self.resources: dict[str, Handler] = {
            "/me": self._me, "/echo": self._echo, "/tracks": self._tracks,
            "/audio": self._audio_file}

    def answer(self, request: Request) -> Answer:
        text, style = token_of(request)
        self.store.count("style_" + style)
        token = self.store.access(text) if text else None
        if not token or token.revoked:
            return self._refuse("the token is revoked or unknown" if text else None)
        if token.ends <= time.time():
            return self._refuse("the token expired")
        return self.resources[request.path](request, token)

    def _refuse(self, why: str | None) -> Reply:
        """RFC 6750, 3.1: without a token there is no error code."""
        self.store.count("refused")
        said = f', error="invalid_token", error_description="{why}"' if why else ""
        return Reply(401, json={"error": "invalid_token" if why else "unauthorized"},
                     headers={"WWW-Authenticate": f'Bearer realm="aha"{said}'})

    def _me(self, request: Request, token: Token) -> Answer:
        return Reply(json={"username": token.user, "client": token.client_id,
                           "scope": token.scope})

    def _echo(self, request: Request, token: Token) -> Answer:
        """The request without its credentials."""
        said = request.as_dict()
        said["headers"] = [pair for pair in said["headers"]
                           if pair[0].lower() not in ("authorization", "ph-access-token")]
        return Reply(json=said)

    def _tracks(self, request: Request, token: Token) -> Answer:
        """SoundCloud's upload: a client-credentials token gets an empty 401."""
        if request.method != "POST":
            return Reply(json={"collection": self.tracks})
        if token.user is None:
            return Reply(401, "")
        titles = [part.text for part in request.parts if part.name == "track[title]"]
        sounds = [part for part in request.parts if part.name == "track[asset_data]"]
        if not titles or not sounds or not sounds[0].size:
            return Reply(422, json={"code": 422, "message": "track[title] and track[asset_data] "
                                    "are needed", "errors": [], "error": None})
        number = len(self.tracks) + 1
        track = {"urn": f"soundcloud:tracks:{number}", "title": titles[0], "user": token.user,
                 "filename": sounds[0].filename, "size": sounds[0].size,
                 "sha256": sounds[0].sha256, "state": "processing"}
        self.tracks.append(track)
        return Reply(201, json=track)

    def _audio_file(self, request: Request, token: Token) -> Answer:
        return Reply(body=self._audio, content_type="audio/wav", ranges=True, etag="sine-1")


def sine_wav() -> bytes:
    """Ten seconds of 441 Hz, stereo, 16 bits."""
    period = [int(16000 * math.sin(2 * math.pi * frame / 100)) for frame in range(100)]
    samples = array("h", [value for value in period for _ in range(2)]) * (RATE * SECONDS // 100)
    data = samples.tobytes()
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 2,
                       RATE, RATE * 4, 4, 16, b"data", len(data)) + data
