"""Bodies on disk: hashed while they arrive, and joined without copies."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Callable

from aha_testing.bodies import Blocks
from aha_testing.recorded import Part, Request
from aha_testing.reading import Sum

_BLOCK = 1 << 20


class Stored(Sum):
    """The body of one request, as a file that lives as long as this object.

    ``hashes`` names the hashes to compute; ``counted`` is called with the count of received bytes,
    even if the body is incomplete.
    """

    def __init__(self, folder: Path, hashes: Iterable[str] = ("sha256",),
                 counted: Callable[[int], None] | None = None) -> None:
        super().__init__(0, hashing=False)
        self._hashes = {name: make_hash(name) for name in hashes}
        self._counted = counted
        handle, self.path = tempfile.mkstemp(dir=folder)
        self._file = os.fdopen(handle, "wb", buffering=0)
        self._finalizer = weakref.finalize(self, _unlink, self.path)

    def add(self, data: memoryview | bytes) -> None:
        self.size += len(data)
        for each in self._hashes.values():
            each.update(data)
        while data:
            data = data[self._file.write(data):]

    def put_into(self, target: Request | Part) -> None:
        self.end()
        assert isinstance(target, Request)
        target.size, target.sha256 = self.size, self.hash("sha256")
        if target.complete:
            target.stored = self

    def end(self) -> None:
        self._file.close()
        if self._counted:
            self._counted(self.size)

    def hash(self, name: str) -> str:
        """Lower-case hex; "" if it was not computed."""
        return str(self._hashes[name].hexdigest()) if name in self._hashes else ""

    def spoil(self) -> None:
        """Changes a byte, as a failing disk does; the hashes are of the stored bytes."""
        data = bytearray(self.read())
        if data:
            data[len(data) // 2] ^= 1
        Path(self.path).write_bytes(data)
        self._hashes = {name: make_hash(name) for name in self._hashes}
        for each in self._hashes.values():
            each.update(data)

    def read(self) -> bytes:
        return Path(self.path).read_bytes()


class Content(Blocks):
    """A file as a service stores it: the bodies of requests, one after another."""

    def __init__(self, parts: Iterable[Stored] = ()) -> None:
        self.parts = [part for part in parts if part.size]
        self.size = sum(part.size for part in self.parts)
        self._hashes: dict[str, str] = {}

    def blocks(self, first: int = 0, end: int | None = None) -> Iterator[bytes]:
        left = (self.size if end is None else end) - first
        for part in self.parts:
            if first >= part.size:
                first -= part.size
                continue
            with open(part.path, "rb", buffering=0) as file:
                file.seek(first)
                first = 0
                while left > 0 and (block := file.read(min(left, _BLOCK))):
                    left -= len(block)
                    yield block
            if not left:
                return

    def hash(self, name: str) -> str:
        """Lower-case hex, over the whole content."""
        if name not in self._hashes:
            known = self.parts[0].hash(name) if len(self.parts) == 1 else ""
            self._hashes[name] = known or self._computed(name)
        return self._hashes[name]

    def _computed(self, name: str) -> str:
        total = make_hash(name)
        for block in self.blocks():
            total.update(block)
        return str(total.hexdigest())


class DropboxHash:
    """Dropbox's content_hash: SHA-256 of the SHA-256 of each 4 MiB."""

    _SIZE = 4 << 20

    def __init__(self) -> None:
        self._total, self._block, self._left = hashlib.sha256(), hashlib.sha256(), self._SIZE

    def update(self, data: bytes | memoryview) -> None:
        while data:
            taken, data = data[:self._left], data[self._left:]
            self._block.update(taken)
            self._left -= len(taken)
            if not self._left:
                self._total.update(self._block.digest())
                self._block, self._left = hashlib.sha256(), self._SIZE

    def hexdigest(self) -> str:
        total = self._total.copy()
        if self._left < self._SIZE:
            total.update(self._block.digest())
        return total.hexdigest()


def make_hash(name: str) -> Any:
    """A hash of hashlib, or "dropbox"."""
    if name == "dropbox":
        return DropboxHash()
    return hashlib.new(name, usedforsecurity=False)


class Tally:
    """Received bytes of each chunk of each upload, and the count of its requests."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chunks: dict[tuple[str, str], list[int]] = {}

    def add(self, upload: str, chunk: str, size: int) -> None:
        if not size:  # a status query
            return
        with self._lock:
            found = self._chunks.setdefault((upload, chunk), [0, 0])
            found[0] += size
            found[1] += 1

    def as_list(self) -> list[dict[str, Any]]:
        """Uploads and their chunks, each in the order of their first bytes."""
        with self._lock:
            uploads: dict[str, dict[str, Any]] = {}
            for (upload, chunk), (size, times) in self._chunks.items():
                one = uploads.setdefault(upload, {"upload": upload, "bytes": 0, "chunks": []})
                one["bytes"] += size
                one["chunks"].append({"chunk": chunk, "bytes": size, "times": times})
            return list(uploads.values())


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
