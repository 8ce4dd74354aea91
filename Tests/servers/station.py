"""A station: a server of endless sound on a port of this machine, as Icecast is.

    with Station(sound, interval=1000, titles=["A", "B"]) as station:
        stream = client.live_stream(station.url)

Each connection is answered by the next of ``replies``; the last one is repeated.
"""

from __future__ import annotations

import socket
import struct
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Reply:
    """How one connection goes."""

    sound: bytes = b""
    status: str = "200 OK"
    headers: tuple[str, ...] = ("icy-name: Station", "Content-Type: audio/mpeg")
    #: Bytes of sound between two titles, or what the header says instead; 0: no titles.
    interval: int = 0
    stated_interval: str = ""
    titles: tuple[bytes, ...] = ()
    #: Bytes after which the connection is closed; 0: the sound is repeated for ever.
    cut: int = 0
    #: After the cut, the connection stays open without a byte.
    stalls: bool = False
    #: Sent in place of all of it; ``stalls`` applies.
    raw: bytes = b""


def encoded(*words: str, frequency: int = 440, seconds: float = 10, rate: int = 44100) -> bytes:
    """A sine wave, encoded by ffmpeg: words choose codec and container."""
    sine = f"sine={frequency}:r={rate}:d={seconds}"
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", sine, "-ac", "2", *words, "-"],
        check=True, capture_output=True).stdout


MP3 = ("-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3")
OGG = ("-c:a", "libvorbis", "-f", "ogg")
OPUS = ("-ar", "48000", "-c:a", "libopus", "-f", "ogg")
FLAC = ("-c:a", "flac", "-f", "ogg")
AAC = ("-c:a", "aac", "-f", "adts")


@dataclass
class Station:
    """``requests`` are the heads of the requests so far. Threads: any."""

    replies: list[Reply]
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    @classmethod
    def of(cls, sound: bytes, **more: Any) -> Station:
        return cls([Reply(sound, **more)])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/live"

    @property
    def connections(self) -> int:
        with self._lock:
            return len(self._open)

    def cut(self) -> None:
        """Closes all connections."""
        with self._lock:
            for one in self._open:
                with suppress(OSError):  # the client has closed it
                    one.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()
        self.cut()
        for one in self._threads[1:]:
            one.join()

    def __enter__(self) -> Station:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.end()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self._open.append(connection)
            thread = threading.Thread(target=self._serve, args=(connection,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                byte = connection.recv(1)
                if not byte:
                    return
                head += byte
            with self._lock:
                self.requests.append(head.decode())
                reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
            _send(connection, reply, "icy-metadata: 1" in head.decode().lower())
        except OSError:
            pass  # the client has closed it
        finally:
            with self._lock:
                self._open.remove(connection)
            connection.close()


def _send(connection: socket.socket, reply: Reply, wants_titles: bool) -> None:
    if reply.raw:
        connection.sendall(reply.raw)
        if reply.stalls:
            connection.recv(1)
        return
    lines = [f"HTTP/1.1 {reply.status}", *reply.headers, "Connection: close"]
    interval = reply.interval if wants_titles else 0
    if reply.stated_interval or interval:
        lines.append(f"icy-metaint: {reply.stated_interval or interval}")
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    if not reply.sound:
        return
    sent, turn = 0, 0
    while not reply.cut or sent < reply.cut:
        start = sent % len(reply.sound)
        size = min(interval or 4096, len(reply.sound) - start)
        if reply.cut:
            size = min(size, reply.cut - sent)
        part = reply.sound[start:start + size]
        while interval and len(part) < interval:  # the sound begins anew within a part
            part += reply.sound[:interval - len(part)]
        sent += len(part)
        connection.sendall(part)
        if interval:
            title = reply.titles[min(turn, len(reply.titles) - 1)] if reply.titles else b""
            turn += 1
            length = (len(title) + 15) // 16
            connection.sendall(struct.pack("B", length) + title.ljust(16 * length, b"\0"))
    if reply.stalls:
        connection.recv(1)


def title(text: str, encoding: str = "utf-8") -> bytes:
    return b"StreamTitle='" + text.encode(encoding) + b"';StreamUrl='';"
