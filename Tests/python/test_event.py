"""Events: pending ones and awaited ones."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from pathlib import Path
from typing import Any

import aha
import numpy as np
from aha import EventKind
from conftest import constant


def test_a_player_reports_start_loop_and_end(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 1000), loop=1, at=100)
    engine.render(5000)
    events = engine.events_now()
    assert [event.kind for event in events] == [
        EventKind.PLAYER_STARTED, EventKind.PLAYER_LOOPED, EventKind.PLAYER_ENDED]
    assert [event.frame for event in events[:2]] == [100, 1100]
    assert 2100 <= events[2].frame <= 2100 + 221  # the last sample fades out over the ramp
    assert all(event.source is player and event.error is None for event in events)
    assert events[1].value == 1
    assert engine.events_now() == []


def test_the_event_of_a_failed_job_has_its_error(engine: aha.Engine) -> None:
    _, job = engine.start_load(b"not audio " * 100)
    with np.testing.assert_raises(aha.UnknownFormatError):
        job.wait()
    event = engine.events_now()[0]
    assert (event.kind, event.source) == (EventKind.JOB_FINISHED, job)
    assert isinstance(event.error, aha.UnknownFormatError) and event.error.line == job.error


def test_an_event_of_a_closed_player_has_no_source(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 100))
    engine.render(1000)
    player.close()
    del player
    assert {event.source for event in engine.events_now()} == {None}


def test_event_kinds_have_the_names_of_c() -> None:
    for kind in EventKind:
        assert kind.label == f"AHA_EVENT_{kind.name}"


def test_events_come_in_asyncio(engine: aha.Engine, tmp_path: Path) -> None:
    async def main() -> list[aha.Event]:
        player = engine.play(constant(engine, 1000), loop=2)
        job = engine.save(tmp_path / "out.wav")
        seen = []
        async for event in engine.events():
            seen.append(event)
            if event.source is job:
                break
        assert seen[0].source is player
        return seen

    kinds = [event.kind for event in asyncio.run(asyncio.wait_for(main(), 60))]
    assert kinds == [EventKind.PLAYER_STARTED, EventKind.PLAYER_LOOPED, EventKind.PLAYER_LOOPED,
                     EventKind.PLAYER_ENDED, EventKind.JOB_FINISHED]


def test_events_of_a_render_in_another_thread_wake_the_loop(engine: aha.Engine) -> None:
    async def main() -> aha.Event:
        events = engine.events()
        coming = asyncio.ensure_future(events.__anext__())
        await asyncio.sleep(0)
        engine.play(constant(engine, 1000))
        rendering = threading.Thread(target=engine.render, args=(500,))
        rendering.start()
        event = await coming
        rendering.join()
        return event

    assert asyncio.run(asyncio.wait_for(main(), 60)).kind == EventKind.PLAYER_STARTED


def test_closing_the_engine_ends_the_events() -> None:
    async def main(engine: aha.Engine) -> int:
        # Called when this coroutine waits and the loop is idle.
        asyncio.get_running_loop().call_soon(threading.Thread(target=engine.close).start)
        return len([event async for event in engine.events()])

    assert asyncio.run(asyncio.wait_for(main(aha.Engine.offline()), 60)) == 0


def test_each_event_goes_to_one_of_two_takers(engine: aha.Engine) -> None:
    async def take(seen: list[aha.Event]) -> None:
        async for event in engine.events():
            seen.append(event)
            await asyncio.sleep(0)
            if event.kind == EventKind.PLAYER_ENDED:
                engine.close()

    async def main() -> list[aha.Event]:
        one: list[aha.Event] = []
        two: list[aha.Event] = []
        takers = asyncio.gather(take(one), take(two))
        await asyncio.sleep(0)
        sound = constant(engine, 100)
        for number in range(10):
            engine.play(sound, at=number * 1000).stop(at=number * 1000 + 50)
        engine.play(sound, at=10_000)
        engine.render(20_000)
        await takers
        return one + two

    started = [event.frame for event in asyncio.run(asyncio.wait_for(main(), 60))
               if event.kind == EventKind.PLAYER_STARTED]
    assert sorted(started) == [1000 * number for number in range(11)]


def test_the_loop_is_idle_between_events_and_during_work(engine: aha.Engine) -> None:
    async def main() -> tuple[int, int]:
        turns = 0

        def counting(wait: float | None) -> list[Any]:
            nonlocal turns
            turns += 1
            events: list[Any] = select(wait)
            return events

        loop = asyncio.get_running_loop()
        select = loop._selector.select  # type: ignore[attr-defined]
        loop._selector.select = counting  # type: ignore[attr-defined]
        engine.play(constant(engine, 100), loop=9)
        engine.render(2000)
        async for _ in engine.events():
            await asyncio.sleep(0.2)  # works while the other events are still pending
            break
        working = turns
        engine.events_now()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(engine.events().__anext__(), 0.2)
        return working, turns - working

    working, waiting = asyncio.run(main())
    assert working < 20 and waiting < 20
