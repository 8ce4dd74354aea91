"""Devices, with the two that need no hardware."""

from __future__ import annotations

import asyncio
import ctypes
import gc

import aha
import numpy as np
import pytest
from aha import DeviceState, EventKind, _abi, _structs
from conftest import constant


def test_a_stepped_device_plays_the_engine(live: aha.Engine) -> None:
    device = aha.Device(live, "stepped", block_frames=64)
    assert device.state == DeviceState.STOPPED and device.direction == aha.DeviceDirection.OUTPUT
    live.play(constant(live, 10000))
    device.start()
    heard = device.step(1000)
    assert heard.shape == (1000, 2) and (heard[500:] == np.float32(0.25)).all()
    status = device.status
    assert (status.state, status.frames, status.blocks) == (DeviceState.RUNNING, 1000, 16)
    assert (status.sample_rate, status.channels, status.block_frames) == (44100, 2, 64)
    assert live.position == 1000 and device.id == "stepped"
    device.stop()
    assert device.state == DeviceState.STOPPED and live.render(10).max() == np.float32(0.25)


def test_a_device_beyond_the_list_is_refused() -> None:
    info = _structs.DeviceInfo()
    with pytest.raises(aha.InvalidArgumentError):
        _abi.lib.aha_device_get(len(aha.devices()), ctypes.byref(info))


def test_an_input_records_by_steps(live: aha.Engine) -> None:
    device = aha.Device(live, "stepped", direction="input", channels=1)
    device.start()
    device.step_input(np.zeros(1000, np.float32))
    assert (device.status.frames, device.status.channels) == (1000, 1)
    assert live.position == 0
    with pytest.raises(aha.UnsupportedError):
        device.step(10)
    with pytest.raises(aha.InvalidArgumentError):
        device.step_input(np.zeros((10, 2), np.float32))
    output = aha.Device(live, "stepped")
    with pytest.raises(aha.UnsupportedError):
        output.step_input(np.zeros(10, np.float32))
    assert repr(device) == "<aha.Device id=stepped direction=input state=running>"


def test_events_of_the_null_device_come_in_asyncio(live: aha.Engine) -> None:
    async def until_the_end() -> list[EventKind]:
        seen = []
        async for event in live.events():
            seen.append(event.kind)
            if event.kind == EventKind.DEVICE_OPENED:
                assert (event.source, event.line, event.error) == (device, "null", None)
            if event.kind == EventKind.PLAYER_ENDED:
                break
        return seen

    device = aha.Device(live, "null")
    live.play(constant(live, 4410))
    device.start()
    kinds = asyncio.run(asyncio.wait_for(until_the_end(), 60))
    assert EventKind.DEVICE_OPENED in kinds and EventKind.PLAYER_STARTED in kinds
    with pytest.raises(aha.UnsupportedError):
        device.step(10)


def test_a_running_device_continues_without_a_reference(live: aha.Engine) -> None:
    aha.Device(live, "stepped").start()
    gc.collect()
    with pytest.raises(aha.StateError):
        live.render(10)
    live.close()
    gc.collect()


def test_players_that_a_device_finished_free_their_slots() -> None:
    with aha.Engine(max_players=8, limiter=False) as engine:
        device = aha.Device(engine, "stepped")
        device.start()
        sound = constant(engine, 100)
        for _ in range(100):
            engine.play(sound)
            device.step(1000)


def test_players_that_a_clock_finished_free_their_slots() -> None:
    """Like a device that renders on its own thread: Python gets no notice."""
    with aha.Engine(max_players=1, limiter=False) as engine:
        engine.play(constant(engine, 100))
        with aha.Stream.memory() as stream:
            engine.save(stream, frames=20000).wait()
        engine.play(constant(engine, 100))


def test_devices_are_listed() -> None:
    """The machine may have none; Tests/devices plays one."""
    found = aha.devices()
    for device in found:
        assert device.id.startswith(f"{device.host_api}:") and device.name
        assert device.max_inputs + device.max_outputs > 0 and device.default_sample_rate > 0
        assert isinstance(device.is_default_output, bool)
    assert len({device.id for device in found}) == len(found)


def test_channels_that_a_device_lacks_are_added_or_dropped() -> None:
    for missing, heard in (("add", 0.75), ("drop", 0.25)):
        with aha.Engine(channels=6, limiter=False) as engine:
            for first in (0, 2, 4):
                bus = engine.bus()
                bus.output = first
                engine.play(constant(engine, 5000), bus=bus)
            device = aha.Device(engine, "stepped", channels=2, missing=missing)
            device.start()
            frames = device.step(2000)
            assert frames.shape == (2000, 2) and (frames[1000:] == np.float32(heard)).all()
            told = next(event for event in engine.events_now()
                        if event.kind == EventKind.DEVICE_FOLDED)
            assert told.value == 2 and "the other 4" in told.line
    with aha.Engine(channels=6) as engine:
        assert aha.Device(engine, "stepped").status.channels == 6
        with pytest.raises(aha.DeviceFormatError):
            aha.Device(engine, "stepped", channels=2, missing="refuse")
        with pytest.raises(aha.InvalidArgumentError):
            aha.Device(engine, "stepped", channels=8)


def test_an_input_has_the_channels_from_its_first_one_on(live: aha.Engine) -> None:
    device = aha.Device(live, "stepped", direction="input", channels=1, first_channel=3)
    assert device.status.channels == 4
    aha.Input(live, device=device)
    device.start()
    frames = np.zeros((100, 4), np.float32)
    frames[:, 3] = 0.5
    heard = []
    for _ in range(100):
        device.step_input(frames)
        heard.append(live.render(100))
    assert np.abs(np.concatenate(heard)).max() == pytest.approx(0.5, abs=0.01)
