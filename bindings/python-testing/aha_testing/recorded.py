"""Recorded requests of clients."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl


class Headers:
    """Header lines in their order; lookups ignore the case of names."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self.pairs = tuple(pairs)

    def get(self, name: str, default: str | None = None) -> str | None:
        """The first value."""
        name = name.lower()
        return next((value for key, value in self.pairs if key.lower() == name), default)

    def all(self, name: str) -> list[str]:
        """Every value, in order."""
        name = name.lower()
        return [value for key, value in self.pairs if key.lower() == name]

    def __getitem__(self, name: str) -> str:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self) -> str:
        return f"Headers({list(self.pairs)!r})"


@dataclass
class Part:
    """A part of multipart/form-data."""

    name: str
    filename: str | None
    headers: Headers
    #: Its first bytes; complete if ``len(data) == size``.
    data: bytes = b""
    size: int = 0
    sha256: str = ""

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


@dataclass(eq=False)
class Request:
    """One request. Times are ``time.monotonic()``, which all processes of a machine share."""

    #: 1 for the server's first request.
    number: int
    #: Index of its connection, from 1 on.
    connection: int
    method: str
    #: As sent; ``path`` and ``query`` are decoded. Of a repeated name the last value counts.
    target: str
    path: str
    query: dict[str, str]
    headers: Headers
    when: float
    #: The first bytes of the body; complete if ``len(body) == size``.
    body: bytes = b""
    #: Count of received bytes, and their SHA-256 ("" without a body, or if not requested).
    size: int = 0
    sha256: str = ""
    #: False if the body is incomplete: the client disconnected, or a fault came first.
    complete: bool = False
    #: Parts of multipart/form-data.
    parts: list[Part] = field(default_factory=list)
    #: The stored body, if the server stores bodies elsewhere.
    stored: Any = None
    #: Time at which the client was seen to disconnect before it had the reply.
    hung_up: float | None = None
    #: Time at which the reply or the fault ended.
    answered: float | None = None

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Any:
        """Errors: ValueError if the body is not JSON."""
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, str]:
        """Fields of application/x-www-form-urlencoded, or the text parts of multipart/form-data."""
        if self.parts:
            return {part.name: part.text for part in self.parts if part.filename is None}
        return dict(parse_qsl(self.text, keep_blank_values=True))

    def part(self, name: str) -> Part:
        """Errors: KeyError."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def as_dict(self) -> dict[str, Any]:
        """Values for JSON; bodies as text, in which invalid UTF-8 is replaced."""
        parts = [{"name": part.name, "filename": part.filename, "headers": list(part.headers),
                  "text": part.text, "size": part.size, "sha256": part.sha256}
                 for part in self.parts]
        return {"number": self.number, "connection": self.connection, "method": self.method,
                "target": self.target, "path": self.path, "query": self.query,
                "headers": list(self.headers), "when": self.when, "text": self.text,
                "size": self.size, "sha256": self.sha256, "complete": self.complete,
                "parts": parts, "hung_up": self.hung_up, "answered": self.answered}

    def __repr__(self) -> str:
        return f"<Request {self.number}: {self.method} {self.target}, {self.size} bytes>"
