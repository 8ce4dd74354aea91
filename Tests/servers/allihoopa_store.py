"""State of the Allihoopa stub: upload URLs with their signatures, and pieces."""

from __future__ import annotations

import hmac
import secrets
import struct
import subprocess
import time
import uuid
import zlib
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from stored import Content

_KEY = secrets.token_bytes(32)
_FORMATS = {"wav": "wav", "ogg": "ogg", "m4a": "ipod"}


@dataclass
class Place:
    """An upload URL and the uploaded bytes."""

    #: Format and type; None: any kind.
    format: str | None
    type: str | None
    expires: float
    #: Required Content-Type; None: any.
    content_type: str | None = None
    name: str = field(default_factory=lambda: str(uuid.uuid4()))
    content: Content | None = None

    @property
    def path(self) -> str:
        expires = int(self.expires)
        signature = hmac.digest(_KEY, f"{self.name} {expires} {self.content_type}".encode(),
                                "sha256").hex()
        return f"/production/piece_asset/{self.name}?Expires={expires}&Signature={signature}"


@dataclass
class Piece:
    said: dict[str, Any]
    author: str
    #: By role: mix_stem, preview_audio, cover_image, attachment.
    assets: dict[str, Place]
    uuid: str = field(default_factory=lambda: str(uuid.uuid4()))
    short_id: str = field(default_factory=lambda: secrets.token_hex(4))
    created: str = field(default_factory=lambda: datetime.now(timezone.utc).isoformat(
        timespec="microseconds"))
    #: Count of queries for each asset, by its name and format.
    asked: dict[tuple[str, str], int] = field(default_factory=dict)
    #: Conversions of the assets, by name and format.
    made: dict[tuple[str, str], Path | None] = field(default_factory=dict)

    def sound(self, name: str, wanted: str, folder: Path) -> Content | Path | None:
        """An asset in a format: as uploaded, or converted. None if the conversion fails."""
        place = self.assets.get(name) or self.assets["mix_stem"]
        if place.format == wanted:
            return place.content
        key = name, wanted
        if key not in self.made:
            self.made[key] = _transcoded(place.content or Content(), wanted, folder)
        return self.made[key]


class Store:
    """Threads: one at a time."""

    def __init__(self) -> None:
        #: By path without the query, and by public URL.
        self.places: dict[str, Place] = {}
        self.pieces: dict[str, Piece] = {}

    def new_place(self, *what: Any) -> Place:
        place = Place(*what)
        self.places[place.path.partition("?")[0]] = place
        return place

    def place(self, url: str, base: str) -> Place | None:
        """The upload for a complete signed URL."""
        found = self.places.get(url.removeprefix(base).partition("?")[0])
        return found if found and base + found.path == url else None

    def piece(self, name: str) -> Piece | None:
        """By its UUID or its short id."""
        return self.pieces.get(name) or next(
            (one for one in self.pieces.values() if one.short_id == name), None)


def _transcoded(content: Content, wanted: str, folder: Path) -> Path | None:
    source, made = (folder / (secrets.token_hex(8) + ending) for ending in ("", "." + wanted))
    with source.open("wb") as file:
        for block in content.blocks():
            file.write(block)
    done = subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(source), "-f",
                           _FORMATS[wanted], str(made)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    source.unlink()
    return made if done.returncode == 0 else None


def fallback_cover() -> bytes:
    """640 x 640 pixels of one gray, as PNG."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 640, 640, 8, 0, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress((b"\0" + b"\x80" * 640) * 640)) + chunk(b"IEND", b"")
