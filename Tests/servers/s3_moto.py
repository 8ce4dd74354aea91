"""moto behind the S3-compatible service: an implementation that is not this project's."""

from __future__ import annotations

import http.client
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request
from aha_testing.server import unused_port
from aha_testing.waiting import wait_until

_PYTHON = Path(__file__).resolve().parents[2] / ".build" / "python" / "bin" / "python"
_DROPPED = ("connection", "content-length", "date", "expect", "host", "server", "transfer-encoding")


class Moto:
    """Its process. Errors: FileNotFoundError before Tests/servers/packages has run."""

    def __init__(self, buckets: list[str], region: str, minimum_part: int = 5 << 20) -> None:
        self._port, self._buckets, self._region = unused_port(), buckets, region
        self._process = subprocess.Popen(
            [str(_PYTHON), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "S3_UPLOAD_PART_MIN_SIZE": str(minimum_part)})
        wait_until(self._listens, timeout=30, what="moto")
        self.renew()

    def renew(self) -> None:
        """As new, but for the buckets."""
        self._ask("POST", "/moto-api/reset", None, {})
        place = '<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' \
            f'<LocationConstraint>{self._region}</LocationConstraint></CreateBucketConfiguration>'
        for name in self._buckets:
            self._ask("PUT", f"/{name}", place.encode(), {})

    def forward(self, request: Request, bucket: str, key: str) -> Answer:
        """What moto says to a request whose signature was checked."""
        headers = {name: value for name, value in request.headers if name.lower() not in _DROPPED}
        query = request.target.partition("?")[2]
        target = "/" + quote(bucket) + ("/" + quote(key, safe="/~") if key else "")
        status, data, got = self._ask(request.method, f"{target}?{query}".rstrip("?"),
                                      _Body(request) if request.size else None, headers)
        kept = [(name, value) for name, value in got.items() if name.lower() not in _DROPPED]
        if request.method == "HEAD":
            kept.append(("Content-Length", got["Content-Length"] or "0"))
        return Reply(status, data or None, headers=kept)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)

    def _listens(self) -> bool:
        try:
            return self._ask("GET", "/moto-api/", None, {})[0] == 200
        except ConnectionRefusedError:
            return False

    def _ask(self, method: str, target: str, body: bytes | _Body | None, headers: dict[str, str]
             ) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            length = {"Content-Length": str(body.size)} if isinstance(body, _Body) else {}
            connection.request(method, target, body, {**headers, **length})
            reply = connection.getresponse()
            return reply.status, reply.read(), reply.headers
        finally:
            connection.close()


class _Body:
    """A request's body, block by block."""

    def __init__(self, request: Request) -> None:
        self._request, self.size = request, request.size

    def __iter__(self) -> Iterator[bytes]:
        if self._request.stored is None:
            yield self._request.body
            return
        with open(self._request.stored.path, "rb") as file:
            while block := file.read(1 << 20):
                yield block
