"""The servers of this folder, as programs that tests in any language start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))

from process import Server as Program  # noqa: E402


@pytest.fixture(scope="session")
def tls_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("authority")
    made = Program("oauth_server.py", tls=folder)
    yield made
    made.end()


def started(name: str, *options: str) -> Any:
    """A fixture: one of the programs of this folder over TLS, shared by the tests of a module."""
    @pytest.fixture(scope="module")
    def fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
        folder = tmp_path_factory.mktemp("authority")
        made = Program(name, *options, tls=folder)
        yield made
        made.end()

    return fixture


@pytest.fixture
def program(tls_program: Program) -> Program:
    """The server over TLS, reset to its first state."""
    tls_program.do("reset")
    return tls_program
