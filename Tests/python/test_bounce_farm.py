"""The example that bounces projects on a cluster: one project is damaged, and one worker is
killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import aha
import pytest
from conftest import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "python" / "14_bounce_farm.py"


@pytest.fixture
def projects(loops: list[Path], tmp_path: Path) -> list[Path]:
    """Twelve projects of six seconds; the fourth file is no project."""
    made = [tmp_path / f"song{number:02}.aha" for number in range(12)]
    for number, path in enumerate(made):
        with aha.Project.create(path) as project:
            track = project.add_track(loops[number % 4], loop_end_us=500_000, loop_count=12)
            track.add_effect("pitch", cents=100 * number)
            track.add_effect("reverb", mix=0.3)
    made[3].write_bytes(b"no database")
    return made


def test_every_project_is_bounced_though_a_worker_dies(projects: list[Path],
                                                       tmp_path: Path) -> None:
    with tempfile.TemporaryFile("w+") as complaints:
        farm = subprocess.Popen([sys.executable, EXAMPLE, tmp_path, *projects], text=True,
                                stdout=subprocess.PIPE, stderr=complaints)
        assert farm.stdout is not None
        first = farm.stdout.readline()
        victim = int(first.split()[-1])
        os.kill(victim, signal.SIGKILL)  # the worker has begun the next one
        # Not communicate(): it loses a second line that readline() has put into its buffer.
        said = farm.stdout.read()
        farm.wait(timeout=120)
        complaints.seek(0)
        complained = complaints.read()
    done = re.findall(r"^\d+/12 (\S+) by process (\d+)$", first + said, re.MULTILINE)
    assert len(done) == 11 and len({int(one) for _, one in done} - {victim}) >= 1
    again = re.search(r"^11 bounced, 1 broken, (\d+) begun again$", said, re.MULTILINE)
    assert again is not None and int(again[1]) >= 1
    assert farm.returncode == 1
    [reported] = [line for line in complained.splitlines() if line.startswith("14_bounce_farm: ")]
    assert str(projects[3]) in reported
    with aha.Engine.offline() as engine:
        for number, path in enumerate(projects, 1):
            file = path.with_name(f"{path.stem}-{number}.flac")
            if path == projects[3]:
                assert not file.exists()
            else:
                assert abs(engine.load(file).read()).max() > 0.05
    # No partial files, except those that only the killed worker could have removed.
    others = [one for one in tmp_path.iterdir() if one.suffix not in (".aha", ".flac")]
    assert all(one.name.startswith(f".aha-{victim}-") for one in others)
