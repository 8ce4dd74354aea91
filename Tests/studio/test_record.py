"""Record: the master and a microphone."""

from __future__ import annotations

import resource
from pathlib import Path

import aha
import pytest
from conftest import answer, press, shown, text_of, until
from studio import model_take
from studio.model_work import Work


async def test_a_take_of_the_master_joins_the_list_at_once(
        same_day: None, work: Work) -> None:
    async with shown(work, "end", "space", "3") as (app, pilot):
        await until(pilot, lambda: "dB" in text_of(pilot))  # the level before recording
        assert "on this disk" in text_of(pilot) and "take-001" in text_of(pilot)
        await press(pilot, "space")
        await until(pilot, lambda: app.taking.seconds > 0.5)
        await until(pilot, lambda: "● recording" in text_of(pilot))
        await press(pilot, "r")
        await until(pilot, lambda: app.room.rows)
        assert app.room.row.title == "take-001" and app.room.row.origin is aha.Origin.TAKE
        found = aha.Analysis(app.room.row.place).info
        assert found.loudness_lufs > -40 and found.frames >= 24000
        await press(pilot, "p")
        await until(pilot, lambda: app.room.row.number in work.sounding.plays)
        await press(pilot, "p", "1")
        await until(pilot, lambda: "take-001" in text_of(pilot))
    cursor = aha.HistoryCursor()
    bucket = work.sounds.library.history("day", cursor.place, cursor.place)[0]
    assert bucket.takes == 1 and bucket.take_ms >= 500


async def test_a_microphone_without_hardware_is_the_null_device(work: Work) -> None:
    async with shown(work, "3", "s") as (app, pilot):
        assert app.taking.source == "microphone" and "null" in app.taking.line
        await until(pilot, lambda: "silence" in text_of(pilot))
        await press(pilot, "M")
        await answer(pilot, "null")
        await until(pilot, lambda: work.settings.get("input", "") == "null")
        await press(pilot, "space")
        await until(pilot, lambda: app.taking.seconds > 0.2)
        await press(pilot, "s")
        assert "take is in progress" in app.notice
        await press(pilot, "space")
        await until(pilot, lambda: app.room.rows)


async def test_quitting_completes_the_take(work: Work) -> None:
    async with shown(work, "3", "space") as (app, pilot):
        await until(pilot, lambda: app.taking.seconds > 0.1)
    assert [one.origin for one in work.sounds.library.items("take")] == [aha.Origin.TAKE]


async def test_a_full_disk_ends_the_take_and_says_so(work: Work, monkeypatch) -> None:
    """A full disk is here a file that may not grow."""
    monkeypatch.setattr(model_take, "KEPT_BYTES", 1)
    with aha.Engine.offline() as engine:
        samples = [((index * 7919) % 1999) / 1999 - 0.5 for index in range(48000)]
        noise = engine.sound(samples, 48000)
        noise.save(work.folder / "noise.wav").wait()
    work.sounds.library.add(work.folder / "noise.wav")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with shown(work, "slash", *"noise", "enter", "l", "3") as (app, pilot):
        await press(pilot, "space")
        await until(pilot, lambda: app.taking.seconds > 0.2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, limit[1]))
        try:
            await until(pilot, lambda: not app.taking.is_running)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        assert "take-001.flac" in app.notice and "full" in app.notice
        assert work.length_us(str(work.folder / "takes/take-001.flac")) > 100_000


def test_a_removed_folder_of_takes_is_reported(work: Work, tmp_path: Path) -> None:
    taking = model_take.Taking(work)
    taking.folder = tmp_path / "gone"
    with pytest.raises(aha.NotFoundError, match="gone"):
        taking.toggle()
    assert not taking.is_running
