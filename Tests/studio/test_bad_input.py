"""Small terminals, no colors, locked projects, full disks, damaged settings."""

from __future__ import annotations

import os
import re
from pathlib import Path

import aha
import pytest
from conftest import press, shown, text_of, until
from studio.model_work import Work
from textual.filter import Monochrome


async def test_a_small_terminal_says_so_until_it_grows(work: Work) -> None:
    async with shown(work, size=(60, 20)) as (app, pilot):
        await until(pilot, lambda: "This terminal has 60 x 20 cells" in text_of(pilot))
        assert "Studio needs 80 x 24" in text_of(pilot)
        await press(pilot, "2", "space", "enter")
        await pilot.resize_terminal(70, 24)
        await until(pilot, lambda: "70 x 24" in text_of(pilot))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "1 List" in text_of(pilot))
        await pilot.resize_terminal(40, 10)
        await until(pilot, lambda: "40 x 10" in text_of(pilot))
        await press(pilot, "q")


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
async def test_every_room_fits(work: Work, size: tuple[int, int]) -> None:
    async with shown(work, size=size) as (app, pilot):
        for key, name in zip("123456", ("list", "sliders", "record", "arrange", "share",
                                        "history")):
            await press(pilot, key)
            await until(pilot, lambda: app.room is not None and app.room.room == name)
            await until(pilot, lambda: "no hardware" in text_of(pilot))
            lines = text_of(pilot).splitlines()
            assert len(lines) == size[1]
            assert all(len(line) <= size[0] for line in lines)


async def test_without_colors_all_is_said_by_marks(work: Work, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with shown(work, "end", "space") as (app, pilot):
        await until(pilot, lambda: "▶ drone" in text_of(pilot) and "✗ broken" in text_of(pilot))
        assert any(isinstance(one, Monochrome) for one in app._filters)


async def test_a_locked_project_is_shown_but_not_changed(work: Work, make_work,
                                                         tones: Path) -> None:
    work.project.add_track(tones / "bell.wav", "bell")
    work.settings.set(title="first")
    second = make_work(library=str(work.folder / "other.library"))
    async with shown(second, "4") as (app, pilot):
        assert "read-only" in app.notice
        await until(pilot, lambda: "bell" in text_of(pilot))
        await press(pilot, "m")
        assert work.project.tracks[0].get()["muted"] == 0
        assert re.search("read|write", app.notice)
        await press(pilot, "space")
        await until(pilot, lambda: app.arrangement.is_playing)
    assert '"room"' not in work.settings.path.read_text()


async def test_a_full_disk_keeps_settings_in_memory_until_there_is_room(work: Work) -> None:
    """/dev/full is a full disk."""
    beside = work.settings.path.with_name(f".{work.settings.path.name}.{os.getpid()}")
    beside.symlink_to("/dev/full")
    work.settings.set(title="kept")
    assert work.settings.fault.endswith("No space left on device")
    assert work.settings.get("title", "") == "kept"
    async with shown(work) as (app, pilot):  # the next change has room
        await until(pilot, lambda: not work.settings.fault)
    assert '"kept"' in work.settings.path.read_text()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"loop": 3, "order": "up", "room": "attic"}'])
async def test_damaged_settings_become_defaults(make_work, tmp_path: Path, text: str) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "studio.studio.json").write_text(text)
    work = make_work()
    async with shown(work) as (app, pilot):
        assert app.room.room == "list" and app.arrangement.loop == ()


def test_a_play_that_a_kill_cut_off_is_counted(work: Work, make_work) -> None:
    number = next(work.sounds.library.items("drone")).number
    work.close()
    text = work.settings.path.read_text()
    work.settings.path.write_text(text.replace('"playing": []', f'"playing": [[{number}, 1e9]]'))
    again = make_work()
    assert again.sounds.library.item(number).plays == 1
    assert again.settings.get("playing", [0]) == []


def test_a_file_that_is_no_project_is_refused(make_work, tmp_path: Path) -> None:
    (tmp_path / "song.aha").write_text("no project at all")
    with pytest.raises(aha.UnknownFormatError, match=r"song\.aha"):
        make_work(tmp_path / "song.aha")


def test_a_project_has_its_own_settings_in_its_folder(make_work, tmp_path: Path) -> None:
    work = make_work(tmp_path / "song.aha")
    work.settings.set(title="Song")
    assert (tmp_path / "song.studio.json").exists() and (tmp_path / "takes").is_dir()


def test_an_unknown_device_falls_back_with_the_reason(make_work) -> None:
    work = make_work(device="jack:nowhere")
    assert work.sounding.device.id == "null" and "nowhere" in work.sounding.line


async def test_the_device_is_chosen_from_a_list(work: Work) -> None:
    async with shown(work, "D") as (app, pilot):
        await until(pilot, lambda: "Output device" in text_of(pilot))
        await press(pilot, *"hardware", "enter")
        await until(pilot, lambda: app.room is not None)
        assert work.settings.get("device", "") == "null"


def test_the_application_is_small() -> None:
    files = list((Path(__file__).parents[2] / "examples/studio/studio").glob("*.py"))
    lines = {path.name: len(path.read_text().splitlines()) for path in files}
    assert sum(lines.values()) <= 2700 and max(lines.values()) <= 200, lines
