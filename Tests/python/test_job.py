"""Waiting for jobs, and ending them."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aha
import pytest
from conftest import constant


class Held(io.BytesIO):
    """A file whose writes block after the first 100 000 bytes until the test releases them."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.go_on = threading.Event(), threading.Event()

    def write(self, data: Any) -> int:
        if self.tell() > 100_000:
            self.reached.set()
            self.go_on.wait()
        return super().write(data)


@pytest.fixture
def held(engine: aha.Engine) -> Iterator[tuple[Held, aha.Job]]:
    """A blocked save in progress."""
    file = Held()
    engine.play(constant(engine, 100), loop=True)
    job = engine.save(file, frames=500_000)
    file.reached.wait()
    yield file, job
    file.go_on.set()


def test_a_wait_ends_at_its_timeout(held: tuple[Held, aha.Job]) -> None:
    file, job = held
    assert job.wait(0) is False and job.wait(0.25) is False and not job.done
    file.go_on.set()
    assert job.wait(60) is True and job.wait(0) is True and job.done
    for bad in (-1, float("nan")):
        with pytest.raises(aha.InvalidArgumentError):
            job.wait(bad)


def test_progress_ends_at_one(held: tuple[Held, aha.Job]) -> None:
    file, job = held
    progress = job.progress
    assert progress.fraction is not None and 0 <= progress.fraction < 1
    assert progress.frames_total == 500_000 > progress.frames_done
    assert progress.elapsed_us > 0
    assert progress.remaining_us is None or progress.remaining_us > 0
    assert job.stage == "rendering" and repr(job).startswith("<aha.Job stage=rendering progress=")
    file.go_on.set()
    job.wait()
    progress = job.progress
    assert (progress.fraction, progress.frames_done) == (1, 500_000)
    assert progress.bytes_done >= 500_000 * 4
    assert progress.elapsed_us > 0 and progress.remaining_us == 0
    assert progress.elapsed_us == job.progress.elapsed_us
    assert repr(job) == "<aha.Job stage=done progress=100%>"


def test_a_cancelled_job_raises(held: tuple[Held, aha.Job]) -> None:
    file, job = held
    job.cancel()
    file.go_on.set()
    with pytest.raises(aha.CancelledError):
        job.wait()
    assert job.done and job.stage == "failed"
    job.cancel()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT with Python's handler; in the background of a shell it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_the_wait(held: tuple[Held, aha.Job], interruptible: None) -> None:
    file, job = held
    waits = threading.Event()

    def interrupt() -> None:
        waits.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        waits.set()
        job.wait(60)
    thread.join()
    assert time.monotonic() - began < 30 and not job.done
    file.go_on.set()
    assert job.wait()


def test_closing_the_engine_ends_its_jobs(tmp_path: Path) -> None:
    engine = aha.Engine.offline(sample_rate=44100)
    engine.play(constant(engine, 100), loop=True)
    job = engine.save(tmp_path / "out.wav", frames=10 ** 12)
    engine.close()
    assert job.closed and repr(job) == "<aha.Job closed>"
    with pytest.raises(aha.ReleasedError):
        job.wait()
    assert not list(tmp_path.iterdir())


def test_a_job_is_awaited_and_raises(engine: aha.Engine, tmp_path: Path) -> None:
    async def save() -> None:
        engine.play(constant(engine, 100), loop=True)
        await engine.save(tmp_path / "one.wav", frames=1000)
        with pytest.raises(aha.StateError):
            await engine.save(tmp_path / "two.wav")

    asyncio.run(save())
    assert len(engine.load(tmp_path / "one.wav")) == 1000


def test_cancelling_the_awaiting_task_cancels_the_job(held: tuple[Held, aha.Job]) -> None:
    file, job = held

    async def save() -> None:
        task = asyncio.ensure_future(job)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        file.go_on.set()

    asyncio.run(save())
    with pytest.raises(aha.CancelledError):
        job.wait()


def test_load_async_loads_and_raises(engine: aha.Engine, loops: list[Path]) -> None:
    async def load() -> list[aha.Sound]:
        return list(await asyncio.gather(*map(engine.load_async, loops)))

    for path, sound in zip(loops, asyncio.run(load())):
        assert len(sound) == len(engine.load(path)) > 0

    async def fail() -> None:
        await engine.load_async(b"not audio " * 100)

    with pytest.raises(aha.UnknownFormatError):
        asyncio.run(fail())


@pytest.mark.parametrize("bar", ["text", "tqdm", ""])
def test_a_progress_bar_ends_with_the_job(engine: aha.Engine, tmp_path: Path, bar: str,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    if bar == "tqdm":
        pytest.importorskip("tqdm")
    sound = engine.sound([0.5] * 44100, 44100)
    sound.save(tmp_path / "a.wav").progress_bar("saving", bar=bar)
    shown = capsys.readouterr().err
    assert "saving" in shown and "100" in shown and "done" in shown
    assert (tmp_path / "a.wav").exists()
    with pytest.raises(FileNotFoundError):
        sound.save(tmp_path / "none" / "a.wav").progress_bar(bar="text")
    with pytest.raises(aha.InvalidArgumentError, match="tqdm"):
        sound.save(tmp_path / "a.wav").progress_bar(bar="dots")
