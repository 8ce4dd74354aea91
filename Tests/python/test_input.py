"""Live inputs: what comes is heard, and a take made to a song fits it."""

from __future__ import annotations

import gc
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aha
import numpy as np
import pytest
from conftest import sine

BLOCK = 256


@pytest.fixture
def live() -> Iterator[aha.Engine]:
    with aha.Engine(sample_rate=44100, offline=False, limiter=False) as engine:
        yield engine


def test_what_is_written_is_heard(live: aha.Engine) -> None:
    written = sine(4410)
    source = aha.Input(live, shares_clock=True)
    assert source.bus is live.master and source.device is None and source.monitored
    source.write(np.column_stack([written, -written]))
    heard = live.render(8820)
    begin = int(np.flatnonzero(heard[:, 0])[0]) - 1
    fade = 441  # it may fade in and out
    assert np.allclose(heard[begin + fade:begin + 4410 - fade, 0], written[fade:-fade], atol=1e-6)
    assert np.array_equal(heard[:, 0], -heard[:, 1])
    status = source.status
    assert status.frames >= 4410 and status.skips == 0 and status.underruns >= 1
    assert repr(source) == f"<aha.Input monitored=True latency_frames={source.latency_frames}>"


def test_flat_samples_are_of_its_channels(live: aha.Engine) -> None:
    mono = aha.Input(live, live.bus(), channels=1, shares_clock=True)
    mono.write(sine(4410))
    stereo = aha.Input(live, live.bus(), shares_clock=True)
    with pytest.raises(aha.InvalidArgumentError):
        stereo.write(np.zeros(3, np.float32))
    with pytest.raises(aha.InvalidArgumentError):
        mono.write(np.zeros((10, 2), np.float32))
    assert abs(live.render(4000)).max() > 0.3


def test_unmonitored_is_measured_and_not_heard(live: aha.Engine) -> None:
    bus = live.bus()
    source = aha.Input(live, bus, shares_clock=True)
    source.monitored = False
    assert source.monitored is False
    source.write(np.full((4410, 2), 0.5, np.float32))
    live.render(2000)
    bus.meter()
    assert abs(live.render(2000)).max() == 0 and bus.meter().peak_left == pytest.approx(0.5)
    with pytest.raises(aha.InvalidArgumentError):
        aha.Input(live).monitored = False


def test_a_bus_has_one(live: aha.Engine) -> None:
    first = aha.Input(live)
    with pytest.raises(aha.StateError):
        aha.Input(live)
    first.close()
    live.render(1000)
    aha.Input(live)
    with pytest.raises(aha.InvalidArgumentError):
        aha.Input(live, live.bus(), aha.Device(live, "stepped"))


def test_it_is_heard_until_it_is_closed(live: aha.Engine) -> None:
    aha.Input(live)
    gc.collect()
    with pytest.raises(aha.StateError):
        aha.Input(live)


def test_the_offset(live: aha.Engine) -> None:
    source = aha.Input(live, shares_clock=True)
    before = source.latency_frames
    source.offset_frames = 120
    assert (source.offset_frames, source.latency_frames) == (120, before + 120)
    source.offset_frames = -(2 ** 31)
    assert (source.offset_frames, source.latency_frames) == (-(2 ** 31), 0)
    for bad in (2 ** 31 + 1, 2 ** 64):
        with pytest.raises(aha.InvalidArgumentError):
            source.offset_frames = bad


@contextmanager
def looped_back(output: aha.Device, microphone: aha.Device, way: int) -> Iterator[None]:
    """A clock, some five times too fast, and a cable of so many frames from output to input."""
    ended = threading.Event()

    def run() -> None:
        cable = deque([np.zeros((way, 2), np.float32)])
        while not ended.wait(0.001):
            cable.append(output.step(BLOCK))
            samples = np.concatenate(cable)
            microphone.step_input(samples[:BLOCK])
            cable = deque([samples[BLOCK:]])

    thread = threading.Thread(target=run)
    output.start()
    microphone.start()
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize("way", [700, 3001])
def test_a_take_to_a_song_fits_it(live: aha.Engine, tmp_path: Path, way: int) -> None:
    output = aha.Device(live, "stepped")
    microphone = aha.Device(live, "stepped", direction="input")
    bus = live.bus()
    source = aha.Input(live, bus, microphone, shares_clock=True)
    source.monitored = False
    assert source.device is microphone
    with pytest.raises(aha.UnsupportedError):
        source.write(np.zeros((10, 2), np.float32))
    with pytest.raises(aha.StateError):
        source.measure_latency()  # nobody renders
    song = live.sound(np.random.default_rng(4).uniform(-0.5, 0.5, 22050), 44100)
    with looped_back(output, microphone, way):
        measured = source.measure_latency()
        assert way <= measured == source.latency_frames
        recorder = aha.Recorder(live, tmp_path / "take.wav", bus)
        begin = live.position + 2 * 44100
        recorder.start(at_frame=begin + measured)
        recorder.stop(at_frame=begin + measured + len(song))
        live.play(song, at_frame=begin)
        assert recorder.wait(60)
    take = recorder.take().read()[:, 0]
    assert np.allclose(take[300:-300], song.read()[300:-300, 0], atol=1e-5)
