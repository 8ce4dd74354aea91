"""Bodies of replies: bytes, files, streams, and generated bodies of any size without memory."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Callable, Union

_BLOCK = 1 << 18


class Blocks:
    """Bytes of a known size that are read from any offset: the interface of a body."""

    size: int

    def blocks(self, first: int = 0, end: int | None = None) -> Iterable[bytes | memoryview]:
        """The bytes from ``first`` up to ``end``."""
        raise NotImplementedError


class Pattern(Blocks):
    """``size`` bytes that are computed at every offset, without being stored."""

    # A prime length: swapped blocks of a power of two are detected.
    _PERIOD = 65521

    def __init__(self, size: int, seed: int = 0) -> None:
        self.size, self.seed = size, seed
        once = random.Random(seed).randbytes(self._PERIOD)
        self._blocks = memoryview(once * (_BLOCK // self._PERIOD + 2))

    def read(self, first: int, count: int) -> bytes:
        """``count`` bytes from the offset ``first`` on; fewer at the end."""
        return b"".join(self.blocks(first, min(self.size, first + count)))

    def blocks(self, first: int = 0, end: int | None = None) -> Iterator[memoryview]:
        """The bytes from ``first`` up to ``end``."""
        left = (self.size if end is None else end) - first
        while left > 0:
            begin = first % self._PERIOD
            block = self._blocks[begin:begin + min(left, _BLOCK)]
            yield block
            first += len(block)
            left -= len(block)

    def sha256(self) -> str:
        total = hashlib.sha256()
        for block in self.blocks():
            total.update(block)
        return total.hexdigest()


#: The body of a reply. Iterables are sent in chunks; a function is called for each reply, and
#: returns an iterable.
Body = Union[bytes, bytearray, str, Path, Blocks, Iterable[bytes],
             Callable[[], Iterable[bytes]], None]


class Source:
    """A body ready for sending: its size, if known, and its bytes from an offset."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self.size: int | None = None
        if body is None:
            self._body, self.size = b"", 0
        elif isinstance(body, str):
            self._body = body.encode()
        if isinstance(self._body, (bytes, bytearray)):
            self.size = len(self._body)
        elif isinstance(self._body, Path):
            self.size = self._body.stat().st_size
        elif isinstance(self._body, Blocks):
            self.size = self._body.size

    def blocks(self, first: int = 0, end: int | None = None) -> Iterable[bytes | memoryview]:
        body = self._body
        if isinstance(body, (bytes, bytearray)):
            return [memoryview(body)[first:end]]
        if isinstance(body, Blocks):
            return body.blocks(first, end)
        if isinstance(body, Path):
            return _file(body, first, self.size if end is None else end)
        return body() if callable(body) else body  # type: ignore[return-value]


def _file(path: Path, first: int, end: int | None) -> Iterator[bytes]:
    left = (end or 0) - first
    with path.open("rb") as file:
        file.seek(first)
        while left > 0:
            block = file.read(min(left, _BLOCK))
            if not block:
                return
            left -= len(block)
            yield block


def gzipped(blocks: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    for block in blocks:
        yield packer.compress(block)
    yield packer.flush()


def gzip_bomb(size: int) -> Iterator[bytes]:
    """``size`` zeros in gzip, about a thousandth of that size.

    After a full flush a block is independent, so one packed block is sent repeatedly.
    """
    zeros = bytes(1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    yield packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)  # with the head of the file
    block = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    total = zlib.crc32(zeros)
    count = max(1, size // len(zeros))
    for _ in range(count - 1):
        yield block
        total = zlib.crc32(zeros, total)
    yield b"\x03\x00" + total.to_bytes(4, "little")  # an empty last block
    yield (count * len(zeros) & 0xFFFFFFFF).to_bytes(4, "little")
