"""Arrange: clips over time, edits, playback, bounces."""

from __future__ import annotations

from pathlib import Path

import aha
import pytest
from conftest import answer, press, room_is, shown, text_of, tone, until
from studio.model_work import Work


@pytest.fixture
def arranged(work: Work, tones: Path) -> Work:
    """Two tracks: the choir at 0 s, the bell at 1 s; one with a lane."""
    choir = work.project.add_track(tones / "choir.wav", "choir")
    choir.add_effect("filter").add_lane("cutoff_hz", [(0, 200), (2_000_000, 8000)])
    work.project.add_track(tones / "bell.wav", "bell", start_us=1_000_000)
    return work


async def test_tracks_and_lanes_are_drawn_over_time(arranged: Work) -> None:
    async with shown(arranged, "4") as (app, pilot):
        await until(pilot, lambda: all(arranged.sounds.wave(clip.path)
                                       for clip in app.arrangement.clips))
        rows = [app.room.drawn(row, 100)[0].plain for row in range(3)]
        assert [rows[0][2:7], rows[1][3:9], rows[2][2:6]] == ["choir", "Filter", "bell"]
        middle = 20 + int(1_000_000 / app.room.column_us)
        assert rows[2][20:middle].strip() == "" and rows[2][middle + 1] != " "
        assert rows[1][20] < rows[1][60]  # the curve rises
        await until(pilot, lambda: "│1" in text_of(pilot))


async def test_bars_follow_the_tempo(arranged: Work) -> None:
    arranged.project.set(beats_per_bar=3)
    arranged.project.master.add_lane("tempo_bpm", [(0, 60, "step"), (6_000_000, 180, "step")])
    arranged.project.tracks[0].set(tempo_bpm=30)
    async with shown(arranged, "4") as (app, pilot):
        ruler = app.arrangement.ruler(0, 100_000, 100)
        assert [ruler.index(f"│{bar}") for bar in (1, 2, 3, 4, 5)] == [0, 30, 60, 70, 80]
        length = app.arrangement.clips[0].length_us
        assert app.arrangement.clips[0].end_us == pytest.approx(length / 2, abs=1)


@pytest.mark.parametrize("key, name, expected", [
    ("full_stop", "start_us", 500_000), ("m", "muted", 1), ("s", "soloed", 1),
    ("g", "gain_db", -1), ("G", "gain_db", 1), ("r", "loop_count", 1)])
async def test_a_key_is_one_edit_that_undo_takes_back(arranged: Work, key, name, expected) -> None:
    track = arranged.project.tracks[0]
    async with shown(arranged, "4") as (app, pilot):
        before = track.get()[name]
        await press(pilot, key)
        assert track.get()[name] == expected
        await press(pilot, "z")
        assert track.get()[name] == before and "undone" in app.notice
        await press(pilot, "y")
        assert track.get()[name] == expected and "redone" in app.notice
        await press(pilot, "y")
        assert app.notice == "nothing to redo"


async def test_a_removed_track_returns_with_undo(arranged: Work) -> None:
    async with shown(arranged, "4", "x") as (app, pilot):
        assert [clip.name for clip in app.arrangement.clips] == ["bell"]
        await press(pilot, "z")
        assert [clip.name for clip in app.arrangement.clips] == ["choir", "bell"]
        await press(pilot, "down", "down", "comma")
        assert arranged.project.tracks[1].get()["start_us"] == 500_000


async def test_the_cursor_the_loop_and_the_zoom_are_kept(arranged: Work, make_work) -> None:
    async with shown(arranged, "4", "right", "left_square_bracket", "shift+right",
                     "right_square_bracket", "left", "plus") as (app, pilot):
        assert app.arrangement.cursor_us == 2_000_000
        assert app.arrangement.loop == (500_000, 2_500_000)
        await until(pilot, lambda: "]" in text_of(pilot).splitlines()[2])
        zoom = app.room.column_us
    arranged.close()
    async with shown(make_work()) as (app, pilot):
        assert app.room.room == "arrange" and app.room.column_us == zoom
        assert (app.arrangement.cursor_us, app.arrangement.loop) == (2_000_000,
                                                                    (500_000, 2_500_000))
        await press(pilot, "H", "right_square_bracket")
        assert app.arrangement.loop == ()


async def test_it_plays_from_the_cursor_and_round_the_loop(arranged: Work) -> None:
    async with shown(arranged, "4", "right", "left_square_bracket", "right", "right",
                     "right_square_bracket", "left", "space") as (app, pilot):
        await until(pilot, lambda: app.level_db > -40)
        passed = []
        await until(pilot, lambda: passed.append(app.arrangement.position_us)
                    or max(passed) > 1_300_000 > passed[-1])
        await press(pilot, "minus", "space")
        await until(pilot, lambda: not app.arrangement.is_playing)


async def test_one_part_plays_at_a_time(arranged: Work) -> None:
    async with shown(arranged, "4", "enter") as (app, pilot):
        await until(pilot, lambda: room_is(pilot, "sliders") and app.room.model)
        bend = app.room.model
        await press(pilot, "space")
        await until(pilot, lambda: bend.is_playing)
        await press(pilot, "4", "space")
        await until(pilot, lambda: app.arrangement.is_playing)
        assert bend.session is None


async def test_tempo_is_asked_for(arranged: Work) -> None:
    async with shown(arranged, "4", "t") as (app, pilot):
        await answer(pilot, "90")
        await until(pilot, lambda: arranged.project.settings.tempo_bpm == 90)
        await press(pilot, "t")
        await answer(pilot, "5000")
        await until(pilot, lambda: "5000" in app.notice)


async def test_a_missing_file_is_silent_and_named(arranged: Work, tmp_path: Path) -> None:
    lost = tone(tmp_path / "lost.wav", 0.3)
    arranged.project.add_track(lost, "lost")
    lost.unlink()
    async with shown(arranged, "4", "space") as (app, pilot):
        assert "lost" in app.notice
        await until(pilot, lambda: app.level_db > -40)  # the others play


async def test_a_plug_in_that_is_not_installed_is_left_out(arranged: Work) -> None:
    arranged.project.tracks[0].add_lv2("urn:nowhere")
    async with shown(arranged, "4", "space") as (app, pilot):
        await until(pilot, lambda: app.level_db > -40)
        await until(pilot, lambda: "urn:nowhere" in app.notice)
        await press(pilot, "enter")
        await until(pilot, lambda: room_is(pilot, "sliders") and app.room.lines.count)
        await press(pilot, "space", "b")
        await until(pilot, lambda: app.room.model.is_playing)


async def test_edits_of_another_program_appear(arranged: Work) -> None:
    async with shown(arranged, "4") as (app, pilot):
        arranged.project.tracks[0].name = "renamed"
        await until(pilot, lambda: "renamed" in text_of(pilot))


async def test_a_bounce_reaches_its_loudness_and_joins_the_library(
        same_day: None, arranged: Work) -> None:
    async with shown(arranged, "4", "L") as (app, pilot):
        await until(pilot, lambda: "-23 LUFS" in text_of(pilot))
        await press(pilot, "b")
        await until(pilot, lambda: app.notice.startswith("bounced"))
        path = arranged.bounce
        assert path.name == "studio-001.flac"
        assert aha.Analysis(path).info.loudness_lufs == pytest.approx(-23, abs=0.3)
        assert arranged.sounds.library.find(path).length_us >= 2_000_000
        await press(pilot, "L", "L", "b")
        await until(pilot, lambda: app.notice.startswith("bounced studio-002"))
    cursor = aha.HistoryCursor()
    assert arranged.sounds.library.history("day", cursor.place, cursor.place)[0].bounces == 2


async def test_a_bounce_of_the_loop_has_its_length(arranged: Work) -> None:
    async with shown(arranged, "4", "left_square_bracket", "right", "right_square_bracket",
                     "b") as (app, pilot):
        await until(pilot, lambda: app.notice.startswith("bounced"))
        assert 500_000 <= arranged.length_us(str(arranged.bounce)) < 1_500_000


async def test_a_cancelled_bounce_leaves_no_file(arranged: Work, tones: Path) -> None:
    arranged.project.add_track(tones / "drone.flac", "drone", loop=500)
    async with shown(arranged, "4", "b", "b") as (app, pilot):
        assert app.notice == "a bounce is in progress"
        await until(pilot, lambda: app.arrangement.share)
        await press(pilot, "escape")
        await until(pilot, lambda: app.arrangement.share is None)
        assert "cancelled" in app.notice
        assert [one.name for one in (arranged.folder / "bounces").iterdir()] == []
