"""Plays a file through a sound device until it ends, and prints events meanwhile.

    python3 09_play_device.py FILE [ID]

Without an ID the default device plays; "null" plays without hardware.
"""
import asyncio
import sys

import aha


async def tell(engine: aha.Engine) -> None:
    async for event in engine.events():
        print(f"{event.frame / engine.sample_rate:6.2f} s  {event.kind.name.lower()} {event.line}")
        if event.kind == aha.EventKind.PLAYER_ENDED:
            return


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
file, id = [*sys.argv[1:], ""][:2]
try:
    with aha.Engine() as engine:
        sound = engine.load(file)
        for one in aha.devices():
            mark = "*" if one.is_default_output else " "
            print(f"{mark} {one.id}: {one.max_inputs} in, {one.max_outputs} out")
        device = aha.Device(engine, id)
        device.start()
        engine.play(sound)
        asyncio.run(tell(engine))
        status = device.status
        print(f"{device.id}: {status.blocks} blocks, {status.gaps} gaps, {status.losses} losses")
except KeyboardInterrupt:
    pass
except aha.Error as error:
    sys.exit(f"09_play_device: {error}")
