"""The WebDAV servers, each tested with rclone."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Program

MIB = 1 << 20
DATA = random.Random(3).randbytes(6 * MIB + 1)


@pytest.fixture(scope="module", params=["rclone", "apache", "nextcloud"])
def server(request: pytest.FixtureRequest,
           tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("authority")
    made = Program("webdav_server.py", "--kind", request.param, tls=folder)
    yield made
    made.end()


@pytest.fixture
def dav(server: Program) -> Program:
    server.do("reset")
    return server


def test_rclone_copies_and_checks_a_folder(dav: Program, tmp_path: Path) -> None:
    folder = tmp_path / "from"
    (folder / "d e" / "f").mkdir(parents=True)
    (folder / "d e" / "f" / "ü&.wav").write_bytes(DATA)
    (folder / "small").write_bytes(b"small")
    password = subprocess.run(["rclone", "obscure", "wonderland"], capture_output=True, text=True,
                              check=True).stdout.strip()
    nextcloud = "remote.php" in dav.said["dav"]
    environment = {**os.environ, "RCLONE_CONFIG": "", "RCLONE_CA_CERT": dav.said["ca"]}
    for name, value in {"type": "webdav", "url": dav.said["dav"], "user": "alice",
                        "pass": password, "vendor": "nextcloud" if nextcloud else "other"}.items():
        environment["RCLONE_CONFIG_AHA_" + name.upper()] = value
    for command in (["copy", str(folder), "aha:x"], ["check", str(folder), "aha:x"],
                    ["check", "--download", str(folder), "aha:x"]):
        subprocess.run(["rclone", "--retries", "1", *command], check=True, env=environment)
    assert sorted(one["path"] for one in dav.do("files")["files"]) == ["x/d e/f/ü&.wav", "x/small"]
