"""A server of this folder as a process of a test; commands and answers are lines of JSON.

    with Server("dropbox_server.py") as box:
        box.do("fault", reply={"status": 507})
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

FOLDER = Path(__file__).parent
Self = TypeVar("Self", bound="Server")


class Server:
    """``said`` is the line that the program printed when it was ready. ``tls`` is a folder for the
    test authority; ``ca`` is then its certificate. Threads: any."""

    def __init__(self, name: str, *options: str, tls: Path | None = None) -> None:
        more = ["--tls", str(tls)] if tls else []
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(FOLDER / name), *options, *more], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self._to, self._from = self.process.stdin, self.process.stdout
        self._lock = threading.Lock()
        self.said: dict[str, Any] = json.loads(self._from.readline())
        self.url: str = self.said["url"]
        self.ca: str | None = self.said.get("ca")

    def do(self, name: str, **more: Any) -> dict[str, Any]:
        with self._lock:
            self._to.write(json.dumps({"do": name, **more}) + "\n")
            self._to.flush()
            answer: dict[str, Any] = json.loads(self._from.readline())
        assert answer["ok"], answer
        return answer

    def files(self) -> dict[str, dict[str, Any]]:
        """Stored files by path."""
        return {one["path"]: one for one in self.do("files")["files"]}

    def resent(self) -> int:
        """How many bytes more arrived than are kept."""
        came = sum(one["bytes"] for one in self.do("uploads")["uploads"])
        return came - sum(one["size"] for one in self.do("files")["files"])

    def end(self) -> None:
        self.process.communicate(timeout=120)
        assert self.process.returncode == 0

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            self.end()
        except BaseException:
            if error is None:  # a failed test has already reported more
                raise
