"""The player of a page plays, seeks and loops, by hand and key, from a server and from a disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import Browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

NOW = "document.querySelector('audio').currentTime"
PAUSED = "document.querySelector('audio').paused"
LABEL = "document.getElementById('play').getAttribute('aria-label')"
READY = "document.querySelector('audio').readyState>=2"


def full(browser: Browser, site: str) -> None:
    browser.open(site + "full/index.html")
    browser.wait(READY)


def press(browser: Browser, *keys: str) -> None:
    ActionChains(browser.driver).send_keys(*keys).perform()


def at(browser: Browser, seconds: float) -> None:
    """Sets the seek slider."""
    browser.js("const s=document.getElementById('seek');s.value=arguments[0];s.oninput()", seconds)
    near = f"(!{PAUSED}||Math.abs({NOW}-{seconds})<0.05)"
    browser.wait(f"{near}&&!document.querySelector('audio').seeking")


@pytest.mark.parametrize("place", ["server", "disk"])
def test_the_button_plays_the_sound(browser: Browser, site: str, drops: Path, place: str) -> None:
    root = site if place == "server" else drops.as_uri() + "/"
    browser.open(root + "full/index.html")
    play = browser.find("#play")
    assert play.accessible_name == "Play"
    play.click()
    browser.wait(f"!{PAUSED}&&document.getElementById('time').textContent>='0:01'")
    assert play.accessible_name == "Pause"
    assert float(browser.js("return document.getElementById('seek').value")) >= 1
    part = browser.js("return document.getElementById('wave').style.getPropertyValue('--p')")
    assert float(part) > 0.03
    play.click()
    browser.wait(f"{PAUSED}&&{LABEL}=='Play'")
    assert play.accessible_name == "Play"
    asked = [url for url in browser.requests() if not url.startswith("data:")]
    assert len(asked) >= 3 and all(url.startswith(root) for url in asked)


@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 0.9])
def test_a_click_seeks(browser: Browser, site: str, part: float) -> None:
    full(browser, site)
    slider = browser.find("#seek")
    offset = (part - 0.5) * slider.size["width"] + (1 if part == 0 else 0)
    ActionChains(browser.driver) \
        .move_to_element_with_offset(slider, int(offset), 20).click().perform()
    browser.wait(f"Math.abs({NOW}-{30 * part})<0.3")
    text = browser.js("return document.getElementById('seek').getAttribute('aria-valuetext')")
    assert text.endswith(" of 0:30") and text.startswith("0:")


def test_a_drag_seeks(browser: Browser, site: str) -> None:
    full(browser, site)
    width = browser.find("#seek").size["width"]
    ActionChains(browser.driver) \
        .move_to_element_with_offset(browser.find("#seek"), int(-width / 4), 0) \
        .click_and_hold().move_by_offset(int(width / 4), 0).move_by_offset(int(width / 4), 0) \
        .release().perform()
    browser.wait(f"Math.abs({NOW}-22.5)<0.5")


def test_keys_control_the_player(browser: Browser, site: str) -> None:
    full(browser, site)
    at(browser, 10)
    press(browser, Keys.ARROW_RIGHT)
    browser.wait(f"Math.abs({NOW}-15)<0.1")
    press(browser, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    browser.wait(f"Math.abs({NOW}-5)<0.1")
    browser.find("#seek").send_keys(Keys.END)
    browser.wait(f"{NOW}>29.9")
    browser.find("#seek").send_keys(Keys.HOME)
    browser.wait(f"{NOW}==0")
    press(browser, Keys.ARROW_LEFT)
    browser.wait(f"{NOW}==0")
    press(browser, " ")
    browser.wait(f"!{PAUSED}")
    press(browser, " ")
    browser.wait(PAUSED)
    # Space presses a focused button once.
    browser.js("document.getElementById('play').focus()")
    press(browser, " ")
    browser.wait(f"!{PAUSED}")
    press(browser, Keys.ENTER)
    browser.wait(PAUSED)
    for key, name in (("l", "loop"), ("m", "mute")):
        for state in ("true", "false"):
            press(browser, key)
            pressed = f"document.getElementById('{name}').getAttribute('aria-pressed')"
            browser.wait(f"{pressed}=='{state}'")


def test_the_volume_is_set_and_muted(browser: Browser, site: str) -> None:
    full(browser, site)
    volume = browser.find("#volume")
    volume.send_keys(Keys.HOME)
    browser.wait("document.querySelector('audio').volume==0")
    browser.wait("document.getElementById('mute').getAttribute('aria-pressed')=='true'")
    volume.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    browser.wait("Math.abs(document.querySelector('audio').volume-0.1)<0.001")
    browser.wait("document.getElementById('volume').getAttribute('aria-valuetext')=='10%'")
    assert browser.js(f"return {NOW}") == 0
    browser.find("#mute").click()
    browser.wait("document.querySelector('audio').muted"
                 "&&document.getElementById('volume').value==0")
    browser.find("#mute").click()
    browser.wait("!document.querySelector('audio').muted"
                 "&&document.getElementById('volume').value==0.1")


def test_the_loop_is_between_the_markers(browser: Browser, site: str) -> None:
    full(browser, site)
    browser.js("""window.most=0;window.turns=0;let was=0
        setInterval(()=>{const t=document.querySelector('audio').currentTime
        if(t<was-1)window.turns++;was=t;window.most=Math.max(window.most,t)},5)
        window.late=0;let last=performance.now()
        const frame=()=>{const now=performance.now();window.late=Math.max(window.late,now-last)
        last=now;requestAnimationFrame(frame)};frame()""")
    browser.find("#loop").click()
    at(browser, 5.4)
    browser.js("window.most=window.turns=window.late=0")
    browser.find("#play").click()
    browser.wait("window.turns>=2")
    # The page jumps in the first frame after the marker; a busy machine draws some late.
    assert browser.js("return window.most-window.late/1000") < 6.15
    assert browser.js(f"return {NOW}") >= 4
    # A seek beyond the loop plays from there.
    at(browser, 8)
    browser.wait(f"{NOW}>8.5")
    at(browser, 5.6)
    browser.find("#loop").click()
    browser.wait(f"{NOW}>6.4")


def test_without_markers_the_loop_is_the_whole(browser: Browser, site: str) -> None:
    browser.open(site + "plain/index.html")
    browser.wait(READY)
    press(browser, "l")
    at(browser, 29.6)
    browser.find("#play").click()
    browser.wait(f"{NOW}<5&&{NOW}>0.2&&!{PAUSED}")


def test_without_a_loop_the_sound_ends(browser: Browser, site: str) -> None:
    full(browser, site)
    at(browser, 29.7)
    browser.find("#play").click()
    browser.wait("document.querySelector('audio').ended")
    browser.wait(f"{LABEL}=='Play'&&document.getElementById('time').textContent=='0:30'")


def test_two_hours_are_shown_with_hours(browser: Browser, site: str) -> None:
    browser.open(site + "days/index.html")
    browser.wait(READY)
    assert browser.find(".time").text == "0:00 / 2:00:05"
    at(browser, 3725)
    browser.wait("document.getElementById('time').textContent=='1:02:05'")
    assert browser.js("return document.getElementById('seek').getAttribute('aria-valuetext')") \
        == "1:02:05 of 2:00:05"


def test_the_mix_is_played(browser: Browser, site: str) -> None:
    browser.open(site + "both/index.html")
    browser.wait(READY)
    assert browser.js("return document.querySelector('audio').currentSrc").endswith("/mix.wav")
    assert browser.js("return document.querySelector('audio').duration") == 30
    assert browser.find("#note").text == ""


def test_the_preview_is_a_labelled_fallback(browser: Browser, site: str, pictures: Path) -> None:
    browser.open(site + "fallback/index.html")
    browser.wait("document.getElementById('note').textContent.includes('This is the preview')")
    browser.wait(READY)
    assert browser.js("return document.querySelector('audio').currentSrc").endswith("preview.wav")
    # Length, seeking and loop are those of the preview; the waveform of the mix is hidden.
    assert browser.find(".time").text == "0:00 / 0:08"
    assert browser.js("return +document.getElementById('seek').max") == 8
    assert browser.js("return getComputedStyle(document.querySelector('#wave svg')).visibility") \
        == "hidden"
    assert browser.find("#loop").accessible_name == "Loop"
    browser.picture(pictures / "preview.png")
    press(browser, "l")
    at(browser, 7.7)
    browser.find("#play").click()
    browser.wait(f"{NOW}<4&&{NOW}>0.2&&!{PAUSED}")


@pytest.mark.parametrize("name", ["full", "large"])
def test_a_server_without_ranges_can_be_seeked(browser: Browser, plain_site: str, drops: Path,
                                          name: str) -> None:
    browser.open(f"{plain_site}{name}/index.html")
    browser.wait(READY)
    browser.find("#play").click()
    browser.wait(f"{NOW}>0.2")
    press(browser, *[Keys.ARROW_RIGHT] * 3)
    browser.wait(f"{NOW}>5&&!document.querySelector('audio').seeking")
    browser.js("const s=document.getElementById('seek');s.value=20;s.oninput()")
    browser.wait(f"{NOW}>20.2&&{NOW}<23&&!{PAUSED}")
    assert browser.find("#note").text == ""
    press(browser, "l")
    browser.js("const s=document.getElementById('seek');s.value=29.5;s.oninput()")
    browser.wait(f"{NOW}<7&&{NOW}>0.2&&!{PAUSED}") if name == "large" else None


def test_unplayable_sounds_are_reported(browser: Browser, site: str) -> None:
    browser.open(site + "broken/index.html")
    browser.wait("document.getElementById('note').textContent.includes('cannot play')")
    browser.find("#play").click()
    assert browser.js(f"return {PAUSED}") and browser.find("#play").accessible_name == "Play"
