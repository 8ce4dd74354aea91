"""History: two axes with three independent positions."""

from __future__ import annotations

from datetime import datetime, timedelta

from conftest import press, shown, text_of, until
from studio.model_work import Work


async def test_positions_of_the_scales_are_independent_and_kept(work: Work, make_work) -> None:
    async with shown(work, "6", "left", "left", "up", "left", "up", "left", "left", "left",
                     "down", "down") as (app, pilot):
        looking = app.room.model
        now = looking.drawn(1, 1, 1)[0]
        assert looking.cursor.scale.name == "DAY"
        moved = [looking.cursor.place_in(scale) for scale in ("day", "week", "month")]
    work.close()
    async with shown(make_work()) as (app, pilot):
        cursor = app.room.model.cursor
        assert [cursor.place_in(scale) for scale in ("day", "week", "month")] == moved
        assert app.room.model.drawn(1, 1, 1)[0] == now
        await press(pilot, "end", "right")
        assert cursor.is_now and app.notice == "this is the present"


async def test_bars_have_the_minutes_and_counts_of_the_periods(
        same_day: None, work: Work) -> None:
    library = work.sounds.library
    yesterday = datetime.now().replace(hour=12) - timedelta(days=1)
    library.note("play", seconds=600)
    library.note("take", seconds=300)
    library.note("play", seconds=300, at=yesterday.timestamp())
    async with shown(work, "6") as (app, pilot):
        await until(pilot, lambda: "plays        1     10.0 min" in text_of(pilot))
        assert "takes        1      5.0 min" in text_of(pilot)
        bars = app.room.model.drawn(2, 6, 5)[2:]
        assert [line.strip() for line in bars[:4]] == ["████"] * 4  # today, 15 minutes
        assert bars[4:6] == ["████ ████ "] * 2  # yesterday, 5 minutes
        assert bars[6].split() == ["1", "2"]
        await press(pilot, "left")
        assert "plays        1      5.0 min" in text_of(pilot) or await until(
            pilot, lambda: "plays        1      5.0 min" in text_of(pilot)) is None


async def test_longer_periods_sum_the_days(same_day: None, work: Work) -> None:
    for _ in range(3):
        work.sounds.library.note("bounce", seconds=60)
    async with shown(work, "6", "up", "up", size=(200, 50)) as (app, pilot):
        await until(pilot, lambda: "bounces      3      3.0 min" in text_of(pilot))
        assert "▸ month" in text_of(pilot)
