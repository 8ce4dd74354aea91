"""The page and the feed of a folder of drops, and the manifests in it."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from browser import Browser
from pages import ROOT
from selenium.webdriver.common.keys import Keys

ITUNES = "{http://www.itunes.com/dtds/podcast-1.0.dtd}"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 1100])
def test_the_list_shows_all_pieces(browser: Browser, site: str, pictures: Path, width: int,
                          dark: bool) -> None:
    browser.open(site + "index.html", width=width, dark=dark)
    titles = browser.js("return [...document.querySelectorAll('.list b')].map(e=>e.textContent)")
    assert titles[0] == "Morning at the Harbor" and len(titles) == 22
    assert titles[3] == "Sketch 11" and "An unlisted drop" not in titles
    assert browser.js("return document.documentElement.scrollWidth") <= width
    assert all(url.startswith((site, "data:")) for url in browser.requests())
    browser.picture(pictures / f"list-{width}-{'dark' if dark else 'light'}.png")


def test_an_entry_leads_to_its_piece(browser: Browser, site: str) -> None:
    for number, title in [(0, "Morning at the Harbor"), (1, "</title></script>")]:
        browser.open(site + "index.html")
        browser.js(f"document.querySelectorAll('.list a')[{number}].click()")
        browser.wait("document.querySelector('#player')")
        assert browser.driver.title.startswith(title)


def test_the_pieces_play_one_after_the_other(browser: Browser, site: str) -> None:
    browser.open(site + "index.html")
    browser.find("#all").click()
    playing = "document.querySelector('#bar audio').currentTime>0"
    browser.wait(playing + "&&document.getElementById('now').textContent=='Morning at the Harbor'")
    browser.js("document.querySelector('#bar audio').dispatchEvent(new Event('ended'))")
    browser.wait(playing + "&&document.querySelectorAll('.list li')[1].matches('.now')")
    browser.find("#back").click()
    browser.wait(playing + "&&document.querySelectorAll('.list li')[0].matches('.now')")
    assert all(url.startswith((site, "data:")) for url in browser.requests())


def test_a_search_hides_the_others(browser: Browser, site: str) -> None:
    browser.open(site + "index.html")
    browser.find("#find").send_keys("MORNING lind")
    browser.wait("document.getElementById('found').textContent=='1 found'")
    shown = ("return [...document.querySelectorAll('.list li')]"
             ".filter(e=>e.checkVisibility()).length")
    assert browser.js(shown) == 1
    browser.find("#find").send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE)
    browser.wait("document.getElementById('found').textContent==''")
    assert browser.js(shown) == 22


def test_the_feed_has_every_piece(drops: Path) -> None:
    channel = ElementTree.parse(drops / "feed.xml").getroot().find("channel")
    assert channel is not None and channel.findtext("title") == 'My "pieces" & <more>'
    items = channel.findall("item")
    assert len(items) == 22 and len({item.findtext("guid") for item in items}) == 22
    dates = [parsedate_to_datetime(text) for item in items if (text := item.findtext("pubDate"))]
    assert dates == sorted(dates, reverse=True) and dates[0].timestamp() == 1790000000
    for item in items:
        enclosure = item.find("enclosure")
        assert enclosure is not None and enclosure.get("type") == "audio/wav"
        url = enclosure.get("url", "")
        if not url.startswith("https://example.org/"):
            assert str((drops / unquote(url)).stat().st_size) == enclosure.get("length")
        days = item.findtext("title") == "A set of two hours"
        assert item.findtext(ITUNES + "duration") == ("7205" if days else "30")
    assert items[1].findtext("title", "").startswith("</title></script>")


def test_manifests_are_as_the_schema_says(drops: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    piece, drop = (json.loads((ROOT / f"docs/{name}.schema.json").read_text())
                   for name in ("piece", "drop"))
    resolver = jsonschema.RefResolver("", drop, {"piece.schema.json": piece})
    check = jsonschema.Draft202012Validator(drop, resolver=resolver)
    manifests = sorted(drops.glob("*/piece.json"))
    assert len(manifests) == 23
    for path in manifests:
        check.validate(json.loads(path.read_text()))
    good = json.loads(manifests[0].read_text())
    names = ["../x", "/x", "a//b", ".x", "a/.x", "c:x", "a\\b", "a\n", "", "x" * 256,
             "piece.json", "a/"]
    for name in names:
        assert not check.is_valid({**good, "files": [{**good["files"][0], "name": name}]}), name
    for change in ({"url": "javascript:1"}, {"url": "https:///"}, {"created": -1}, {"id": "a b"},
                   {"files": {}}, {"files": [{"role": "cover"}]}, {"title": ""}):
        assert not check.is_valid({**good, **change}), change
    for change in ({"url": "https://a"}, {"files": [{"role": "new"}]}, {"id": None},
                   {"created": 0}):
        assert check.is_valid({**good, **change}), change
