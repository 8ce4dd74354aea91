"""axe-core finds nothing on any page, from a server and from a disk."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

import pytest
from browser import Browser

AXE = Path(os.environ.get("AHA_AXE", "missing"))
PAGES = ["full/", "plain/", "nasty's <1> #?%/", "arabic/", "long/", "broken/", "fallback/",
         "days/", ""]

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="NOT TESTED: axe-core is not here")


@pytest.fixture(scope="module")
def relaxed(chromium: Browser) -> Browser:
    """The pages' policy forbids other scripts, axe's too."""
    chromium.command("Page.setBypassCSP", enabled=True)
    yield chromium
    chromium.command("Page.setBypassCSP", enabled=False)


@pytest.mark.parametrize("place", ["server", "disk"])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 1100, 3840])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(relaxed: Browser, site: str, drops: Path, name: str, width: int,
                           dark: bool, place: str) -> None:
    root = site if place == "server" else drops.as_uri() + "/"
    relaxed.open(f"{root}{quote(name)}index.html", width=width, dark=dark)
    relaxed.js(AXE.read_text() + ";window.axe=axe")
    relaxed.js("axe.run().then(r=>{window.found=r})")
    relaxed.wait("window.found")
    found = relaxed.js("""return found.violations.map(v=>
        v.id+': '+v.nodes.map(n=>n.html.slice(0,120)).join(' '))""")
    assert found == []
    assert relaxed.js("return found.passes.length") > 10
    relaxed.complaints()
