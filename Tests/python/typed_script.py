"""User code; test_typing.py checks it with mypy --strict against the package."""

from __future__ import annotations

import asyncio

import aha


def mix(path: str) -> float:
    with aha.Engine.offline(sample_rate=44100) as engine:
        player = engine.play(engine.load(path), loop=True, gain_db=-3)
        player.pan = 0.5
        player.gain_db = "loud"  # type: ignore[assignment]
        player.chain.add(aha.Reverb(engine, mix=0.2)).mix = 0.3
        state: aha.PlayerState = player.state
        frames: int = player.position + engine.stats.underruns
        engine.save("out.flac", seconds=1).wait()
        peak: float = engine.master.read_meter().peak_left
        return peak if state is aha.PlayerState.PLAYING else float(frames)


def catalogue(path: str) -> list[str]:
    with aha.Library(path) as library:
        return [item.title for item in library.items("drums", states="playable")]


async def share(client: aha.Client, piece: aha.Piece, folder: str) -> str:
    drop = aha.Drop(aha.Destination.folder(client, folder), piece)
    await drop.send_async("mix.flac")
    error: str | None = drop.error or None
    left: int | None = (await client.request("GET", "/me").start()).progress.sent_total
    return drop.url if error is None and left else drop.title


async def record(engine: aha.Engine) -> None:
    take = aha.Recorder(engine, "take.wav")
    take.start()
    remaining: int | None = take.status.remaining_seconds
    take.stop()
    await take
    async for event in engine.events():
        print(event.kind.label, remaining)


def main() -> None:
    try:
        print(mix("drums.ogg"), catalogue("songs.library"))
        asyncio.run(record(aha.Engine()))
    except aha.NotFoundError as error:
        print(error.filename, error.code, error.line)
