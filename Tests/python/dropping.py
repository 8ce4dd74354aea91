"""A process that drops a file or resumes an interrupted drop: dropping.py PLACE STATE FILE

Prints "sending" with the first bytes and "done URL" at the end. It may be killed at any time.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import aha
import places


async def watch(client: aha.Client) -> None:
    async for event in client.events():
        if event.kind == aha.EventKind.DROP_PROGRESS:
            print("sending", flush=True)
            return


async def main(said_file: str, state: str, path: str) -> None:
    said = json.loads(Path(said_file).read_text())
    with places.client_of(Path(state), said) as client:
        destination = places.destination_of(said, client)
        kept = [drop for drop in client.drops() if drop.stage != aha.DropStage.DONE]
        if kept:
            drop = kept[0]
        else:
            drop = aha.Drop(destination, places.piece_of(Path(path)), committed=True)
            for asset in aha.Asset:
                drop.answer(asset, path if asset == aha.Asset.MIX_STEM else None)
        watcher = asyncio.ensure_future(watch(client))
        print("begun", flush=True)
        await drop
        watcher.cancel()
        print("done", drop.progress.bytes_repeated, drop.url, flush=True)


asyncio.run(main(*sys.argv[1:]))
