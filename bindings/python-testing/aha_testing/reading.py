"""Reads requests from a socket: heads, bodies of known length or in chunks, parts of forms."""

from __future__ import annotations

import hashlib
import re
import socket
from collections.abc import Iterator

from .recorded import Headers, Part, Request

HEAD_LIMIT = 1 << 20
_BLOCK = 1 << 18


class BadRequest(Exception):
    """The received bytes are not HTTP; the text says why."""


class Reader:
    """A buffer before a socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._kept = bytearray()
        self._block = bytearray(0)

    def until(self, mark: bytes, limit: int = HEAD_LIMIT) -> bytes | None:
        """Up to and including ``mark``; None if the client closed before the first byte."""
        begin = 0
        while True:
            at = self._kept.find(mark, begin)
            if at >= 0:
                found = bytes(self._kept[:at + len(mark)])
                del self._kept[:at + len(mark)]
                return found
            begin = max(0, len(self._kept) - len(mark) + 1)
            if len(self._kept) > limit:
                raise BadRequest(f"more than {limit} bytes without an end of line or head")
            got = self._sock.recv(65536)
            if not got:
                if self._kept.strip():
                    raise BadRequest(f"closed after {len(self._kept)} bytes of a head")
                return None
            self._kept += got

    def some(self, limit: int) -> memoryview | bytes:
        """Between one byte and this many; the next call overwrites them."""
        if self._kept:
            found = bytes(self._kept[:limit])
            del self._kept[:limit]
            return found
        if not self._block:
            self._block = bytearray(_BLOCK)
        count = self._sock.recv_into(self._block, min(limit, _BLOCK))
        if not count:
            raise BadRequest("closed in the middle of a body")
        return memoryview(self._block)[:count]

    def body(self, headers: Headers) -> Iterator[memoryview | bytes]:
        """The body in pieces."""
        if "chunked" in (headers.get("Transfer-Encoding") or "").lower():
            yield from self._chunks()
        else:
            yield from self._counted(_length(headers))

    def _counted(self, left: int) -> Iterator[memoryview | bytes]:
        while left:
            got = self.some(left)
            left -= len(got)
            yield got

    def _chunks(self) -> Iterator[memoryview | bytes]:
        while True:
            line = (self.until(b"\r\n", 1024) or b"").split(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]{1,15}", line):
                raise BadRequest(f"{line!r} is no size of a chunk")
            size = int(line, 16)
            if not size:
                break
            yield from self._counted(size)
            if self.until(b"\r\n", 2) != b"\r\n":
                raise BadRequest("a chunk is longer than it says")
        while self.until(b"\r\n") not in (b"\r\n", None):
            pass


def _length(headers: Headers) -> int:
    text = headers.get("Content-Length", "0") or ""
    if not re.fullmatch(r"[0-9]{1,18}", text.strip()):
        raise BadRequest(f"Content-Length is {text!r}")
    return int(text)


def parse_head(head: bytes) -> tuple[str, str, str, Headers]:
    """Method, target, version, headers."""
    first, *lines = head.decode("latin-1").strip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest(f"{first[:200]!r} is no request")
    pairs = []
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            raise BadRequest(f"{line[:200]!r} is no header")
        pairs.append((name, value.strip()))
    return words[0], words[1], words[2], Headers(pairs)


class Sum:
    """Counts and hashes bytes, and stores the first ``limit``."""

    def __init__(self, limit: int, hashing: bool = True) -> None:
        self._room = limit
        self._kept = bytearray()
        self._hash = hashlib.sha256() if hashing else None
        self.size = 0

    def add(self, data: memoryview | bytes) -> None:
        self.size += len(data)
        if self._hash:
            self._hash.update(data)
        if self._room:
            self._kept += data[:self._room]
            self._room -= min(self._room, len(data))

    def put_into(self, target: Request | Part) -> None:
        data, digest = bytes(self._kept), self._hash.hexdigest() if self._hash else ""
        if isinstance(target, Request):
            target.body = data
        else:
            target.data = data
        target.size, target.sha256 = self.size, digest if self.size else ""


class Form:
    """Parses multipart/form-data while it arrives."""

    def __init__(self, boundary: str, limit: int, hashing: bool) -> None:
        self._mark = b"\r\n--" + boundary.encode("latin-1")
        self._rest = bytearray(b"\r\n")  # so that the first boundary looks like the others
        self._limit, self._hashing = limit, hashing
        self._sum: Sum | None = None
        self._in_head = False
        self.parts: list[Part] = []

    def add(self, data: memoryview | bytes) -> None:
        self._rest += data
        while self._head() if self._in_head else self._data():
            pass

    def _data(self) -> bool:
        """Everything up to the next boundary; True if the boundary has arrived."""
        at = self._rest.find(self._mark)
        end = at if at >= 0 else len(self._rest) - len(self._mark) + 1
        if at >= 0 and len(self._rest) < at + len(self._mark) + 2:
            return False  # whether it is the last boundary is not known yet
        if self._sum and end > 0:
            self._sum.add(bytes(self._rest[:end]))
        del self._rest[:max(0, end)]
        if at < 0:
            return False
        self.finish()
        last = self._rest[len(self._mark):].startswith(b"--")
        del self._rest[:len(self._mark)]
        self._in_head = not last
        return not last

    def _head(self) -> bool:
        at = self._rest.find(b"\r\n\r\n")
        if at < 0:
            if len(self._rest) > HEAD_LIMIT:
                raise BadRequest("the head of a part has no end")
            return False
        lines = self._rest[:at].decode("utf-8", "replace").split("\r\n")
        headers = Headers((name.strip(), value.strip()) for name, colon, value in
                          (line.partition(":") for line in lines) if colon)
        said = headers.get("Content-Disposition") or ""
        self.parts.append(Part(parameter(said, "name") or "", parameter(said, "filename"), headers))
        self._sum = Sum(self._limit, self._hashing)
        del self._rest[:at + 4]
        self._in_head = False
        return True

    def finish(self) -> None:
        if self._sum:
            self._sum.put_into(self.parts[-1])
        self._sum = None


def parameter(value: str, name: str) -> str | None:
    """A parameter of a header such as ``form-data; name="a"``."""
    quoted_or_bare = r'(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))'
    found = re.search(r";\s*" + re.escape(name) + r"\s*=\s*" + quoted_or_bare, value)
    if not found:
        return None
    quoted, bare = found.groups()
    return bare if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
