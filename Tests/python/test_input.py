"""Live inputs: what comes is heard, and a take made to a song fits it."""

from __future__ import annotations

import gc
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
from conftest import sine

BLOCK = 256
Samples = np.ndarray[Any, Any]


@pytest.fixture
def live() -> Iterator[aha.Engine]:
    with aha.Engine(sample_rate=44100, limiter=False) as engine:
        yield engine


def in_turn(engine: aha.Engine, source: aha.Input, samples: Samples) -> Samples:
    """Writes and renders block by block, as an audio callback does."""
    heard = []
    for begin in range(0, len(samples), BLOCK):
        source.write(samples[begin:begin + BLOCK])
        heard.append(engine.render(len(samples[begin:begin + BLOCK])))
    return np.concatenate(heard)


def test_what_is_written_is_heard(live: aha.Engine) -> None:
    written = np.column_stack([sine(4410), sine(4410, hz=880)])
    source = aha.Input(live, shares_clock=True)
    assert source.bus is live.master and source.device is None and source.monitored
    heard = in_turn(live, source, written)
    fade = 221  # it fades in over the ramp
    assert np.array_equal(heard[fade:], written[fade:]) and abs(heard[:fade]).max() > 0
    status = source.status
    assert (status.frames, status.skips, status.underruns, status.held_frames) == (4410, 0, 0, 0)
    assert status.drift_ppm == 0
    live.render(BLOCK)
    assert source.status.underruns == 1
    assert repr(source) == "<aha.Input monitored=True latency_frames=0>"


def test_flat_samples_are_of_its_channels(live: aha.Engine) -> None:
    mono = aha.Input(live, live.bus(), channels=1, shares_clock=True)
    stereo = aha.Input(live, live.bus(), shares_clock=True)
    with pytest.raises(aha.InvalidArgumentError):
        stereo.write(np.zeros(3, np.float32))
    with pytest.raises(aha.InvalidArgumentError):
        mono.write(np.zeros((10, 2), np.float32))
    heard = in_turn(live, mono, np.full(1024, 0.25, np.float32))
    assert heard[-1].tolist() == [0.25, 0.25]


def test_unmonitored_is_measured_and_not_heard(live: aha.Engine) -> None:
    bus = live.bus()
    source = aha.Input(live, bus, shares_clock=True)
    source.monitored = False
    assert source.monitored is False
    samples = np.full((2048, 2), 0.5, np.float32)
    in_turn(live, source, samples)
    bus.meter()
    assert abs(in_turn(live, source, samples)).max() == 0
    assert bus.meter().peak_left == pytest.approx(0.5)
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


def test_the_offset_moves_the_latency(live: aha.Engine) -> None:
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
    song = live.sound(np.random.default_rng(4).uniform(-0.5, 0.5, (22050, 2)), 44100)
    with looped_back(output, microphone, way):
        measured = source.measure_latency()
        assert way <= measured == source.latency_frames
        recorder = aha.Recorder(live, tmp_path / "take.wav", bus)
        begin = live.position + 2 * 44100
        recorder.start(at_frame=begin + measured)
        recorder.stop(at_frame=begin + measured + len(song))
        live.play(song, at_frame=begin)
        assert recorder.wait(60)
    ramp = 221  # over which the player came in
    assert np.allclose(recorder.take().read()[ramp:], song.read()[ramp:], atol=1e-6)
