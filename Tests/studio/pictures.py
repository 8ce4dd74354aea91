"""Draws the pictures of Studio's page: Tests/studio/pictures.py FOLDER_OF_SOUNDS.

Writes examples/studio/pictures/*.svg, as Textual exports the screen.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from pathlib import Path

HOME = tempfile.TemporaryDirectory()
os.environ |= {f"XDG_{name}_HOME": f"{HOME.name}/{name}" for name in ("DATA", "STATE", "CONFIG")}

import aha  # noqa: E402
from studio.app import Studio  # noqa: E402
from studio.model_work import Work  # noqa: E402

OUT = Path(__file__).parents[2] / "examples/studio/pictures"


#: Pictures that the page shows.
SHOWN = ("list-80x24", "sliders-80x24", "history-80x24", "arrange-200x50")


def save(app: Studio, name: str) -> None:
    """The picture without the address of a font, which the viewer need not fetch."""
    if name not in SHOWN:
        return
    svg = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    (OUT / f"{name}.svg").write_text(svg.replace("Fira Code", "DejaVu Sans Mono"))


def prepare(work: Work, sounds: Path) -> None:
    """A library, a history, an arrangement."""
    work.sounds.library.scan(sounds).wait()
    items = list(work.sounds.library.items(order="title", page=30))[:30]
    for item in items:
        work.sounds.library.analyze(item).wait()
    for days in range(60):
        work.sounds.library.note("play", seconds=60 * (days * 7 % 11),
                                 at=time.time() - 86400 * days)
    for index, item in enumerate(items[:8]):
        track = work.project.add_track(item.place, item.title[:12], start_us=index * 1_500_000,
                                       loop=(5 - index % 4), gain_db=-index)
        if index % 3 == 1:
            track.add_effect("filter").add_lane("cutoff_hz", [
                (0, 200, "smooth"), (6_000_000, 12000, "smooth"), (12_000_000, 400)])


async def main(sounds: Path) -> None:
    OUT.mkdir(exist_ok=True)
    work = Work(Path(HOME.name) / "work", device="null")
    prepare(work, sounds)
    for size in ((80, 24), (200, 50)):
        app = Studio(work)
        async with app.run_test(size=size) as pilot:
            await pilot.pause(1)
            app.action_go("list")
            await pilot.pause(1)
            await pilot.press("home", "down", "down", "l")
            await pilot.pause(0.5)
            save(app, f"list-{size[0]}x{size[1]}")
            await pilot.press("enter")
            await pilot.pause(0.5)
            await pilot.press("escape", "right", "right", "down", "m", "space")
            await pilot.pause(0.3)
            for _ in range(9):
                await pilot.press("shift+left")
            for _ in range(6):
                await pilot.press("shift+right")
            await pilot.pause(1.5)
            save(app, f"sliders-{size[0]}x{size[1]}")
            await pilot.press("4")
            await pilot.pause(6)
            save(app, f"arrange-{size[0]}x{size[1]}")
            await pilot.press("6")
            await pilot.pause(0.5)
            save(app, f"history-{size[0]}x{size[1]}")
            app.close_models()
    work.close()


asyncio.run(main(Path(sys.argv[1])))
