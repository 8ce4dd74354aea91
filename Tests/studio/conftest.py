"""Sounds, a work folder, and the application at a screen of any size."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import aha
import numpy
import pytest
import textual.app
import textual.pilot
from studio.app import Studio
from studio.model_work import Work
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

RATE = 48000
#: Longer than any step takes on a busy machine.
TIMEOUT = 30
#: A key passes several queues of messages, one after the other; each round empties all of them.
ROUNDS = 4


@pytest.fixture(autouse=True)
def no_idle_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits until the process is idle; with a running engine it never is."""
    async def turn(*_: float) -> None:
        await asyncio.sleep(0.01)

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", turn)


@pytest.fixture
def same_day() -> None:
    """Tests of the history note and read on one day, so none begins shortly before midnight."""
    while time.localtime().tm_hour == 23 and time.localtime().tm_min >= 57:
        time.sleep(1)


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folders."""
    for name in "CONFIG", "STATE", "DATA":
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def tone(path: Path, seconds: float, hertz: float = 440.0) -> Path:
    """A sine that decays, at -6 dB."""
    at = numpy.arange(round(RATE * seconds)) / RATE
    wave = 0.5 * numpy.sin(2 * numpy.pi * hertz * at) * numpy.exp(-at / seconds)
    with aha.Engine.offline(sample_rate=RATE) as engine:
        engine.sound(wave.astype("float32"), RATE).save(path).wait()
    return path


@pytest.fixture(scope="session")
def tones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three sounds: a short one, one of 2 s, one of 20 s; and a text."""
    folder = tmp_path_factory.mktemp("tones")
    tone(folder / "bell.wav", 0.5, 880)
    tone(folder / "choir.wav", 2.0, 220)
    tone(folder / "drone.flac", 20.0, 110)
    (folder / "broken.wav").write_text("no sound")
    return folder


@pytest.fixture
def make_work(tmp_path: Path) -> Iterator[Callable[..., Work]]:
    """Opens the work folder, and closes it at the end of the test."""
    with contextlib.ExitStack() as stack:
        def make(place: Path = tmp_path / "work", **options: Any) -> Work:
            work = Work(place, **{"device": "null", **options})
            stack.callback(lambda: None if work.sounding.engine.closed else work.close())
            return work

        yield make


@pytest.fixture
def work(make_work: Callable[..., Work], tones: Path) -> Work:
    """A work folder whose library has the sounds."""
    made = make_work()
    made.sounds.library.scan(tones).wait()
    return made


@contextlib.asynccontextmanager
async def shown(work: Work, *keys: str, size: tuple[int, int] = (100, 30)) -> AsyncIterator[
        tuple[Studio, Pilot[None]]]:
    """The application on a screen, after keys."""
    app = Studio(work)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.room is not None or size[0] < 80 or size[1] < 24)
        await pilot._wait_for_screen()
        await press(pilot, *keys)
        yield app, pilot
        app.close_models()


async def until(pilot: Pilot[None], is_true: Callable[[], Any]) -> None:
    """Waits for a condition while the application works."""
    deadline = time.monotonic() + TIMEOUT
    while not is_true():
        assert time.monotonic() < deadline, f"{pilot.app.notice}; {text_of(pilot)}"
        await pilot.pause(0.02)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Presses keys, each after the one before has been handled."""
    for key in keys:
        await pilot.press(key)
        for _ in range(ROUNDS):
            if not pilot.app._exit:
                await pilot._wait_for_screen()
        await pilot.pause()


def is_asked(pilot: Pilot[None]) -> bool:
    """Whether a question is on the screen, and takes keys."""
    return pilot.app.room is None and any(one.has_focus for one in pilot.app.screen.query(Input))


def room_is(pilot: Pilot[None], name: str) -> bool:
    """Whether the room of that name is on the screen, and ready."""
    return pilot.app.room is not None and pilot.app.room.room == name


async def answer(pilot: Pilot[None], text: str) -> None:
    """Answers a question of the application."""
    await until(pilot, lambda: is_asked(pilot))
    screen = pilot.app.screen
    screen.query_one(Input).value = text
    await pilot.pause()
    if isinstance(screen, CommandPalette):
        found = screen.query_one(OptionList)
        await until(pilot, lambda: found.options and text.lower() in
                    found.options[0].hit.text.lower())
    await press(pilot, "enter")
    await until(pilot, lambda: pilot.app.screen is not screen)


def text_of(pilot: Pilot[None]) -> str:
    """The text on the screen."""
    screen = pilot.app.screen
    return "\n".join("".join(segment.text for segment in line)
                     for line in screen._compositor.render_strips())
