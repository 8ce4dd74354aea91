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


def started(name: str, *options: str) -> tuple[Any, Any]:
    """Two fixtures: a program of this folder over TLS, shared by the tests of a module, which calls
    this fixture ``server``; and the same, reset to its first state for each test."""
    @pytest.fixture(scope="module")
    def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
        folder = tmp_path_factory.mktemp("authority")
        made = Program(name, *options, tls=folder)
        yield made
        made.end()

    @pytest.fixture
    def fresh(server: Program) -> Program:
        server.do("reset")
        return server

    return server, fresh
