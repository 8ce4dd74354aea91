"""With asyncio: load all files at once, save their mix, and print events meanwhile.

    python3 03_async.py OUT FILE...
"""
import asyncio
import sys

import aha


async def watch(engine: aha.Engine, playing: int) -> None:
    """Prints events until all sounds have ended, or the engine is closed."""
    async for event in engine.events():
        print(f"{event.frame:8} {event.kind.name.lower()} {event.error or ''}")
        playing -= event.kind is aha.EventKind.PLAYER_ENDED
        if not playing:
            break


async def main(out: str, *files: str) -> None:
    engine = aha.Engine.offline(sample_rate=44100)
    watching = asyncio.ensure_future(watch(engine, len(files)))
    try:
        sounds = await asyncio.gather(*(engine.load_async(file) for file in files))
        for number, sound in enumerate(sounds):
            engine.play(sound, gain_db=-6, at=number * 22050)
        await asyncio.wait_for(engine.save(out), timeout=60)
        await watching
    finally:
        engine.close()


if len(sys.argv) < 3:
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except aha.Error as error:
    sys.exit(f"03_async: {error}")
