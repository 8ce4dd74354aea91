"""Drops with pages for the browser: folders of sounds and covers, and a server for them."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import struct
import subprocess
import threading
import wave
import zlib
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 30


@cache
def sound(seconds: int = SECONDS, rate: int = 8000) -> bytes:
    """A WAV of a tone that restarts every second."""
    second = [int(math.sin(at * 0.173) * (1 - at / rate) * 9000) for at in range(rate)]
    data = BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{rate}h", *second) * seconds)
    return data.getvalue()


@cache
def cover(hue: float, size: int = 200) -> bytes:
    """A PNG of fading rings."""
    def pixel(x: int, y: int) -> bytes:
        far = math.hypot(x - size * 0.4, y - size * 0.62) / size
        light = 0.55 + 0.45 * math.cos(far * 26)
        tint = [0.5 + 0.5 * math.cos(6.283 * (hue + far * 0.35 + third / 3)) for third in range(3)]
        return bytes(int(255 * max(0.04, light * part * (1.1 - far))) & 255 for part in tint)

    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(size)) for y in range(size))

    def chunk(kind: bytes, body: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + checksum

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def entry(folder: Path, role: str, name: str, kind: str) -> dict[str, Any]:
    data = (folder / name).read_bytes()
    return {"role": role, "name": name, "type": kind, "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest()}


def make_drop(folder: Path, title: str, *, file: str = "mix.wav", hue: float = 0.6,
              with_cover: bool = True, broken: bool = False, preview: bool = False,
              rate: int = 8000, seconds: int = SECONDS, **more: Any) -> Path:
    """A folder as a drop leaves it, without its page (make_pages). `more`: fields of the
    manifest."""
    folder.mkdir(parents=True)
    (folder / file).write_bytes(b"no sound at all" if broken else sound(seconds, rate))
    files = [entry(folder, "mixStem", file, "audio/wav")]
    if preview:
        (folder / "preview.wav").write_bytes(sound(8))
        files.append(entry(folder, "preview", "preview.wav", "audio/wav"))
    if with_cover:
        (folder / "cover.png").write_bytes(cover(hue))
        files.append(entry(folder, "cover", "cover.png", "image/png"))
    manifest = {"format": "libaha-piece", "version": 1, "title": title,
                "lengthUs": seconds * 1_000_000, "id": re.sub(r"\W", "", folder.name),
                "generator": "libaha 0.7.0", "files": files, **more}
    (folder / "piece.json").write_text(json.dumps(manifest))
    return folder


def make_pages(folder: Path) -> None:
    """Writes the page of every drop in a folder, and the page and feed of all of them."""
    subprocess.run(
        ["swift", "test", "--skip-build", "--disable-xctest", "-c", "debug", "--scratch-path",
         os.environ.get("AHA_PAGES_BUILD", ".build/debug"), "--filter", "PageFiles"],
        cwd=ROOT, check=True, capture_output=True,
        env={**os.environ, "AHA_TESTS": "AhaPageTests", "AHA_PAGES_DIR": str(folder)})


class Handler(SimpleHTTPRequestHandler):
    """Serves files, also in ranges unless `ranges` is false."""

    protocol_version = "HTTP/1.1"
    ranges = True

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not self.ranges or not found or not path.is_file():
            super().do_GET()
            return
        data = path.read_bytes()
        first, last = int(found[1]), min(int(found[2] or len(data)), len(data) - 1)
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        self.wfile.write(data[first:last + 1])

    def end_headers(self) -> None:
        if self.ranges:
            self.send_header("Accept-Ranges", "bytes")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            pass  # The browser has closed the connection.


class Server:
    """Serves a folder on loopback within a `with` block."""

    def __init__(self, folder: Path, ranges: bool = True) -> None:
        kind = type("Served", (Handler,), {"ranges": ranges})
        self.http = ThreadingHTTPServer(
            ("127.0.0.1", 0), lambda *args: kind(*args, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.http.server_port}/"
        self.thread = threading.Thread(target=self.http.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
