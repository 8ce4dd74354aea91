"""Sliders: one sound is bent, and its moves become automation."""

from __future__ import annotations

import math
import threading
from pathlib import Path

import aha
import pytest
from conftest import answer, is_asked, press, shown, text_of, until
from studio import model_bend
from studio.model_sliders import Slider
from studio.model_work import Work

#: Keys from the list to the sliders of a sound.
BELL = ("enter",)
CHOIR = ("slash", *"choir", "enter", "enter")
#: Keys from the first slider, which is the pitch.
FILTER, MIX, VOLUME, PAN, SPEED = (["down"] * count for count in range(1, 6))


@pytest.fixture(scope="module", autouse=True)
def plugins() -> None:
    """On a busy machine, the first list of plug-ins takes longer than the pilot waits for a key."""
    aha.lv2_plugins()


def track(work: Work) -> aha.Track:
    return work.bench.tracks[0]


def value(work: Work, kind: str, name: str) -> float:
    return next(one for one in track(work).effects if one.kind == kind).get(name)


def lowest(app) -> float:
    """Of the values that the slider's lane has recorded."""
    return min((point.value for point in app.room.row.points), default=math.inf)


async def bent(pilot, app) -> None:
    await until(pilot, lambda: app.room is not None and app.room.room == "sliders"
                and app.room.model and app.room.lines.count)


async def test_a_bent_sound_has_the_main_sliders_first(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        titles = [one.title for one in app.room.model.sliders]
        assert titles[:6] == ["Pitch · Shift", "Filter · Cutoff", "Reverb · Mix", "Volume", "Pan",
                              "Speed"]
        assert all(one.value == one.neutral for one in app.room.model.sliders[:6])


@pytest.mark.parametrize("down, keys, expected", [
    ([], ("right", "right"), 200), ([], ("shift+left",), -1000),
    (FILTER, ("left",), 18663), (MIX, ("shift+right",), 0.1)])
async def test_keys_move_sliders_and_each_move_is_stored(work: Work, down, keys, expected) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *down, *keys)
        kind, name = [("pitch", "cents"), ("filter", "cutoff_hz"), ("reverb", "mix")][len(down)]
        await until(pilot, lambda: value(work, kind, name) == pytest.approx(expected, rel=1e-3))
        await press(pilot, "backspace")
        await until(pilot, lambda: value(work, kind, name) == app.room.row.neutral)


async def test_volume_and_pan_belong_to_the_track(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *VOLUME, "enter")
        await answer(pilot, "-12")
        await press(pilot, "down", "enter")
        await answer(pilot, "no number")
        await until(pilot, lambda: "no number" in app.notice)
        await press(pilot, "shift+left")
        await until(pilot, lambda: track(work).get()["pan"] == pytest.approx(-0.2))
        assert track(work).get()["gain_db"] == -12


async def test_a_moved_slider_is_heard_at_once(work: Work) -> None:
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "space")
        await until(pilot, lambda: app.level_db > -30)
        await press(pilot, *VOLUME, *["shift+left"] * 10)
        assert app.room.row.value == -120
        await until(pilot, lambda: app.level_db < -60)
        await press(pilot, "space")
        await until(pilot, lambda: not app.room.model.is_playing)


async def test_the_mouse_moves_a_slider(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        middle = 22 + (app.room.lines.size.width - 42) // 2
        await pilot.mouse_down(app.room.lines, offset=(middle, 4))
        await pilot.hover(app.room.lines, offset=(middle + 10, 4))
        await pilot.mouse_up(app.room.lines, offset=(middle + 10, 4))
        await until(pilot, lambda: value(work, "reverb", "mix") > 0.5)
        assert app.room.row.title == "Reverb · Mix"


async def test_a_touched_slider_becomes_automation(work: Work, monkeypatch) -> None:
    monkeypatch.setattr(model_bend, "TOUCH_SECONDS", 2)  # a busy machine is slow between two keys
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *FILTER, "m", "space")
        assert app.room.row.mode == aha.LaneMode.TOUCH
        await until(pilot, lambda: app.room.model.is_playing)
        await press(pilot, *["shift+left"] * 5)
        await until(pilot, lambda: lowest(app) < 2000)
        assert value(work, "filter", "cutoff_hz") == 20000  # the lane has the moves
        line = app.room.drawn(1, 100)[1].plain
        assert len(set(line.strip())) > 1  # a curve
        for mode in ("latch", "write", "read"):
            await press(pilot, "m")
            assert app.room.row.mode.name.lower() == mode
        await press(pilot, "c")
        assert app.room.row.lane is None


async def test_bypass_is_for_the_ear_only(work: Work) -> None:
    async with shown(work, *CHOIR, "space") as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "space") if not app.room.model.is_playing else None
        await press(pilot, "b")
        await until(pilot, lambda: "B: without effects" in text_of(pilot))
        session = app.room.model.session
        assert all(session.effect(one).bypassed for one in track(work).effects)
        assert not any(one.bypassed for one in track(work).effects)


async def test_spacewave_plays_and_returns_to_the_value(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "w")
        assert app.room.model.is_playing and not app.notice
        for slider in range(len(app.room.model.sliders) - 1, -1, -1):
            if app.room.model.sliders[slider].title.startswith("Filter"):
                app.room.lines.action_move(slider - app.room.lines.cursor)
                break
        await press(pilot, "x", "w")
        assert "needs a filter" in app.notice


@pytest.mark.parametrize("word", ["chorus", "lv2"])
async def test_effects_of_the_registry_and_plug_ins_are_added(work: Work, word: str) -> None:
    if word == "lv2":
        word = next((one.uri for one in aha.lv2_plugins() if not one.refusal), "")
        assert word, "no LV2 plug-in is installed"
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        before = app.room.lines.count
        await press(pilot, "e")
        await answer(pilot, word)
        await until(pilot, lambda: len(track(work).effects) == 4)
        added = track(work).effects[-1]
        assert word in (added.kind, added.lv2_uri if added.kind != "chorus" else "")
        assert app.room.lines.count == before + len(added.info.parameters)
        await press(pilot, "end", "x")
        assert len(track(work).effects) == 3
        await press(pilot, "z")
        assert len(track(work).effects) == 4
        await press(pilot, "y")
        assert len(track(work).effects) == 3


async def test_an_undo_waits_for_the_move_that_is_being_stored(work: Work, monkeypatch) -> None:
    store, began, may_end = Slider.store, threading.Event(), threading.Event()

    def slow(slider: Slider, value: float) -> None:
        store(slider, value)
        began.set()
        may_end.wait(30)

    monkeypatch.setattr(Slider, "store", slow)
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *VOLUME, "shift+left")
        await until(pilot, began.is_set)
        threading.Timer(0.2, may_end.set).start()
        await press(pilot, "z")
        await until(pilot, lambda: app.notice.startswith("undone: "))
        assert track(work).get()["gain_db"] == 0


async def test_an_inserted_sound_has_the_last_move(work: Work) -> None:
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *VOLUME)
        app.room.action_row("move", -12.0)
        app.room.action_insert()
        assert work.project.tracks[0].get()["gain_db"] == -12


async def test_a_question_is_cancelled(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "e")
        await until(pilot, lambda: is_asked(pilot))
        await press(pilot, *"zzz")
        await until(pilot, lambda: "No matches found" in text_of(pilot))
        await press(pilot, "enter", "escape")
        await until(pilot, lambda: app.room is not None)
        assert len(track(work).effects) == 3


async def test_reset_is_one_edit(work: Work) -> None:
    async with shown(work, *BELL) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "right", "m")
        await until(pilot, lambda: not app.room.model.has_unsaved)
        await press(pilot, "r")
        assert app.room.row.value == 0 and app.room.row.lane is None
        await press(pilot, "z")
        assert app.room.row.value == 100 and app.room.row.lane is not None


async def test_speed_is_heard_automated_and_undone(work: Work, monkeypatch) -> None:
    monkeypatch.setattr(model_bend, "TOUCH_SECONDS", 2)
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, *SPEED, "enter")
        await answer(pilot, "2")
        await until(pilot, lambda: track(work).get()["speed"] == 2
                    and app.room.model.length_us == pytest.approx(1e6, rel=0.02))
        assert app.room.row.text(2) == "2.00"
        await press(pilot, "z")
        assert track(work).get()["speed"] == 1
        await press(pilot, "m", "space", *["shift+left"] * 3)
        await until(pilot, lambda: lowest(app) < 0.6)
        await press(pilot, "i")
        copy = work.project.tracks[0]
        assert [lane.parameter for lane in copy.lanes] == [aha.TrackParameter.SPEED]
        await press(pilot, "backspace")


@pytest.mark.parametrize("way", ["list", "path"])
async def test_the_impulse_response_of_a_convolution_is_selected(work: Work, tones: Path,
                                                                 way: str) -> None:
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "e")
        await answer(pilot, "convolution")
        await until(pilot, lambda: [one.kind for one in track(work).effects][-1:]
                    == ["convolution"])
        effect = track(work).effects[-1]
        assert effect.kind == "convolution" and effect.impulse_path == ""
        if way == "list":
            await answer(pilot, "bell")
        else:
            await answer(pilot, "the path")
            await answer(pilot, str(tones / "bell.wav"))
        await until(pilot, lambda: Path(effect.impulse_path).samefile(tones / "bell.wav"))
        await until(pilot, lambda: "impulse response: bell.wav" in text_of(pilot))
        await press(pilot, "i")
        copy = work.project.tracks[0].effects[-1]
        assert Path(copy.impulse_path).samefile(tones / "bell.wav")
        await press(pilot, "z")
        assert effect.impulse_path == ""
        await press(pilot, "y", "f")
        await answer(pilot, "the path")
        await answer(pilot, "/no/such.wav")
        await until(pilot, lambda: "/no/such.wav" in app.notice)
        assert Path(effect.impulse_path).samefile(tones / "bell.wav")


async def test_insert_takes_the_sliders_and_automation_along(work: Work) -> None:
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        track(work).effects[1].add_lane("cutoff_hz", [(0, 300), (1_000_000, 3000)])
        uri = next(one.uri for one in aha.lv2_plugins() if not one.refusal)
        plugin = track(work).add_lv2(uri)
        parameter = plugin.info.parameters[0]
        plugin.set(**{parameter.name: parameter.maximum})
        app.room.model.edited()
        await press(pilot, "right")
        await until(pilot, lambda: value(work, "pitch", "cents") == 100)
        app.arrangement.move_cursor(4)
        await press(pilot, "i")
        copy = work.project.tracks[0]
        assert [one.kind for one in copy.effects[:3]] == ["pitch", "filter", "reverb"]
        assert copy.effects[3].lv2_uri == uri
        assert copy.effects[3].get(parameter.name) == parameter.maximum
        assert copy.effects[0].get("cents") == 100
        assert [point[:2] for point in copy.effects[1].lanes[0].points()] == [
            (2_000_000, 300), (3_000_000, 3000)]


async def test_the_bent_sound_is_there_after_a_restart(work: Work, make_work) -> None:
    async with shown(work, *CHOIR) as (app, pilot):
        await bent(pilot, app)
        await press(pilot, "right")
    work.close()
    async with shown(make_work()) as (app, pilot):
        await bent(pilot, app)
        assert app.room.model.name == "choir" and app.room.row.value == 100
