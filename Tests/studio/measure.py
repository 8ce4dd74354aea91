"""Measures Studio: latency of a key, processor time, keys in a list of 500 sounds, underruns.

    build/studio/bin/python Tests/studio/measure.py [SECONDS]

Uses the null device at blocks of 256, in folders of its own. Needs a quiet machine.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

HOME = Path(tempfile.mkdtemp())
os.environ |= {f"XDG_{name}_HOME": str(HOME / name) for name in ("DATA", "STATE", "CONFIG")}

import aha  # noqa: E402
from studio.app import Studio  # noqa: E402
from studio.model_work import Work  # noqa: E402
from textual.events import Key  # noqa: E402


def fill(folder: Path, count: int) -> None:
    """Sounds of four seconds."""
    folder.mkdir()
    with aha.Engine.offline() as engine:
        samples = [((index * 7919) % 1999) / 3999 for index in range(4 * 48000)]
        engine.sound(samples, 48000).save(folder / "sound 000.wav").wait()
    for number in range(1, count):
        shutil.copy(folder / "sound 000.wav", folder / f"sound {number:03}.wav")


async def drawn(app: Studio) -> None:
    """Waits until the screen has been drawn after the messages so far."""
    done = asyncio.Event()
    app.screen.call_after_refresh(done.set)
    await done.wait()


async def key(app: Studio, name: str) -> tuple[float, float]:
    """Sends a key; returns milliseconds until the screen is drawn: of the clock, and of the
    processor."""
    begin, before = time.perf_counter(), time.thread_time()
    app.post_message(Key(name, name if len(name) == 1 else None))
    await asyncio.sleep(0)
    await drawn(app)
    return 1000 * (time.perf_counter() - begin), 1000 * (time.thread_time() - before)


def shown(name: str, values: list[float]) -> None:
    values.sort()
    print(f"{name}: median {statistics.median(values):.1f} ms, 95 % "
          f"{values[int(len(values) * 0.95)]:.1f}, max {values[-1]:.1f}", flush=True)


def shown_both(name: str, pairs: list[tuple[float, float]]) -> None:
    shown(name, [one[0] for one in pairs])
    shown(f"{name}, processor", [one[1] for one in pairs])


async def latencies(app: Studio, work: Work, count: int = 50) -> list[float]:
    """From the key to the first frame of the sound that the device has rendered."""
    found = []
    number = app.room.row.number
    for _ in range(count):
        begin = time.perf_counter()
        app.post_message(Key("space", " "))
        while number not in work.sounding.plays or not work.sounding.share(number):
            await asyncio.sleep(0.0005)
        found.append(1000 * (time.perf_counter() - begin))
        app.post_message(Key("space", " "))
        while number in work.sounding.plays:
            await asyncio.sleep(0.005)
    return found


async def main(seconds: float) -> None:
    fill(HOME / "sounds", 500)
    work = Work(HOME / "work", device="null", block_frames=256)
    work.sounds.library.scan(HOME / "sounds").wait()
    app = Studio(work)
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause(1)
        app.room.rows += app.room._more
        app.room.show()
        moved = [await key(app, "down") for _ in range(300)]
        shown_both("key to the drawn list of 500, moving", moved)
        await key(app, "slash")
        typed = []
        for _ in range(20):
            typed += [await key(app, one) for one in "sound 1"]
            typed += [await key(app, "backspace") for _ in "sound 1"]
        shown_both("key to the drawn list of 500, filtering", typed)
        await key(app, "escape")
        await pilot.pause(0.5)
        shown("key to sound, blocks of 256", await latencies(app, work))
        app.post_message(Key("l", "l"))
        await pilot.pause(0.5)
        before, begin = time.process_time(), time.monotonic()
        await asyncio.sleep(10)
        share = (time.process_time() - before) / (time.monotonic() - begin)
        print(f"processor while one sound plays, 20 updates a second: {share:.1%} of a core")
        gaps = work.sounding.device.status
        begin, keys = time.monotonic(), 0
        while time.monotonic() - begin < seconds:
            await key(app, "down" if keys // 400 % 2 == 0 else "up")
            keys += 1
        now = work.sounding.device.status
        print(f"{keys} keys of scrolling in {seconds:.0f} s: {now.gaps - gaps.gaps} gaps, "
              f"{now.underruns - gaps.underruns} underruns, "
              f"{now.late_blocks - gaps.late_blocks} late blocks of {now.blocks - gaps.blocks}")
        app.close_models()
    work.close()


try:
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
finally:
    shutil.rmtree(HOME)
