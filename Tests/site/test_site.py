"""Pages of the site in Chromium, opened as files, at two widths."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser

PAGES = ("index.html", "effects.html", "recipes/mix.html", "reference/player.html",
         "reference/base.html", "reference/command.html", "packaging.html")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_page_fits_its_window_and_loads_files_only(site: Path, browser: Browser, name: str,
                                                   width: int) -> None:
    pictures = Path(os.environ.get("AHA_PICTURES_DIR", "build/check/site"))
    pictures.mkdir(parents=True, exist_ok=True)
    browser.open(f"file://{site}/{name}", width=width)
    browser.wait("document.readyState === 'complete'")
    browser.driver.save_screenshot(str(pictures / f"{name.replace('/', '_')}-{width}.png"))
    assert browser.js("return document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []
    assert {url.partition(":")[0] for url in browser.requests()} <= {"file", "data"}


def test_search_works_without_a_server(site: Path, browser: Browser) -> None:
    browser.open(f"file://{site}/index.html", width=1280)
    browser.find("[data-md-component=search-query]").send_keys("aha_player_seek_frames")
    result = "document.querySelector('.md-search-result__link')"
    assert browser.wait(f"{result} && {result}.href.includes('reference/player.html')")
    assert browser.complaints() == []


def test_a_chosen_language_holds_on_the_next_page(site: Path, browser: Browser) -> None:
    shown = "[...document.querySelectorAll('.tabbed-block')].find(one => one.offsetHeight > 0)"
    browser.open(f"file://{site}/recipes/mix.html", width=1280)
    browser.js("[...document.querySelectorAll('.tabbed-labels > label')]"
               ".find(one => one.textContent === 'Python').click()")
    browser.wait(f"{shown}.textContent.includes('import aha')")
    browser.open(f"file://{site}/recipes/record.html", width=1280)
    browser.wait(f"{shown}.textContent.includes('import aha')")


def test_an_effect_can_be_heard(site: Path, browser: Browser) -> None:
    browser.open(f"file://{site}/effects.html", width=1280)
    browser.js("const sound = document.querySelector('audio[src*=\"reverb\"]');"
               "sound.muted = true; sound.play()")
    browser.wait("document.querySelector('audio[src*=\"reverb\"]').currentTime > 0")
    duration = browser.js("return document.querySelector('audio[src*=\"reverb\"]').duration")
    assert 4 < duration < 6
