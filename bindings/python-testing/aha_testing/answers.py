"""Replies of a server. Faults are in ``faults``."""

from __future__ import annotations

import json as _json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Callable, Sequence, Union

from .bodies import Body, Source, gzipped
from .exchange import Exchange
from .recorded import Request

_NOTHING: Any = object()


class Answer:
    """The server's answer to a request: a reply or a fault."""

    #: Answer after this many bytes of the request's body; None: after the whole body.
    upload_bytes: int | None = None

    def send(self, exchange: Exchange) -> None:
        """Sends itself. Raises ``Ended`` if the connection ends before the reply does."""
        raise NotImplementedError


#: The answers of a route. A list has one answer for each request; its last one repeats. A function
#: is called with each request, on the thread of its connection.
Answers = Union[Answer, Sequence[Answer], Callable[[Request], Answer]]


@dataclass
class Reply(Answer):
    """An ordinary reply.

    ``body`` is bytes, text, a path, a :class:`Pattern`, or an iterable of bytes, which is sent in
    chunks; ``json`` is any value that JSON can represent.
    """

    status: int = 200
    body: Body = None
    json: Any = _NOTHING
    headers: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    content_type: str | None = None
    gzip: bool = False
    chunked: bool = False
    #: Answers Range with 206, as file servers do.
    ranges: bool = False
    #: An entity tag without its quotes, compared with If-None-Match and If-Range.
    etag: str | None = None
    #: 0: before the request's body is read, as for 413.
    upload_bytes: int | None = None

    def send(self, exchange: Exchange) -> None:
        source, kind = self._source()
        headers = self._headers(kind)
        asked = exchange.request.headers
        if self.etag is not None and f'"{self.etag}"' in (asked.get("If-None-Match") or ""):
            return self._send_all(exchange, 304, headers, None)
        if self.ranges and source.size is not None:
            headers.append(("Accept-Ranges", "bytes"))
            wanted = asked.get("Range")
            if wanted and asked.get("If-Range") in (None, f'"{self.etag}"'):
                return self._send_range(exchange, wanted, headers, source, source.size)
        self._send_all(exchange, self.status, headers, source)

    def _source(self) -> tuple[Source, str | None]:
        """The body and its content type."""
        if self.json is not _NOTHING:
            return Source(_json.dumps(self.json)), "application/json"
        kind = "text/plain; charset=utf-8" if isinstance(self.body, str) else \
            "application/octet-stream"
        return Source(self.body), None if self.body is None else kind

    def _headers(self, kind: str | None) -> list[tuple[str, str]]:
        headers = list(self.headers.items() if isinstance(self.headers, Mapping) else self.headers)
        kind = self.content_type or kind
        if kind and not any(name.lower() == "content-type" for name, _ in headers):
            headers.append(("Content-Type", kind))
        if self.etag is not None:
            headers.append(("ETag", f'"{self.etag}"'))
        return headers

    def _send_all(self, exchange: Exchange, status: int, headers: list[tuple[str, str]],
                  source: Source | None) -> None:
        bare = source is None or status in (204, 304) or status < 200
        if source is None or bare:
            return exchange.send_head(status, headers)
        blocks, size = source.blocks(), source.size
        if self.gzip:
            blocks, size = gzipped(blocks), None
            headers.append(("Content-Encoding", "gzip"))
        self._send(exchange, status, headers, blocks, None if self.chunked else size)

    def _send_range(self, exchange: Exchange, wanted: str, headers: list[tuple[str, str]],
                    source: Source, size: int) -> None:
        found = _range(wanted, size)
        if found is None:
            headers += [("Content-Range", f"bytes */{size}"), ("Content-Length", "0")]
            return exchange.send_head(416, headers)
        first, end = found
        headers.append(("Content-Range", f"bytes {first}-{end - 1}/{size}"))
        self._send(exchange, 206, headers, source.blocks(first, end), end - first)

    @staticmethod
    def _send(exchange: Exchange, status: int, headers: list[tuple[str, str]],
              blocks: Iterable[bytes | memoryview], size: int | None) -> None:
        given = any(name.lower() == "content-length" for name, _ in headers)
        in_chunks = size is None and not given and exchange.chunks_allowed
        if in_chunks:
            headers.append(("Transfer-Encoding", "chunked"))
        elif size is None and not given:
            exchange.keep_alive = False  # HTTP/1.0: the body ends with the connection
        elif not given:
            headers.append(("Content-Length", str(size)))
        exchange.send_head(status, headers)
        if exchange.request.method == "HEAD":
            return
        for block in blocks:
            if not in_chunks:
                exchange.send_body(block)
            elif block:
                exchange.send(f"{len(block):x}\r\n".encode())
                exchange.send_body(block)
                exchange.send(b"\r\n")
        if in_chunks:
            exchange.send(b"0\r\n\r\n")


def _range(wanted: str, size: int) -> tuple[int, int] | None:
    """First byte and the one after the last; None if the range is empty."""
    found = re.fullmatch(r"bytes=(\d*)-(\d*)", wanted.replace(" ", ""))
    if not found or not (found[1] or found[2]):
        return None
    if not found[1]:
        return (max(0, size - int(found[2])), size) if int(found[2]) and size else None
    first, end = int(found[1]), min(size, int(found[2] or size) + 1)
    return (first, end) if first < min(size, end) else None
