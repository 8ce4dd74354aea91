"""Recorders: the file holds the rendered frames, one by one."""

from __future__ import annotations

import asyncio
import gc
import math
from pathlib import Path

import aha
import numpy as np
import pytest
from aha import EventKind, RecorderReason, RecorderState
from conftest import constant, sine


def test_a_take_equals_the_rendered_frames(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "take.wav"
    recorder = aha.Recorder(engine, path)
    assert recorder.status.state == RecorderState.READY and recorder.paths == [str(path)]
    engine.play(engine.sound(sine(44100), 44100), pan=-0.5)
    engine.render(1000)
    recorder.start()
    heard = engine.render(20000)
    assert recorder.status.state == RecorderState.RECORDING
    recorder.stop()
    assert recorder.wait(60) is True and recorder.wait() is True
    status = recorder.status
    assert (status.state, status.reason) == (RecorderState.FINISHED, RecorderReason.STOPPED)
    assert (status.frames, status.first_frame, status.file_count) == (20000, 1000, 1)
    assert (status.lost_frames, status.overrun_frames, status.error) == (0, 0, None)
    assert status.bytes == path.stat().st_size and status.remaining_seconds is None
    take = recorder.take()
    assert np.array_equal(take.read(), heard)
    assert take.info.encoding == aha.Encoding.FLOAT_32
    assert repr(recorder) == f"<aha.Recorder paths=['{path}'] state=finished>"


def test_a_pause_is_left_out_of_the_take_of_a_bus(engine: aha.Engine, tmp_path: Path) -> None:
    bus = engine.bus()
    engine.play(constant(engine, 50000, 0.25), bus=bus)
    recorder = aha.Recorder(engine, tmp_path / "bus.wav", bus, encoding="pcm_16")
    engine.render(1000)
    recorder.start()
    engine.render(1000)
    assert recorder.read_meter().peak_left_db == pytest.approx(20 * math.log10(0.25), abs=0.01)
    recorder.pause()
    engine.render(5000)
    assert recorder.status.state == RecorderState.PAUSED
    recorder.resume()
    engine.render(1000)
    recorder.stop()
    recorder.wait(60)
    take = recorder.take()
    assert len(take) == 2000 and take.info.encoding == aha.Encoding.PCM_16


def test_a_take_of_several_files_names_all_of_them(engine: aha.Engine, tmp_path: Path) -> None:
    recorder = aha.Recorder(engine, tmp_path / "a.wav", split_frames=4000)
    recorder.start()
    engine.render(10000)
    recorder.stop()
    recorder.wait(60)
    assert recorder.paths == [str(tmp_path / name) for name in ("a.wav", "a-2.wav", "a-3.wav")]
    assert len(recorder.take()) == 10000
    splits = [event for event in engine.events_now() if event.kind == EventKind.RECORDER_SPLIT]
    assert [(event.value, event.line) for event in splits] == [
        (2, recorder.paths[1]), (3, recorder.paths[2])]


def test_an_existing_file_is_not_replaced(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "take.wav"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError) as caught:
        aha.Recorder(engine, path)
    assert isinstance(caught.value, aha.ExistsError) and str(path) in str(caught.value)
    assert path.read_bytes() == b"mine"
    aha.Recorder(engine, path, replace=True).close()
    with pytest.raises(aha.InvalidArgumentError):
        aha.Recorder(engine, tmp_path / "b.wav", split_frames=-1)


def test_a_wait_for_an_unfinished_take_times_out(engine: aha.Engine, tmp_path: Path) -> None:
    recorder = aha.Recorder(engine, tmp_path / "take.wav")
    recorder.start()
    assert recorder.wait(0) is False and recorder.wait(0.15) is False
    with pytest.raises(aha.InvalidArgumentError):
        recorder.wait(-1)
    with pytest.raises(aha.StateError):
        recorder.take()


def test_a_recorder_is_awaited(engine: aha.Engine, tmp_path: Path) -> None:
    async def main() -> None:
        recorder = aha.Recorder(engine, tmp_path / "take.wav")
        recorder.start()
        engine.render(1000)
        recorder.stop()
        await recorder
        assert recorder.status.state == RecorderState.FINISHED

        other = aha.Recorder(engine, tmp_path / "other.wav")
        other.start()
        engine.render(1000)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(other, 0.01)
        other.wait(60)
        assert other.status.frames == 1000

    asyncio.run(main())


def test_a_take_continues_without_a_reference(engine: aha.Engine, tmp_path: Path) -> None:
    aha.Recorder(engine, tmp_path / "take.wav").start()
    gc.collect()
    engine.render(5000)
    gc.collect()
    engine.render(5000)
    engine.close()
    with aha.Engine.offline(sample_rate=44100) as other:
        assert len(other.load(tmp_path / "take.wav")) == 10000
