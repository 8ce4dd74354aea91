"""Python's GIL is released during C calls."""

from __future__ import annotations

import ctypes
import io
import sys
import threading
from pathlib import Path
from typing import Any, Callable

import aha
from aha import _abi
from conftest import constant, sine


STEPS = 1000


def counted(call: Callable[[], Any], attempts: int = 1) -> int:
    """Counts another thread's progress during a call, up to STEPS. That thread runs only if the
    call releases the GIL: the interpreter's switch interval is set too long for a switch. A busy
    machine may run it late, so further attempts follow if it has not counted."""
    count, go = [0], threading.Event()

    def run() -> None:
        go.wait()
        for _ in range(STEPS):
            count[0] += 1

    thread = threading.Thread(target=run)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread.start()  # at this interval it returns when the thread waits for `go`
        go.set()
        for _ in range(attempts):
            call()
            if count[0]:
                break
        return count[0]
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_nothing_is_counted_while_python_works() -> None:
    assert counted(lambda: sum(range(100_000))) == 0


def test_nothing_is_counted_while_the_lock_is_held() -> None:
    holding = ctypes.PyDLL(_abi.lib._name)
    assert counted(holding.aha_version_number) == 0


def test_render_gives_up_the_lock(engine: aha.Engine) -> None:
    sound = constant(engine, 44100)
    for _ in range(64):
        engine.play(sound, loop=True)
    assert counted(lambda: engine.render(44100 * 20), attempts=100) == STEPS


def test_load_gives_up_the_lock(engine: aha.Engine, loops: list[Path]) -> None:
    assert counted(lambda: [engine.load(loop) for loop in loops], attempts=20) == STEPS


def test_wait_gives_up_the_lock(engine: aha.Engine, tmp_path: Path) -> None:
    engine.play(constant(engine, 44100), loop=True)
    job = engine.save(tmp_path / "out.flac", seconds=60)
    assert counted(job.wait) == STEPS


def test_threads_control_while_another_renders(engine: aha.Engine) -> None:
    sound = engine.sound(sine(44100), 44100)
    failures: list[BaseException] = []

    def control() -> None:
        try:
            for _ in range(250):  # the threads make fewer players than an engine has at once
                with engine.play(sound, loop=True) as player:
                    player.gain_db, player.pan = -6, 0.5
                    player.seek(1000)
                    player.pause()
                    player.resume()
                    engine.events_now()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=control) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(1000):
        engine.render(512)
    for thread in threads:
        thread.join()
    # A pause that was not rendered yet can't be resumed in every interleaving.
    assert [error for error in failures if not isinstance(error, aha.StateError)] == []
    assert engine.position == 512_000


def test_close_waits_for_a_render(engine: aha.Engine) -> None:
    inside = threading.Event()

    class Slow(io.BytesIO):
        def readinto(self, room: Any) -> int:
            inside.set()
            return super().readinto(room)

    engine.play(constant(engine, 100), loop=True)
    with aha.Stream.memory() as stream:
        engine.save(stream, frames=100_000).wait()
        data = stream.getvalue()
    sound = engine.load(Slow(data), streamed=True)
    inside.clear()
    engine.play(sound)
    thread = threading.Thread(target=lambda: engine.render(100_000))
    thread.start()
    inside.wait()
    engine.close()
    thread.join()
    assert engine.closed
