"""Faults between a client and a server, as answers.

A fault with a ``reply`` alters that reply. Faults can be nested: ``Delay(0.5, Cut(100,
Reply(body=b"x" * 1000)))``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.utils import formatdate
from time import time
from typing import Any

from .answers import Answer, Reply
from .bodies import gzip_bomb
from .exchange import Exchange


def _any_reply() -> Answer:
    return Reply(200, b"x" * 4096)


@dataclass
class Delay(Answer):
    """Silence for this many seconds, then the reply."""

    seconds: float
    reply: Answer = field(default_factory=_any_reply)

    def send(self, exchange: Exchange) -> None:
        exchange.wait(self.seconds)
        self.reply.send(exchange)


@dataclass
class Cut(Answer):
    """Closes the connection after this many bytes of the reply's body, fewer than announced."""

    after_bytes: int
    reply: Answer = field(default_factory=_any_reply)

    def send(self, exchange: Exchange) -> None:
        exchange.body_limit, exchange.at_limit = self.after_bytes, exchange.close
        self.reply.send(exchange)


@dataclass
class Reset(Answer):
    """A TCP reset: after this many bytes of the reply's body; with None, instead of a reply.

    With ``upload_bytes`` it is sent after this many bytes of the request's body.
    """

    after_bytes: int | None = None
    reply: Answer = field(default_factory=_any_reply)
    upload_bytes: int | None = None

    def send(self, exchange: Exchange) -> None:
        if self.after_bytes is None:
            exchange.reset()
        exchange.body_limit, exchange.at_limit = self.after_bytes, exchange.reset
        self.reply.send(exchange)


@dataclass
class Stall(Answer):
    """Silence until the client disconnects: after this many bytes of the body, or before any reply.

    With ``upload_bytes`` the server also stops reading after this many bytes of the request's body.
    """

    after_bytes: int | None = None
    reply: Answer = field(default_factory=_any_reply)
    upload_bytes: int | None = None

    def send(self, exchange: Exchange) -> None:
        def stall() -> None:
            exchange.wait(float("inf"))

        if self.after_bytes is None:
            stall()
        exchange.body_limit, exchange.at_limit = self.after_bytes, stall
        self.reply.send(exchange)


@dataclass
class SlowLoris(Answer):
    """The whole reply, with its head, at this many bytes per second."""

    bytes_per_second: float
    reply: Answer = field(default_factory=_any_reply)

    def send(self, exchange: Exchange) -> None:
        exchange.bytes_per_second = self.bytes_per_second
        self.reply.send(exchange)


@dataclass
class EmptyReply(Answer):
    """Closes the connection without a byte."""

    upload_bytes: int | None = None

    def send(self, exchange: Exchange) -> None:
        exchange.close()


@dataclass
class Garbage(Answer):
    """Bytes that are not HTTP."""

    data: bytes = bytes(range(256)) * 4

    def send(self, exchange: Exchange) -> None:
        exchange.send(self.data)
        exchange.close()


@dataclass
class BadChunks(Answer):
    """A chunked body whose second chunk has no size."""

    data: bytes = b"5\r\nhello\r\nno size\r\nworld\r\n"

    def send(self, exchange: Exchange) -> None:
        exchange.send_head(200, [("Transfer-Encoding", "chunked")])
        exchange.send(self.data)
        exchange.close()


@dataclass
class HeaderBomb(Answer):
    """This many bytes of headers."""

    size: int = 10_000_000
    line: int = 1000

    def send(self, exchange: Exchange) -> None:
        exchange.send(b"HTTP/1.1 200 OK\r\n")
        text = b"a" * max(1, self.line - 20)
        for number in range(self.size // self.line):
            exchange.send(b"X-Bomb-%09d: %s\r\n" % (number, text))
        exchange.send(b"Content-Length: 2\r\n\r\nOK")


@dataclass
class HugeLength(Answer):
    """A Content-Length of 10 GB, and zeros until all are sent or the client disconnects."""

    length: int = 10 * 10 ** 9

    def send(self, exchange: Exchange) -> None:
        exchange.send_head(200, [("Content-Length", str(self.length))])
        zeros = bytes(1 << 18)
        for begin in range(0, self.length, len(zeros)):
            exchange.send_body(zeros[:self.length - begin])


@dataclass
class GzipBomb(Answer):
    """This many zeros in a thousandth as many bytes."""

    size: int = 1 << 30

    def send(self, exchange: Exchange) -> None:
        Reply(200, gzip_bomb(self.size), headers={"Content-Encoding": "gzip"}).send(exchange)


@dataclass
class RedirectLoop(Answer):
    """Endless redirects to the same path, each with another query."""

    status: int = 302

    def send(self, exchange: Exchange) -> None:
        hop = int(exchange.request.query.get("hop", "0")) + 1
        location = f"{exchange.request.target.partition('?')[0]}?hop={hop}"
        Reply(self.status, "", headers={"Location": location}).send(exchange)


@dataclass
class RateLimited(Answer):
    """Status 429, with the time to wait in the given ``style``: "seconds", "date", "json" or
    "none"."""

    retry_after: float = 1
    style: str = "seconds"
    status: int = 429

    def send(self, exchange: Exchange) -> None:
        headers: dict[str, str] = {}
        body: dict[str, Any] = {"error": "too many requests"}
        if self.style == "seconds":
            headers["Retry-After"] = f"{self.retry_after:g}"
        elif self.style == "date":
            headers["Retry-After"] = formatdate(time() + self.retry_after, usegmt=True)
        elif self.style == "json":
            body["retry_after"] = self.retry_after
        Reply(self.status, json=body, headers=headers).send(exchange)


@dataclass
class HtmlError(Answer):
    """An HTML page, as proxies and load balancers send it."""

    status: int = 502

    def send(self, exchange: Exchange) -> None:
        page = f"<!DOCTYPE html><html><head><title>{self.status}</title></head>" \
            f"<body><h1>{self.status} Something went wrong</h1></body></html>"
        Reply(self.status, page, content_type="text/html").send(exchange)


@dataclass
class InvalidJSON(Answer):
    """A reply with the media type of JSON and an invalid body."""

    status: int = 200
    body: str = '{"name": "aha", "list": [1, 2,'

    def send(self, exchange: Exchange) -> None:
        Reply(self.status, self.body, content_type="application/json").send(exchange)
