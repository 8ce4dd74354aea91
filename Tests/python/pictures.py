"""PNGs written by hand for the tests, and read by ffmpeg."""

from __future__ import annotations

import json
import struct
import subprocess
import zlib
from pathlib import Path

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Samples of a pixel, by PNG's color type.
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
#: First column and row of each pass of Adam7, and the steps.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2))


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(
        ">I", zlib.crc32(kind + body))


def head(width: int, height: int, color: int, bits: int = 8, interlaced: bool = False) -> bytes:
    numbers = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, int(interlaced))
    return SIGNATURE + chunk(b"IHDR", numbers)


def lines(samples: np.ndarray) -> bytes:
    """Rows, each after a zero for "no filter"."""
    if not samples.size:
        return b""
    rows = np.ascontiguousarray(samples).reshape(len(samples), -1)
    return b"".join(b"\0" + row.tobytes() for row in rows)


def png(samples: np.ndarray, color: int, *, extra: bytes = b"", interlaced: bool = False,
        bits: int | None = None, tail: bytes = b"") -> bytes:
    """A PNG of rows, columns and samples, or of packed rows with `bits`. `tail` follows the last
    pixel, compressed too.
    """
    samples = samples.astype(">u2" if samples.dtype.itemsize == 2 else "u1")
    width = samples.shape[1] * (8 // bits if bits else 1)
    data = lines(samples)
    if interlaced:
        data = b"".join(lines(samples[y::down, x::right]) for x, y, right, down in PASSES)
    start = head(width, samples.shape[0], color, bits or 8 * samples.dtype.itemsize, interlaced)
    return (start + extra + chunk(b"IDAT", zlib.compress(data + tail, 9)) + chunk(b"IEND", b""))


def pixels(path: Path) -> np.ndarray:
    """Decoded by ffmpeg: rows, columns, and red, green and blue."""
    facts = probe(path)["streams"][0]
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, capture_output=True).stdout
    return np.frombuffer(data, np.uint8).reshape(facts["height"], facts["width"], 3).astype(int)


def texts(path: Path) -> dict[str, str]:
    """The uncompressed texts of a PNG."""
    data, place, found = path.read_bytes(), len(SIGNATURE), {}
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind in (b"tEXt", b"iTXt"):
            name, text = body.split(b"\0", 1)
            found[name.decode()] = text.lstrip(b"\0").decode()
        place += length + 12
    return found


def probe(path: Path) -> dict:
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_frames", "-of", "json", path],
        check=True, capture_output=True).stdout
    return json.loads(said)
