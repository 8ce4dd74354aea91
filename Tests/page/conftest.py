"""Drops shared by the tests of this folder, on a server, and a browser for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser
from pages import Server, make_drop, make_pages

NASTY = "</title></script><img src=x onerror=alert(1)>\"'"
KEY = {"mode": "tonal", "scale": [note in (1, 2, 4, 6, 7, 9, 11) for note in range(12)], "root": 2}


@pytest.fixture(scope="session")
def drops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drops")
    make_drop(
        folder / "full", "Morning at the Harbor", artist="Ada Lindqvist", tempo=120.5, tonality=KEY,
        description="A bright loop with rain on the roof.\nRecorded in one take.",
        created=1790000000, loop={"startUs": 4_000_000, "endUs": 6_000_000},
        timeSignature={"upper": 3, "lower": 4},
        basedOn=["EuDvfMsz"], url="https://example.org/drops/full/")
    make_drop(folder / "plain", "t", with_cover=False)
    make_drop(folder / "nasty's <1> #?%", NASTY, artist="<b>\"x\" & 'y'</b>", created=1780000000,
              hue=0.1, description="\u200fright to left <!-- & -->", file="m '\"<&#?%é.wav")
    make_drop(folder / "arabic", "صباح الخير يا عالم", artist="فيروز", hue=0.9, created=1770000000)
    make_drop(folder / "long", "W" * 50, artist="m" * 140, description="x" * 140)
    make_drop(folder / "broken", "No sound", broken=True, with_cover=False)
    make_drop(folder / "large", "A large sound", rate=192_000)
    make_drop(folder / "both", "Mix and preview", preview=True)
    make_drop(folder / "fallback", "An unplayable mix", broken=True, preview=True,
              loop={"startUs": 4_000_000, "endUs": 20_000_000})
    make_drop(folder / "days", "A set of two hours", rate=3000, seconds=7205, with_cover=False)
    make_drop(folder / "secret", "An unlisted drop", listed=False, with_cover=False)
    for number in range(12):
        make_drop(folder / f"more{number}", f"Sketch {number}", with_cover=False,
                  created=1000 + number)
    make_pages(folder)
    return folder


@pytest.fixture(scope="session")
def site(drops: Path) -> Iterator[str]:
    server = Server(drops)
    yield server.url
    server.close()


@pytest.fixture(scope="session")
def plain_site(drops: Path) -> Iterator[str]:
    """The drops on a server without ranges."""
    server = Server(drops, ranges=False)
    yield server.url
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """Fails if a test's page reports an error."""
    yield chromium
    assert chromium.complaints() == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Folder for screenshots."""
    folder = Path(os.environ.get("AHA_PICTURES_DIR", "build/check/page"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
