"""Shared by the tests of libraries: trees of sounds."""

from __future__ import annotations

import struct
from pathlib import Path


def write_sound(path: Path, number: int, frames: int = 400) -> Path:
    """A short WAV file; different for each number."""
    data = struct.pack("<h", number % 30_000 + 1) * frames
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1,
                       8000, 16000, 2, 16, b"data", len(data))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + data)
    return path


def write_tree(folder: Path, count: int) -> Path:
    """`count` sounds, a hundred in each folder."""
    for number in range(count):
        write_sound(folder / f"{number // 100:03}" / f"sound {number}.wav", number)
    return folder
