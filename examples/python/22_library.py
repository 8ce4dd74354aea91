"""A small host of a library: scan, list playable items, play, note, history.

    python3 22_library.py LIBRARY FOLDER [WORD…]

FOLDER is scanned; the first item that has all words is played through the null device, and noted.
"""
import asyncio
import sys

import aha


async def scan(library: aha.Library, folder: str) -> None:
    scanning = library.scan(folder)
    await scanning
    report = scanning.report
    print(f"{report.added} new, {report.unchanged} as they were, {report.missing} missing")


async def heard(engine: aha.Engine) -> None:
    async for event in engine.events():
        if event.kind == aha.EventKind.PLAYER_ENDED:
            return


def play(item: aha.Item) -> float:
    with aha.Engine() as engine:
        device = aha.Device(engine, "null")
        device.start()
        engine.play(engine.load(item.place))
        asyncio.run(heard(engine))
        return engine.position / engine.sample_rate


if len(sys.argv) < 3:
    sys.exit(__doc__)
path, folder, *words = sys.argv[1:]
try:
    with aha.Library(path) as library:
        asyncio.run(scan(library, folder))
        playable = list(library.items(" ".join(words), order="length"))
        print(f"{len(playable)} can be played")
        for item in playable[:5]:
            print(f"{item.number:6} {item.length_us / 1e6:6.1f} s  {item.title}")
        if playable:
            library.note("play", playable[0], seconds=play(playable[0]))
            print(f"played {playable[0].title}, {library.item(playable[0].number).plays} times now")
        cursor = aha.HistoryCursor("week")
        for bucket in library.history(cursor.scale, cursor.place - 3, cursor.place):
            print(f"{cursor.scale.label(bucket.number)} {'#' * bucket.plays} {bucket.plays} plays")
except aha.Error as error:
    sys.exit(f"22_library: {error}")
