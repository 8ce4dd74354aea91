"""A power failure at any moment: a call that has returned is on the disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import power
import powered
import pytest


@pytest.mark.skipif(not shutil.which("strace"), reason="NOT TESTED: strace is not installed")
@pytest.mark.parametrize("task", powered.TASKS)
def test_a_returned_call_survives_a_power_failure(
        task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, outside, left = (tmp_path / name for name in ("folder", "outside", "left"))
    for new in (folder, outside, left):
        new.mkdir()
    monkeypatch.setenv("POWER_OUTSIDE", str(outside))
    program = Path(__file__).with_name("powered.py")
    trace = power.trace([program, task, folder], tmp_path / "trace")
    states = [powered.NOTHING]
    for disk in power.replay(trace, str(folder)):
        states = [powered.NOTHING, *disk.states]
    assert len(states) > 1
    for seen, restored in power.cuts(trace, str(folder), left, seed=1):
        # The last call that has returned, or the one in progress.
        allowed = states[len(seen):len(seen) + 2]
        assert powered.TASKS[task][1](restored) in allowed, restored.name
        shutil.rmtree(restored)
