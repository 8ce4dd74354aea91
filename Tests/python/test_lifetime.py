"""Objects end once, in any order, on any thread, and before the interpreter does."""

from __future__ import annotations

import gc
import io
import weakref
from pathlib import Path
from typing import Any

import aha
import pytest
from aha import _abi, _release
from conftest import constant, interpreted, wav


def test_objects_are_closed_twice_and_after_the_engine() -> None:
    engine = aha.Engine.offline(sample_rate=44100)
    sound = constant(engine, 100)
    things: list[Any] = [sound, engine.player(sound), engine.bus(), aha.Stream.memory()]
    things[0].close()
    engine.close()
    for thing in [*things, engine]:
        thing.close()
        thing.close()
        assert thing.closed and "closed" in repr(thing)


def test_an_engine_without_a_reference_ends() -> None:
    engine = aha.Engine.offline(sample_rate=44100)
    engine.play(constant(engine, 100), loop=True)
    engine.render(10)
    gone = weakref.ref(engine)
    del engine
    gc.collect()
    assert gone() is None


def test_objects_keep_their_engine() -> None:
    sound = constant(aha.Engine.offline(sample_rate=44100), 100)
    gc.collect()
    assert len(sound) == 100 and not sound.engine.closed


def test_players_that_are_dropped_make_room() -> None:
    with aha.Engine.offline(max_players=8) as engine:
        sound = constant(engine, 100)
        for _ in range(2000):
            engine.player(sound)
            engine.render(0)


def test_a_release_inside_a_callback_is_deferred(engine: aha.Engine) -> None:
    """The engine that ends in a file object's method can't be released there."""
    released: list[int] = []
    other = aha.Engine.offline()

    class Closing(io.BytesIO):
        def readinto(self, room: Any) -> int:
            other.close()
            released.append(len(_release._deferred))
            return super().readinto(room)

    handle = other._handle
    engine.load(Closing(wav(engine)))
    assert released[0] == 1 and other.closed
    engine.bus()
    assert not _release._deferred
    with pytest.raises(aha.ReleasedError):
        _abi.lib.aha_release(handle)


AT_EXIT = {
    "nothing was closed": """
        engine = aha.Engine.offline()
        sound = engine.load(LOOP)
        engine.play(sound, loop=True)
        engine.render(100)
    """,
    "a stream plays": """
        engine = aha.Engine.offline()
        player = engine.play(engine.load(open(LOOP, "rb"), streamed=True), loop=True)
        engine.render(100)
    """,
    "a job runs": """
        engine = aha.Engine.offline()
        engine.play(engine.load(LOOP), loop=True)
        job = engine.save(io.BytesIO(), frames=10 ** 9)
    """,
    "a log is set": """
        aha.set_log(lambda level, line: None, "debug")
        engine = aha.Engine.offline()
        job = engine.start_load(LOOP)[1]
    """,
    "a device plays and a take is recorded": """
        engine = aha.Engine()
        engine.play(engine.load(LOOP), loop=True)
        aha.Recorder(engine, TAKE).start()
        microphone = aha.Device(engine, "null", direction="input")
        microphone.start()
        aha.Input(engine, engine.bus(), microphone)
        aha.Device(engine, "null").start()
    """,
    "objects are in a circle": """
        class Host: pass
        host = Host()
        host.host, host.engine = host, aha.Engine.offline()
        host.player = host.engine.play(host.engine.load(open(LOOP, "rb"), streamed=True))
        host.engine.events_now()
    """,
    "an exception ends it": """
        engine = aha.Engine.offline()
        engine.play(engine.load(open(LOOP, "rb"), streamed=True), loop=True)
        sys.exit(0)
    """,
}


@pytest.mark.parametrize("script", AT_EXIT.values(), ids=AT_EXIT.keys())
def test_the_interpreter_ends_quietly(script: str, loops: list[Any], tmp_path: Path) -> None:
    lines = [line.strip() for line in script.strip().splitlines()]
    text = f"import aha, io, sys\nLOOP = {str(loops[0])!r}\n"
    text += f"TAKE = {str(tmp_path / 'take.wav')!r}\n" + "\n".join(lines)
    ended = interpreted(text, "-X", "dev", "-W", "ignore")
    assert (ended.returncode, ended.stderr) == (0, "")
