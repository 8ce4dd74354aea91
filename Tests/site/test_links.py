"""Links of the built site, without a server: each leads to a file and an anchor of the site, and
no page loads a resource of another host."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MAX_SOUND = 100_000


class Page(HTMLParser):
    """The anchors, links and loaded resources of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.repeated: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if name := found.get("id"):
            if name in self.anchors:
                self.repeated.add(name)
            self.anchors.add(name)
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif "src" in found or (tag == "link" and "href" in found):
            self.loaded.append(found.get("src") or found["href"])


def pages(site: Path) -> dict[str, Page]:
    return {str(path.relative_to(site)): Page(path) for path in sorted(site.rglob("*.html"))}


def test_each_link_leads_to_a_file_and_an_anchor(site: Path) -> None:
    found = pages(site)
    dead = []
    for name, page in found.items():
        for link in [*page.links, *page.loaded]:
            url = urlsplit(link)
            if url.scheme in ("https", "http", "mailto", "data"):
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(name), unquote(url.path))) \
                if url.path else name
            if not (site / there).is_file():
                dead.append(f"{name}: {link}")
            elif there in found and unquote(url.fragment) not in found[there].anchors:
                dead.append(f"{name}: no anchor {link}")
    assert not dead, "\n".join(sorted(set(dead)))
    assert sum(len(page.links) for page in found.values()) > 10_000


def test_no_anchor_occurs_twice(site: Path) -> None:
    assert not {name: page.repeated for name, page in pages(site).items() if page.repeated}


def test_no_page_loads_a_resource_of_another_host(site: Path) -> None:
    for name, page in pages(site).items():
        assert not [link for link in page.loaded if re.match(r"(\w+:)?//", link)], name
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import )\W*(https?:)?//", path.read_text()), path


def test_sounds_are_small_and_each_effect_has_one(site: Path) -> None:
    text = (site / "effects.html").read_text()
    kinds = re.findall(r'<h3 id="([a-z-]+)">[^<]*: <code>(\w+)</code>', text)
    assert len(kinds) > 15
    for _, kind in kinds:
        assert f'src="sounds/{kind}.opus"' in text
        assert 10_000 < (site / f"sounds/{kind}.opus").stat().st_size <= MAX_SOUND, kind
