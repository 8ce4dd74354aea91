"""Live inputs: input is audible, and a take recorded to a song is aligned with it."""

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

BLOCK = 256
Samples = np.ndarray[Any, Any]


def in_turn(engine: aha.Engine, source: aha.Input, samples: Samples) -> Samples:
    """Writes and renders block by block, as an audio callback does."""
    heard = []
    for begin in range(0, len(samples), BLOCK):
        source.write(samples[begin:begin + BLOCK])
        heard.append(engine.render(len(samples[begin:begin + BLOCK])))
    return np.concatenate(heard)


def test_written_frames_are_heard_and_counted(live: aha.Engine) -> None:
    source = aha.Input(live, share_clock=True)
    assert source.bus is live.master and source.device is None and source.monitored
    heard = in_turn(live, source, np.full((4410, 2), 0.5, np.float32))
    assert heard[-1].tolist() == [0.5, 0.5]
    status = source.status
    assert (status.frames, status.skips, status.underruns, status.held_frames) == (4410, 0, 0, 0)
    assert status.drift_ppm == 0
    assert repr(source) == "<aha.Input monitored=True latency_frames=0>"
    other = aha.Input(live, live.bus())
    other.monitored = False
    assert other.monitored is False


def test_flat_samples_have_the_channels_of_the_input(live: aha.Engine) -> None:
    mono = aha.Input(live, live.bus(), channels=1, share_clock=True)
    stereo = aha.Input(live, live.bus(), share_clock=True)
    with pytest.raises(aha.InvalidArgumentError):
        stereo.write(np.zeros(3, np.float32))
    with pytest.raises(aha.InvalidArgumentError):
        mono.write(np.zeros((10, 2), np.float32))
    heard = in_turn(live, mono, np.full(1024, 0.25, np.float32))
    assert heard[-1].tolist() == [0.25, 0.25]


def test_an_input_without_a_reference_stays_open(live: aha.Engine) -> None:
    aha.Input(live)
    gc.collect()
    with pytest.raises(aha.StateError):
        aha.Input(live)


def test_the_offset_changes_the_latency(live: aha.Engine) -> None:
    source = aha.Input(live, share_clock=True)
    before = source.latency_frames
    source.offset_frames = 120
    assert (source.offset_frames, source.latency_frames) == (120, before + 120)


@contextmanager
def looped_back(output: aha.Device, microphone: aha.Device,
                way: int) -> Iterator[threading.Lock]:
    """A clock, and a loopback from output to input with this delay in frames. The clock stands
    while the returned lock is held."""
    ended, turn = threading.Event(), threading.Lock()

    def run() -> None:
        cable = deque([np.zeros((way, 2), np.float32)])
        # Not faster than real time: measure_latency() starts its burst 0.1 s ahead.
        while not ended.wait(BLOCK / 44100):
            with turn:
                cable.append(output.step(BLOCK))
                samples = np.concatenate(cable)
                microphone.step_input(samples[:BLOCK])
                cable = deque([samples[BLOCK:]])

    thread = threading.Thread(target=run)
    output.start()
    microphone.start()
    thread.start()
    try:
        yield turn
    finally:
        ended.set()
        thread.join()


def test_a_take_to_a_song_fits_it(live: aha.Engine, tmp_path: Path) -> None:
    way = 3001
    output = aha.Device(live, "stepped")
    microphone = aha.Device(live, "stepped", direction="input")
    bus = live.bus()
    source = aha.Input(live, bus, microphone, share_clock=True)
    source.monitored = False
    assert source.device is microphone
    with pytest.raises(aha.UnsupportedError):
        source.write(np.zeros((10, 2), np.float32))
    with pytest.raises(aha.StateError):
        source.measure_latency()  # no thread renders
    song = live.sound(np.random.default_rng(4).uniform(-0.5, 0.5, (22050, 2)), 44100)
    with looped_back(output, microphone, way) as clock:
        measured = source.measure_latency()
        assert way <= measured == source.latency_frames
        recorder = aha.Recorder(live, tmp_path / "take.wav", bus)
        with clock:
            begin = live.position + 4410
            recorder.start(at=begin + measured)
            recorder.stop(at=begin + measured + len(song))
            live.play(song, at=begin)
        assert recorder.wait(60)
    ramp = 221  # ramp at the player's start
    assert np.allclose(recorder.take().read()[ramp:], song.read()[ramp:], atol=1e-6)
