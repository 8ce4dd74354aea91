"""List: play, filter, scan, analyze, forget."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import aha
import pytest
from conftest import answer, press, shown, text_of, until
from studio.model_work import Work
from textual import events
from textual.widgets import Input


def titles(app) -> list[str]:
    return [item.title for item in app.room.rows]


async def test_space_plays_and_stops_the_sound_at_the_cursor(
        same_day: None, work: Work) -> None:
    async with shown(work, "end", "space") as (app, pilot):
        await until(pilot, lambda: work.sounding.plays)
        assert app.room.row.title == "drone"
        await until(pilot, lambda: app.level_db > -20)
        await until(pilot, lambda: "▶ drone" in text_of(pilot))
        await press(pilot, "space")
        await until(pilot, lambda: not work.sounding.plays)
    plays = sum(one.plays for one in work.sounds.library.history(
        "day", aha.HistoryCursor().place, aha.HistoryCursor().place))
    assert plays == 1


async def test_sounds_play_at_once_and_escape_stops_all(work: Work) -> None:
    async with shown(work, "end", "l", "up", "l") as (app, pilot):
        await until(pilot, lambda: len(work.sounding.plays) == 2)
        assert all(play.player.loop is True for play in work.sounding.plays.values())
        await press(pilot, "l")
        assert [play.player.loop for play in work.sounding.plays.values()] == [True, False]
        await press(pilot, "escape")
        await until(pilot, lambda: not work.sounding.plays)


async def test_a_play_ends_with_its_sound(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    noted, keep = [], work.settings.set

    def note(**values: Any) -> None:
        noted.extend([values["playing"]] if "playing" in values else [])
        keep(**values)

    monkeypatch.setattr(work.settings, "set", note)
    async with shown(work, "space") as (app, pilot):
        await until(pilot, lambda: [] in noted)
        assert len(noted[0]) == 1 and not work.sounding.plays


async def test_typing_filters_and_the_filter_is_kept(work: Work) -> None:
    async with shown(work, "slash", *"cho") as (app, pilot):
        assert titles(app) == ["choir"]
        await press(pilot, "down", "space")
        await until(pilot, lambda: work.sounding.plays)
    async with shown(work) as (app, pilot):
        assert app.room.query_one(Input).value == "cho" and titles(app) == ["choir"]


async def test_an_undecodable_file_is_dim_with_its_reason_and_does_not_play(work: Work) -> None:
    async with shown(work) as (app, pilot):
        row = titles(app).index("broken")
        line = app.room.drawn(row, 100)[0]
        assert line.style == "dim" and "is not audio" in line.plain
        await press(pilot, *["down"] * row, "space")
        assert "broken: " in app.notice and not work.sounding.plays
        await press(pilot, "p")
        assert "broken" not in titles(app)


async def test_a_file_that_vanishes_while_it_plays_is_missing_afterwards(
        work: Work, tmp_path: Path, tones: Path) -> None:
    path = Path(shutil.copy(tones / "drone.flac", tmp_path / "gone.flac"))
    work.sounds.library.add(path)
    async with shown(work, "slash", *"gone", "enter", "space") as (app, pilot):
        await until(pilot, lambda: work.sounding.plays)
        path.unlink()
        before = app.room.row.place and work.sounding.share(app.room.row.number)
        await until(pilot, lambda: work.sounding.share(app.room.row.number) > before)
        await press(pilot, "escape", "2", "1")
        await until(pilot, lambda: "the file is missing" in text_of(pilot))
        await press(pilot, "space")
        assert "missing" in app.notice


@pytest.mark.parametrize("form", ["{}", "'{}'", "file://{}"])
async def test_a_dragged_folder_is_scanned(make_work, tones: Path, form: str) -> None:
    work = make_work()
    async with shown(work) as (app, pilot):
        await until(pilot, lambda: "No sounds here" in text_of(pilot))
        app.room.post_message(events.Paste(form.format(tones)))
        await until(pilot, lambda: app.notice.startswith("scanned 4: 4 new"))
        assert set(titles(app)) == {"bell", "broken", "choir", "drone"}


async def test_scan_asks_for_a_folder_and_reports_a_wrong_one(make_work, tones: Path) -> None:
    async with shown(make_work(), "s") as (app, pilot):
        await answer(pilot, "/no/such/folder")
        await until(pilot, lambda: "/no/such/folder" in app.notice)
        await press(pilot, "s")
        await answer(pilot, str(tones))
        await until(pilot, lambda: app.notice.startswith("scanned"))
        await press(pilot, "s")
        await answer(pilot, str(tones / "bell.wav"))
        await until(pilot, lambda: app.room.row.title == "bell")


async def test_forget_is_undone_also_after_a_restart(work: Work, make_work) -> None:
    async with shown(work, "end", "x", "x") as (app, pilot):
        assert len(titles(app)) == 2 and "its file stays" in app.notice
        await press(pilot, "u")
        assert len(titles(app)) == 3
    work.close()
    again = make_work()
    async with shown(again, "u") as (app, pilot):
        assert len(titles(app)) == 4
        await press(pilot, "u")
        assert app.notice == "nothing is forgotten"


async def test_analysis_shows_loudness(work: Work) -> None:
    async with shown(work, "slash", *"choir", "enter", "a") as (app, pilot):
        await until(pilot, lambda: app.room.row.loudness_lufs is not None)
        await until(pilot, lambda: "LUFS" in text_of(pilot))
        await until(pilot, lambda: work.sounds.wave(app.room.row.place))
        await until(pilot, lambda: "█" in text_of(pilot))


async def test_orders_go_round(work: Work) -> None:
    async with shown(work, "o") as (app, pilot):
        assert app.notice == "ordered by newest"
        await press(pilot, "o", "o")
        assert titles(app)[-1] == "drone"
        await press(pilot, "o")
        assert titles(app) == ["bell", "broken", "choir", "drone"]


async def test_insert_puts_the_sound_at_the_cursor_of_the_arrangement(work: Work) -> None:
    async with shown(work, "i") as (app, pilot):
        assert [clip.name for clip in app.arrangement.clips] == ["bell"]
        assert "bell is in the arrangement" in app.notice


async def test_pages_are_read_while_the_list_is_drawn(make_work, tmp_path: Path,
                                                      tones: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(250):
        shutil.copy(tones / "bell.wav", folder / f"bell {number:03}.wav")
    work = make_work()
    work.sounds.library.scan(folder).wait()
    async with shown(work) as (app, pilot):
        assert app.room.lines.count < 250
        await press(pilot, "end", "end", "end")
        await until(pilot, lambda: app.room.lines.action_move(999) or app.room.lines.count == 250)
        assert app.room.row.title == "bell 249"


async def test_the_first_start_offers_the_loops_of_the_demo(make_work) -> None:
    async with shown(make_work()) as (app, pilot):
        await until(pilot, lambda: "d adds eight loops" in text_of(pilot))
        assert "? shows all keys" in text_of(pilot)
        await press(pilot, "d")
        assert len(titles(app)) == 8 and "space plays one" in app.notice
        await press(pilot, "space")
        await until(pilot, lambda: app.work.sounding.plays)
