"""A piece leaves one program and comes back in another, byte for byte.

    python3 21_piece_travels.py SONG FOLDER COPY

Its files are asked for and sent while somebody still thinks about the title; it is committed,
becomes a page in FOLDER, is opened there, and its sound is what was sent.
"""
import asyncio
import sys
from pathlib import Path

import aha


async def answer(client: aha.Client, song: str) -> None:
    async for event in client.events():
        if event.kind == aha.EventKind.DROP_ASSET_WANTED:
            asset = aha.Asset(event.value)
            print("asked for", asset.name.lower())
            event.source.answer(asset, song if asset == aha.Asset.MIX_STEM else None)
        elif event.kind == aha.EventKind.DROP_CLOSED:
            print("closed,", "done" if event.value else event.line)


async def leave(client: aha.Client, song: str, folder: str) -> str:
    with aha.Engine() as engine:
        piece = aha.Piece(length_us=round(engine.load(song).info.seconds * 1e6))
    asyncio.ensure_future(answer(client, song))
    drop = aha.Drop(aha.Destination.folder(client, folder), piece)
    sending = drop.start()
    piece.title, piece.description = "A piece that travels", "Found its name on the way"
    drop.set_piece(piece)
    drop.commit()
    return (await sending).url


async def main(song: str, folder: str, copy: str) -> None:
    with aha.Client("com.example.drums") as client:
        page = await leave(client, song, folder)
        print("dropped:", page)
        opening = await aha.Opening(client, page)  # elsewhere: all that is known is the page
        print("opened", opening.piece.title, "with", len(opening.assets), "files")
        await opening.save(aha.Asset.MIX_STEM, copy)
        if Path(copy).read_bytes() != Path(song).read_bytes():
            sys.exit("21_piece_travels: it is not what was sent")


if len(sys.argv) != 4:
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except aha.Error as error:
    sys.exit(f"21_piece_travels: {error}")
