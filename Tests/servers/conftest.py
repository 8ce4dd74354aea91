"""The servers of this folder, as programs that tests in any language start."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))


class Program:
    """A server's process: commands and answers are lines of JSON."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-B", *command], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self._to, self._from = self.process.stdin, self.process.stdout
        self.said: dict[str, Any] = json.loads(self._from.readline())
        self.url: str = self.said["url"]

    def do(self, name: str, **more: Any) -> dict[str, Any]:
        self._to.write(json.dumps({"do": name, **more}) + "\n")
        self._to.flush()
        answer: dict[str, Any] = json.loads(self._from.readline())
        assert answer["ok"], answer
        return answer

    def end(self) -> None:
        self.process.communicate(timeout=10)
        assert self.process.returncode == 0


@pytest.fixture(scope="session")
def tls_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("authority")
    made = Program(str(FOLDER / "oauth_server.py"), "--tls", str(folder))
    yield made
    made.end()


def started(name: str, *options: str) -> Any:
    """A fixture: one of the programs of this folder over TLS, shared by the tests of a module."""
    @pytest.fixture(scope="module")
    def fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
        folder = tmp_path_factory.mktemp("authority")
        made = Program(str(FOLDER / name), "--tls", str(folder), *options)
        yield made
        made.end()

    return fixture


@pytest.fixture
def program(tls_program: Program) -> Program:
    """The server over TLS, reset to its first state."""
    tls_program.do("reset")
    return tls_program
