"""Pages are safe, show the piece's fields, and are accessible."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from browser import Browser
from conftest import NASTY
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

PAGES = ["full", "plain", "nasty's <1> #?%", "arabic", "long", "broken"]


def show(browser: Browser, site: str, name: str, **how: object) -> None:
    browser.open(f"{site}{quote(name)}/index.html", **how)
    browser.wait("[...document.images].every(image=>image.complete)")


def test_hostile_text_stays_text(browser: Browser, site: str) -> None:
    show(browser, site, PAGES[2])
    artist = "<b>\"x\" & 'y'</b>"
    assert browser.js("return document.querySelector('h1').textContent") == NASTY
    assert browser.driver.title == f"{NASTY} – {artist}"
    assert browser.js("return document.querySelector('.by').textContent") == artist
    assert browser.js("return document.querySelectorAll('script').length") == 2
    assert browser.js("return [...document.images].map(i=>i.className)") == ["glow", "cover"]
    assert browser.js("return navigator.mediaSession.metadata.title") == NASTY
    assert browser.js("return document.querySelector('audio').dataset.x||null") is None
    link = browser.js("return document.querySelector('.get a').href")
    assert unquote(link).endswith("/m '\"<&#?%é.wav") and "#" not in link and "?" not in link
    browser.wait("document.querySelector('audio').readyState>=2")
    data = browser.js("return document.querySelector('[type=\"application/ld+json\"]').textContent")
    assert json.loads(data)["name"] == NASTY
    assert browser.js("return document.querySelector('[property=\"og:title\"]').content") == NASTY


def test_marks_of_direction_end_where_the_text_ends(browser: Browser, site: str) -> None:
    show(browser, site, "arabic")
    assert browser.js("return getComputedStyle(document.querySelector('h1')).direction") == "rtl"
    assert browser.js("return getComputedStyle(document.querySelector('dl')).direction") == "ltr"


def test_the_policy_holds(chromium: Browser, site: str) -> None:
    show(chromium, site, "full")
    chromium.js("""window.refused=[]
        document.addEventListener('securitypolicyviolation',
            e=>window.refused.push(e.effectiveDirective))
        const add=(tag,set)=>{const e=document.createElement(tag);
            Object.assign(e,set);document.body.append(e)}
        fetch('https://example.org/').catch(()=>0)
        add('img',{src:'https://example.org/x.png'});add('script',{src:'piece.js'})
        add('script',{textContent:'window.bad=1'});add('audio',{src:'https://example.org/x.wav'})
        add('iframe',{src:'https://example.org/'})
        document.body.setAttribute('onclick','window.bad=1')
        document.body.click();document.querySelector('h1').setAttribute('style','color:red')""")
    wanted = ["connect-src", "frame-src", "img-src", "media-src", "script-src-attr",
              "script-src-elem", "style-src-attr"]
    chromium.wait(f"new Set(window.refused).size>={len(wanted)}")
    assert sorted(set(chromium.js("return window.refused"))) == wanted
    assert chromium.js("return window.bad||null") is None
    chromium.complaints()


def test_every_control_has_a_name(browser: Browser, site: str) -> None:
    show(browser, site, "full")
    seen = []
    for node in browser.nodes():
        values = {value["name"]: value["value"].get("value")
                  for value in node.get("properties", [])}
        role, name = node["role"]["value"], node.get("name", {}).get("value", "")
        if values.get("focusable") and role != "RootWebArea":
            assert name or role in ("generic", "pre"), node
            seen.append((role, name))
        if role == "image":
            assert name == "Cover"
    for one in [("slider", "Position"), ("button", "Play"), ("button", "Loop the marked part"),
                ("button", "Mute"), ("slider", "Volume"), ("link", "Mix mix.wav WAV · 480 kB")]:
        assert one in seen, seen
    assert browser.js("return document.documentElement.lang") == "en"
    assert browser.js("""const ids=[...document.querySelectorAll('[id]')].map(e=>e.id)
        return ids.length==new Set(ids).size""")
    headings = browser.js("return [...document.querySelectorAll('h1,h2')].map(e=>e.tagName)")
    assert headings == ["H1", "H2", "H2"]
    assert browser.js("return [...document.images].every(i=>i.hasAttribute('alt'))")


def test_focus_has_an_order_and_a_ring(browser: Browser, site: str) -> None:
    show(browser, site, "full")
    order = []
    for _ in range(10):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        found = browser.js("""const e=document.activeElement,s=getComputedStyle(e)
            return [e.id||e.tagName,s.outlineStyle,parseFloat(s.outlineWidth)]""")
        assert found[1] == "solid" and found[2] >= 2, found
        order.append(found[0])
    assert order == ["seek", "play", "loop", "mute", "volume", "A", "A", "SUMMARY",
                     "SUMMARY", "A"]


LIGHTNESS = """
const canvas=document.createElement('canvas').getContext('2d',{willReadFrequently:true})
const rgb=(...colors)=>{canvas.fillStyle='#fff';canvas.fillRect(0,0,1,1)
  for(const color of colors){canvas.fillStyle=color;canvas.fillRect(0,0,1,1)}
  return [...canvas.getImageData(0,0,1,1).data].slice(0,3)}
const light=c=>c.map(v=>(v/=255)<=.04045?v/12.92:((v+.055)/1.055)**2.4)
  .reduce((sum,v,i)=>sum+v*[.2126,.7152,.0722][i],0)
const contrast=(a,b)=>{const [x,y]=[light(a),light(b)].sort((m,n)=>n-m);return (x+.05)/(y+.05)}
const of=(e,p='color')=>getComputedStyle(document.querySelector(e))[p]
const page=of('body','backgroundColor'),card=of('section','backgroundColor')
return {text:contrast(rgb(page,of('body')),rgb(page)),
  dim:contrast(rgb(page,card,of('dt')),rgb(page,card)),
  wave:contrast(rgb(page,card,of('.on')),rgb(page,card)),
  button:contrast(rgb(of('#play')),rgb(of('#play','backgroundColor')))}
"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["full", "plain"])
def test_texts_have_contrast(browser: Browser, site: str, name: str, dark: bool) -> None:
    show(browser, site, name, dark=dark)
    found = browser.js(LIGHTNESS)
    assert found["text"] >= 7 and found["dim"] >= 4.5, found
    assert found["wave"] >= 3 and found["button"] >= 3, found
    background = browser.js("return getComputedStyle(document.body).backgroundColor")
    assert (float(background.split("(")[1].split()[0]) < 0.5) == dark


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 1100, 3840])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits(browser: Browser, site: str, pictures: Path, name: str, width: int,
                     dark: bool) -> None:
    show(browser, site, name, width=width, dark=dark)
    assert browser.js("return document.documentElement.scrollWidth") <= width
    wide = browser.js("""return [...document.querySelectorAll('main *')]
        .filter(e=>!e.closest('pre,svg')&&e.getBoundingClientRect().right>innerWidth+1)
        .map(e=>e.outerHTML.slice(0,80))""")
    assert wide == []
    small = browser.js("""return [...document.querySelectorAll('.bar button,.get a,#seek')]
        .filter(e=>e.getBoundingClientRect().height<40).map(e=>e.outerHTML.slice(0,80))""")
    assert small == []
    if width != 320 and name in PAGES[:3]:
        browser.picture(pictures / f"{name.split()[0]}-{width}-{'dark' if dark else 'light'}.png")


def test_less_motion_stops_animations(browser: Browser, site: str) -> None:
    lasting = "return getComputedStyle(document.querySelector('#play')).transitionDuration"
    show(browser, site, "full")
    assert browser.js(lasting) != "0s"
    show(browser, site, "full", features={"prefers-reduced-motion": "reduce"})
    assert browser.js(lasting) == "0s"


def test_without_scripts_the_plain_player_is_shown(browser: Browser, site: str) -> None:
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(site + "full/index.html")
        root = browser.command("DOM.getDocument")["root"]["nodeId"]

        def height(selector: str) -> float:
            node = browser.command("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
            try:
                return browser.command("DOM.getBoxModel", nodeId=node)["model"]["height"]
            except Exception:  # noqa: BLE001 - it has no box
                return 0

        assert height("audio") > 30 and height("#ui") == 0 and height("#play") == 0
        assert height("h1") > 0 and height(".get") > 0
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)


def test_metadata_is_machine_readable(browser: Browser, site: str) -> None:
    show(browser, site, "full")
    shared = browser.js("""return Object.fromEntries(
        [...document.querySelectorAll('meta[property]')]
        .map(e=>[e.getAttribute('property'),e.content]))""")
    assert shared["og:image"] == "https://example.org/drops/full/cover.png"
    assert shared["og:audio"] == "https://example.org/drops/full/mix.wav"
    assert (shared["og:image:width"], shared["og:title"]) == ("640", "Morning at the Harbor")
    assert browser.js("return document.querySelector('[type*=oembed]').href") \
        == "https://example.org/drops/full/oembed.json"
    assert shared["og:type"] == "music.song" and shared["twitter:card"] == "summary"
    data = json.loads(browser.js(
        "return document.querySelector('[type=\"application/ld+json\"]').textContent"))
    assert data["@type"] == "MusicRecording" and data["byArtist"]["name"] == "Ada Lindqvist"
    assert data["duration"] == "PT30S" and data["recordingOf"]["musicalKey"] == "D major"
    link = browser.js("return document.querySelector('[rel=alternate]').getAttribute('href')")
    assert link == "piece.json"
    assert browser.js("return document.querySelector('[name=robots]')") is None
    show(browser, site, "secret")
    assert browser.js("return document.querySelector('[name=robots]').content") == "noindex"
