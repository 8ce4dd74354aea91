"""The example that drops a catalogue on a cluster: workers die, and each piece arrives once."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import aha
import places
import pytest
from conftest import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "python" / "28_drop_farm.py"
PIECES, KILLS = (1000, 20) if os.environ.get("AHA_SOAK") else (40, 3)


pytestmark = pytest.mark.usefixtures("user")


@pytest.fixture
def catalogue(tmp_path: Path) -> list[Path]:
    """Sounds of a quarter of a second, each of other samples."""
    made = [tmp_path / "sounds" / f"piece{number:04}.wav" for number in range(PIECES)]
    made[0].parent.mkdir()
    for number, path in enumerate(made):
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(48000)
            file.writeframes(random.Random(number).randbytes(24000))
    return made


def farm(tmp_path: Path, sounds: list[Path], kills: int) -> tuple[list[str], int, str]:
    """Runs the example, and kills workers that report a piece. Returns its lines, exit code and
    errors."""
    lines: list[str] = []
    killed: set[int] = set()
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            [sys.executable, EXAMPLE, tmp_path / "journals", "shop", *sounds], text=True,
            stdout=subprocess.PIPE, stderr=complaints)
        assert process.stdout is not None
        step = max(1, len(sounds) // (kills + 1))
        for line in process.stdout:
            lines.append(line)
            victim = int(line.split()[-1])
            # A line of a worker that is dead may come late: then the next line's one is killed.
            if len(killed) < min(kills, len(lines) // step) and victim not in killed:
                os.kill(victim, signal.SIGKILL)  # it has begun the next piece
                killed.add(victim)
        process.wait(timeout=60)
        complaints.seek(0)
        return lines, process.returncode, complaints.read()


@pytest.mark.parametrize("kind", ["folder", "s3", "nextcloud"])
def test_each_piece_arrives_once_though_workers_die(kind: str, catalogue: list[Path],
                                                    tmp_path: Path) -> None:
    with places.open_place(kind, tmp_path / "there") as place:
        with aha.Client("tests", state_folder=tmp_path / "own") as client:
            place.destination(client, "shop").save()
        lines, code, complained = farm(tmp_path, catalogue, KILLS)
        done = {match[1] for match in (re.search(r" (\S+) by process", line) for line in lines)
                if match}
        assert (code, len(lines), len(done)) == (0, PIECES, PIECES), complained
        hashes = place.hashes()
        for path in catalogue:
            assert hashes.count(hashlib.sha256(path.read_bytes()).hexdigest()) == 1, path
        # Each worker finds that all is done, and sends nothing.
        again, code, _ = farm(tmp_path, catalogue, 0)
        assert code == 0 and {line.split()[1] for line in again} == done
        assert sorted(place.hashes()) == sorted(hashes)
    if kind == "folder":
        manifests = (tmp_path / "there").glob("*/piece.json")
        ids = [json.loads(one.read_text())["id"] for one in manifests]
        assert len(ids) == len(set(ids)) == PIECES
        assert not list((tmp_path / "there").rglob(".aha-*"))
