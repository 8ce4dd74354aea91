"""A drop killed at any of its messages, or of its changes of a folder, arrives later."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import aha
import places
import pytest
from aha_testing import wait_until
from conftest import REPOSITORY

SIZE = 200_000
SERVED = ("nextcloud", "s3", *places.SIGNED_IN)


class Killed:
    """A drop to a place, in a process that may be killed."""

    def __init__(self, folder: Path, place: places.Place) -> None:
        self.place, self.state = place, folder / "state"
        shutil.rmtree(self.state, ignore_errors=True)
        self.said = folder / "said.json"
        self.said.write_text(json.dumps(place.said))
        self.sound = places.write_noise(folder / "mix.wav", SIZE)
        self.sha256 = hashlib.sha256(self.sound.read_bytes()).hexdigest()
        with places.client_of(self.state, place.said) as client:
            place.sign_in(client)

    def start(self, *before: str) -> subprocess.Popen[bytes]:
        program = REPOSITORY / "Tests" / "python" / "dropping.py"
        return subprocess.Popen(
            [*before, sys.executable, "-B", program, self.said, self.state, self.sound],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self) -> str:
        """Resumes, or starts if no drop is known; returns the error, or an empty text."""
        process = self.start()
        _, said = process.communicate(timeout=60)
        with places.client_of(self.state, self.place.said) as client:
            stages = [drop.stage for drop in client.drops()]
        assert len(stages) == 1, (stages, said)
        if stages == [aha.DropStage.DONE]:
            assert process.returncode == 0
            return ""
        return said.decode()


def counted(what: str, place: places.Place) -> int:
    """A statistic of the server: "requests", or "held" answers."""
    assert place.server
    return int(place.server.do("statistics")[what])


@pytest.mark.parametrize("kind", SERVED)
def test_a_kill_at_each_message_completes(kind: str, tmp_path: Path) -> None:
    with places.open_place(kind, tmp_path / "place") as place:
        assert place.server
        clean = Killed(tmp_path, place)
        before = counted("requests", place)
        assert clean.finish() == ""
        count = counted("requests", place) - before
        assert count >= 3
        for message in range(count):
            for effect in (False, True):
                drop = Killed(tmp_path, place)
                # A sign-in of its own was counted until now.
                place.server.do("fault", skip=message, reply={"status": 500}, effect=effect,
                                hold=True)
                held, process = counted("held", place), drop.start()
                wait_until(lambda: counted("held", place) > held or process.poll() is not None,
                           timeout=60)
                process.kill()
                process.communicate()
                place.server.do("clear")
                place.server.do("release")
                error = drop.finish()
                if kind == "allihoopa" and error:
                    assert "is not asked again" in error, (message, effect)
                else:
                    assert error == "", (message, effect)
                    assert drop.sha256 in place.hashes()


@pytest.mark.skipif(not shutil.which("strace"), reason="NOT TESTED: strace is not installed")
@pytest.mark.parametrize("call", ["fsync", "fdatasync", "pwrite64", "rename", "mkdir", "openat"])
def test_a_kill_at_each_change_of_a_folder_completes(call: str, tmp_path: Path) -> None:
    step = 12 if call in ("openat", "pwrite64") else 1
    for number in range(1, 400, step):
        shutil.rmtree(tmp_path / "place", ignore_errors=True)
        with places.open_place("folder", tmp_path / "place") as place:
            drop = Killed(tmp_path, place)
            process = drop.start("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
                                 "-e", f"inject={call}:signal=KILL:when={number}")
            process.communicate(timeout=60)
            with places.client_of(drop.state, place.said) as client:
                is_done = [drop.stage for drop in client.drops()] == [aha.DropStage.DONE]
            if not is_done:
                assert drop.finish() == "", number
            assert place.hashes().count(drop.sha256) == 1
            assert not list(place.folder.rglob("*.part"))
            if is_done and process.returncode == 0:
                return
