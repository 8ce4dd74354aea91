"""Pages of the site in Chromium, opened as files, at two widths."""

from __future__ import annotations

import os
import subprocess
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


# Words of tasks and names of functions, and the section or page that must come first.
SEARCHES = {
    "volume": "engine.html#players", "trim": "converting.html",
    "3D": "engine.html#place-players-in-space", "microphone": "inputs.html",
    "FetchContent": "packaging.html#find-the-library-cmake-meson-pkg-config",
    "xruns": "troubleshooting.html#xruns", "pygame": "migrating.html#pygamemixer",
    "aha_player_seek_frames": "reference/player.html#aha_player_seek_frames",
    "aha_player_start": "reference/player.html#aha_player_start",
    "aha_engine_render": "reference/engine.html#aha_engine_render",
    "AHA_PLAYER_START": "reference/player.html#aha_player_start",
}
RESULT = "document.querySelector('.md-search-result__link')"
BEST = """[...document.querySelectorAll('.md-search-result__link')].sort((one, other) =>
    other.firstElementChild.dataset.mdScore - one.firstElementChild.dataset.mdScore)[0]"""


def searched(site: Path, browser: Browser, query: str) -> list[str]:
    """The links of the results, the best first."""
    browser.open(f"file://{site}/index.html?q={query}", width=1280)
    browser.wait(f"{RESULT} && document.querySelector('.md-search-result__meta')"
                 ".textContent.includes('match')")
    found = browser.js("return [...document.querySelectorAll('.md-search-result__link')].map("
                       "one => [one.href, +one.firstElementChild.dataset.mdScore])")
    ordered = sorted(found, key=lambda one: -one[1])
    return [link.removeprefix(f"{site.as_uri()}/") for link, _ in ordered]


@pytest.mark.parametrize("query", SEARCHES)
def test_search_finds_words_of_tasks_and_exact_names_first(site: Path, browser: Browser,
                                                           query: str) -> None:
    found = searched(site, browser, query)
    assert SEARCHES[query] in found[:3], found[:5]
    if query.startswith("aha_"):
        assert found[0] == SEARCHES[query], found[:5]
    assert not [link for link in found if link.startswith("decisions")]
    assert browser.js("return document.querySelectorAll('.md-search-result details:not([open])')"
                      ".length") == 0
    assert browser.complaints() == []


def test_search_opens_by_a_key_and_enter_leads_to_the_first_result(site: Path,
                                                                   browser: Browser) -> None:
    browser.open(f"file://{site}/index.html", width=1280)
    browser.wait("document.readyState === 'complete'")
    browser.find("body").send_keys("/")
    browser.wait("document.activeElement.matches('[data-md-component=search-query]')")
    browser.find("[data-md-component=search-query]").send_keys("aha_player_seek_frames")
    # Each letter is searched, and its results come later.
    browser.wait(f"{BEST}?.href.includes('reference/player.html#aha_player_seek_frames')")
    browser.find("[data-md-component=search-query]").send_keys("\ue007")  # Enter
    browser.wait("location.href.includes('reference/player.html#aha_player_seek_frames')")


def test_signatures_wrap_on_a_phone(site: Path, browser: Browser) -> None:
    browser.open(f"file://{site}/reference/player.html", width=390)
    browser.wait("document.readyState === 'complete'")
    assert browser.js("return [...document.querySelectorAll('.sides pre code')].filter("
                      "one => one.scrollWidth > one.clientWidth + 1).length") == 0


def test_a_published_site_has_a_menu_of_versions(site: Path, browser: Browser,
                                                 tmp_path: Path) -> None:
    (tmp_path / "0.9.0").mkdir()
    (tmp_path / "0.9.0/index.html").write_text("<title>old</title>")
    root = Path(__file__).parents[2]
    subprocess.run([root / "scripts/docs", "--into", tmp_path], check=True)
    version = (root / "VERSION").read_text().strip()
    browser.open(f"file://{tmp_path}/index.html", width=1280)
    menu = "document.querySelector('.versions')"
    browser.wait(f"location.href.includes('/{version}/') && {menu}")
    assert browser.js(f"return [...{menu}.options].map(one => one.value)") == [version, "0.9.0"]
    assert browser.js(f"return {menu}.value") == version
    assert browser.complaints() == []
    browser.js(f"{menu}.value = '0.9.0'; {menu}.dispatchEvent(new Event('change'))")
    browser.wait("document.title === 'old'")


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
