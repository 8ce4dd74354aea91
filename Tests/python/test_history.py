"""Histories: days, weeks and months in any time zone, and their cursor."""

from __future__ import annotations

import calendar
import datetime
import json
import time
from pathlib import Path

import aha
import pytest
from aha import TimeScale
from conftest import interpreted


def at(text: str) -> int:
    """Seconds since 1970 of a time in UTC."""
    return calendar.timegm(time.strptime(text, "%Y-%m-%d %H:%M"))


def day(text: str) -> int:
    return (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days


def in_zone(zone: str, script: str) -> str:
    """The output of a script in a process with a time zone; the zone of this process stays."""
    ended = interpreted("import aha, sys\n" + script, TZ=zone)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def note_in(zone: str, place: Path, *moments: str) -> list[str]:
    """The days that these times count for in that zone."""
    script = f"""
with aha.Library({str(place)!r}) as library:
    for moment in {[at(one) for one in moments]}:
        library.note("play", seconds=60, at=moment)
    first = library.first("day")
    for bucket in library.history("day", first, first + 400):
        if bucket.plays:
            print(aha.TimeScale.DAY.label(bucket.number), bucket.plays)
"""
    return in_zone(zone, script).splitlines()


def test_activities_are_counted(library: aha.Library) -> None:
    assert library.first("day") is None
    moment = at("2024-02-29 12:00")
    library.note("play", seconds=90, at=moment)
    library.note(aha.Activity.PLAY, seconds=30, at=moment + 60)
    library.note("take", seconds=600, at=moment)
    library.note("bounce", at=moment)
    library.note("drop", at=moment)
    today = day("2024-02-29")
    assert library.first("day") in (today, today - 1, today + 1)
    first = library.first("day") or 0
    before, there = library.history("day", first - 1, first)
    assert before == aha.Bucket(first - 1, 0, 0, 0, 0, 0, 0, 0, 0)
    assert there == aha.Bucket(first, 2, 1, 1, 1, 120_000, 600_000, 0, 0)
    month, = library.history("month", 54 * 12 + 1, 54 * 12 + 1)
    assert month.plays == 2 and TimeScale.MONTH.label(month.number) == "2024-02"
    [shown] = json.loads(library.history_json("day", first, first))["buckets"]
    assert (shown["number"], shown["plays"]) == (first, 2)


def test_moments_are_rounded_to_seconds(library: aha.Library) -> None:
    # For C, 0 is now: these are not.
    library.note("play", seconds=0.0014, at=0.5)
    library.note("play", at=0)
    first = library.first("day") or 0
    assert first <= 1 and library.history("day", first, first)[0].plays == 2
    assert library.history("day", first, first)[0].play_ms == 1
    for wrong in (float("nan"), float("inf"), 1e300):
        with pytest.raises(aha.InvalidArgumentError, match="seconds"):
            library.note("play", seconds=wrong)
        with pytest.raises(aha.InvalidArgumentError, match="at"):
            library.note("play", at=wrong)
        with pytest.raises(aha.InvalidArgumentError):
            aha.HistoryCursor().seek(wrong)
    with pytest.raises(aha.InvalidArgumentError):
        library.note("play", at=-0.5)


def test_days_follow_summer_time(tmp_path: Path) -> None:
    # 2026-03-08 has 23 hours there, 2026-11-01 has 25: each moment is of the day on the wall.
    found = note_in("America/New_York", tmp_path / "a.library", "2026-03-08 04:59",
                    "2026-03-08 05:00", "2026-03-09 03:59", "2026-03-09 04:00",
                    "2025-11-02 03:59", "2025-11-02 04:00", "2025-11-03 04:59",
                    "2025-11-03 05:00")
    assert found == ["2025-11-01 1", "2025-11-02 2", "2025-11-03 1", "2026-03-07 1",
                     "2026-03-08 2", "2026-03-09 1"]


def test_days_keep_the_zone_in_which_they_were_noted(tmp_path: Path) -> None:
    place = tmp_path / "a.library"
    assert note_in("Pacific/Auckland", place, "2026-02-28 20:00") == ["2026-03-01 1"]
    # A play noted in another zone stays on its local day.
    assert note_in("America/Los_Angeles", place, "2026-02-28 20:00") == [
        "2026-02-28 1", "2026-03-01 1"]


def test_a_zone_that_changes_in_a_process_is_followed(tmp_path: Path) -> None:
    said = in_zone("UTC", f"""
import os
with aha.Library({str(tmp_path / "a.library")!r}) as library:
    library.note("play", at={at("2026-05-01 23:00")})
    os.environ["TZ"] = "Asia/Tokyo"
    library.note("play", at={at("2026-05-01 23:00")})
    first = library.first("day")
    print([bucket.plays for bucket in library.history("day", first, first + 1)])
""")
    assert said == "[1, 1]"


def test_the_cursor_keeps_a_position_per_scale() -> None:
    cursor = aha.HistoryCursor()
    today = cursor.place
    assert cursor.is_now and cursor.scale == TimeScale.DAY
    assert cursor.move(-10) == -10 and cursor.zoom(2) == 2 and cursor.scale == TimeScale.MONTH
    assert cursor.is_now and cursor.move(-3) == -3 and not cursor.is_now
    assert cursor.zoom(-5) == -2 and cursor.place == today - 10
    assert cursor.move(100) == 10 and cursor.is_now and cursor.move(1) == 0
    cursor.seek(at("2024-02-29 12:00"))
    assert cursor.label in ("2024-02-28", "2024-02-29", "2024-03-01")
    assert repr(cursor) == f"<aha.HistoryCursor label={cursor.label}>"
    kept = aha.HistoryCursor("week", day=cursor.place, week=3)
    assert (kept.place, kept.place_in("day")) == (3, cursor.place)


def test_a_history_is_drawn(library: aha.Library, tmp_path: Path) -> None:
    now = aha.HistoryCursor().place
    empty, full = tmp_path / "empty.png", tmp_path / "full.png"
    library.draw_history(empty, "day", now - 30, now)
    library.note("play", seconds=60)
    library.note("take", seconds=600)
    library.draw_history(full, "day", now - 30, now, width=320, height=120, foreground=0xFF0000)
    for path in (empty, full):
        assert path.read_bytes().startswith(b"\x89PNG")
