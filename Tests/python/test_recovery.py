"""Takes of a killed process."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import aha
import pytest

KILLED = """
import os, signal, sys, aha
engine = aha.Engine.offline(sample_rate=44100)
recorder = aha.Recorder(engine, sys.argv[1])
recorder.start()
while recorder.status.bytes < 400_000:
    engine.render(4410)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_take_that_was_killed_is_recovered(tmp_path: Path) -> None:
    path = tmp_path / "take \udcff.wav"
    ended = subprocess.run([sys.executable, "-c", KILLED, path], timeout=60)
    assert ended.returncode == -signal.SIGKILL
    [take] = aha.recover(tmp_path)
    assert take.path == str(path) and take.error is None
    assert (take.sample_rate, take.channels) == (44100, 2)
    assert (take.container, take.encoding) == (aha.Container.WAV, aha.Encoding.FLOAT_32)
    assert take.frames >= 40_000 and take.seconds == pytest.approx(take.frames / 44100)
    assert take.lost_frames < take.frames
    with aha.Engine.offline(sample_rate=44100) as engine:
        assert len(engine.load(path)) == take.frames
    assert aha.recover(tmp_path) == []
