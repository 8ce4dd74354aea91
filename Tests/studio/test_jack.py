"""A JACK server hears the arrangement as its bounce has it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import aha
import numpy
import pytest
from conftest import press, shown, until

TAP = Path(__file__).parents[1] / "devices" / "jack_tap.c"
SECONDS = 2


@pytest.fixture
def tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A JACK server without hardware, and the program that records its ports."""
    program = tmp_path / "jack_tap"
    subprocess.run(["gcc", "-O2", TAP, "-o", program, "-ljack"], check=True)
    name = f"studio-{os.getpid()}"
    monkeypatch.setenv("JACK_DEFAULT_SERVER", name)
    with open(tmp_path / "jackd.log", "wb") as log:
        server = subprocess.Popen(["jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r",
                                   "48000", "-p", "2048"], stdout=log, stderr=log)
        subprocess.run(["jack_wait", "-s", name, "-w", "-t", "20"], check=True, stdout=log,
                       stderr=log)
        yield program
        server.terminate()
        server.wait()


def sounding(frames: numpy.ndarray) -> numpy.ndarray:
    """The frames from the first that is not silent."""
    return frames[numpy.argmax(numpy.abs(frames).max(axis=1) > 0.001):]


async def test_jack_hears_the_bounce(tap: Path, make_work, tones: Path) -> None:
    work = make_work(device="jack:system", block_frames=0)
    assert work.sounding.device.id == "jack:system", work.sounding.line
    work.settings.set(target=0.0)
    track = work.project.add_track(tones / "choir.wav", "choir")
    track.add_effect("filter").add_lane("cutoff_hz", [(0, 200), (1_000_000, 8000)])
    work.project.add_track(tones / "bell.wav", "bell", start_us=500_000, pan=0.5)
    out = tap.with_suffix(".raw")
    async with shown(work, "4", "b") as (app, pilot):
        await until(pilot, lambda: app.notice.startswith("bounced"))
        for _ in range(10):  # a cycle that the busy machine's server skipped says nothing
            recorder = subprocess.Popen([tap, str(SECONDS * 48000), out, "libaha:out_0",
                                         "libaha:out_1"], stdout=subprocess.PIPE)
            assert recorder.stdout is not None and recorder.stdout.readline() == b"ready\n"
            await press(pilot, "space")
            await until(pilot, lambda: recorder.poll() is not None)
            await press(pilot, "space")
            if recorder.returncode == 0:
                break
        path = app.arrangement.bouncing.latest
    assert recorder.returncode == 0
    with aha.Engine.offline() as engine:
        bounced = sounding(engine.load(path).read())
    heard = sounding(numpy.fromfile(out, "float32").reshape(-1, 2))
    count = min(len(bounced), len(heard), 48000)
    assert count == 48000
    assert numpy.abs(bounced[:count] - heard[:count]).max() < 1e-4  # the dither of 16 bits
