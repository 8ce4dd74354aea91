"""The built site."""

from __future__ import annotations

from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "build/docs"


@pytest.fixture(scope="session")
def site() -> Path:
    assert (SITE / "index.html").is_file(), "run scripts/docs"
    return SITE
