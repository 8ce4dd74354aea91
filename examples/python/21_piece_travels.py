"""Sends a piece from one program, with its title set at the end, and opens it in another.

    python3 21_piece_travels.py SONG FOLDER COPY
"""
import asyncio
import sys
from pathlib import Path

import aha


async def answer(client: aha.Client, song: str, begun: asyncio.Event) -> None:
    async for event in client.events():
        if event.kind == aha.EventKind.DROP_ASSET_WANTED:
            asset = aha.Asset(event.value)
            print("asked for", asset.name.lower())
            event.source.answer(asset, song if asset == aha.Asset.MIX_STEM else None)
        elif event.kind == aha.EventKind.DROP_PROGRESS and event.value and not begun.is_set():
            print("sent", event.value, "bytes so far")
            begun.set()
        elif event.kind == aha.EventKind.DROP_CLOSED:
            print("closed,", "done" if event.value else event.line)
            begun.set()


async def leave(client: aha.Client, song: str, folder: str) -> str:
    with aha.Engine.offline() as engine:
        piece = aha.Piece(length_us=round(engine.load(song).info.seconds * 1e6))
    asyncio.ensure_future(answer(client, song, begun := asyncio.Event()))
    drop = aha.Drop(aha.Destination.folder(client, folder), piece)
    sending = drop.start()
    await begun.wait()
    piece.title, piece.description = "A piece that travels", "Found its name on the way"
    drop.set_piece(piece)
    drop.commit()
    return (await sending).url


async def main(song: str, folder: str, copy: str) -> None:
    with aha.Client("com.example.drums") as client:
        print("dropped:", page := await leave(client, song, folder))
        # in another program: only the page's URL is known
        opening = await aha.Opening(client, page)
        print("opened", opening.piece.title, "with", len(opening.assets), "files")
        await opening.save(aha.Asset.MIX_STEM, copy)
        if Path(copy).read_bytes() != Path(song).read_bytes():
            sys.exit("21_piece_travels: the copy differs from the sent file")


if len(sys.argv) != 4:
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except aha.Error as error:
    sys.exit(f"21_piece_travels: {error}")
