"""The server's side of one exchange: answers send through it and end the connection with it."""

from __future__ import annotations

import fcntl
import select
import socket
import ssl
import struct
import termios
import time
from collections.abc import Iterable
from email.utils import formatdate
from http import HTTPStatus

from .recorded import Headers, Request

_GATHERED = 1 << 16


class Ended(Exception):
    """The connection has ended: the client disconnected, or a fault closed it."""


def client_left(sock: socket.socket, seconds: float) -> bool:
    """Waits until the client disconnects, or for this many seconds; never reads."""
    poller = select.poll()
    poller.register(socket.socket.fileno(sock), select.POLLRDHUP)
    return bool(poller.poll(max(0, int(seconds * 1000))))


class Exchange:
    """Sends one reply. Faults that slow or cut it are set before the reply begins."""

    def __init__(self, sock: socket.socket, request: Request, version: str = "HTTP/1.1") -> None:
        self.sock, self.request = sock, request
        #: False: the connection ends with this reply.
        self.keep_alive = version == "HTTP/1.1" and request.complete and \
            (request.headers.get("Connection") or "").lower() != "close"
        self.chunks_allowed = version == "HTTP/1.1"
        #: Max bytes per second.
        self.bytes_per_second: float | None = None
        #: Bytes of the body after which ``end`` is called.
        self.body_limit: int | None = None
        self.at_limit = self.close
        self._body_sent = 0
        self._waiting = bytearray()

    # Sending

    def send_head(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """The status line and the headers, with Date and, at the end, Connection: close."""
        pairs = Headers(headers)
        reason = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Other"
        lines = [f"HTTP/1.1 {status} {reason}"]
        if "Date" not in pairs:
            lines.append("Date: " + formatdate(usegmt=True))
        lines += [f"{name}: {value}" for name, value in pairs]
        if (pairs.get("Connection") or "").lower() == "close":
            self.keep_alive = False
        elif not self.keep_alive:
            lines.append("Connection: close")
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace"))
        if self.body_limit == 0:
            self.at_limit()

    def send_body(self, data: bytes | memoryview) -> None:
        """Sends bytes of the body, already encoded."""
        if self.body_limit is not None and len(data) >= self.body_limit - self._body_sent:
            self.send(data[:self.body_limit - self._body_sent])
            self.at_limit()
        self._body_sent += len(data)
        self.send(data)

    def send(self, data: bytes | memoryview) -> None:
        """Sends any bytes. Small ones are buffered until ``flush``."""
        if self.bytes_per_second is not None:
            self._drip(data, self.bytes_per_second)
        elif len(self._waiting) + len(data) <= _GATHERED:
            self._waiting += data
        else:
            self.flush()
            self._write(data)

    def flush(self) -> None:
        if self._waiting:
            data, self._waiting = self._waiting, bytearray()
            self._write(data)

    def wait(self, seconds: float) -> None:
        """Waits; ends early, with Ended, if the client disconnects."""
        self.flush()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if client_left(self.sock, min(3600, deadline - time.monotonic())):
                self._gone()

    # Ends of a connection

    def close(self) -> None:
        """Ends the output; bytes sent so far arrive."""
        self.flush()
        raise Ended

    def reset(self) -> None:
        """A TCP reset, after the bytes sent so far have arrived."""
        self.flush()
        deadline = time.monotonic() + 2
        while self._unsent() and time.monotonic() < deadline:
            if client_left(self.sock, 0.001):
                break
        reset_on_close(self.sock)
        raise Ended

    def _unsent(self) -> int:
        answer = fcntl.ioctl(socket.socket.fileno(self.sock), termios.TIOCOUTQ, bytes(4))
        return int(struct.unpack("i", answer)[0])

    def _drip(self, data: bytes | memoryview, pace: float) -> None:
        step = max(1, int(pace / 10))
        for begin in range(0, len(data), step):
            self._write(data[begin:begin + step])
            self.wait(step / pace)

    def _write(self, data: bytes | bytearray | memoryview) -> None:
        try:
            self.sock.sendall(data)
        except (OSError, ssl.SSLError):
            self._gone()

    def _gone(self) -> None:
        self.request.hung_up = time.monotonic()
        raise Ended


def reset_on_close(sock: socket.socket) -> None:
    """Sets the socket so that closing it sends RST."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
