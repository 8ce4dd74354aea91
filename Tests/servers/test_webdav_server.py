"""The WebDAV servers, each tested with rclone and with the standard library."""

from __future__ import annotations

import base64
import hashlib
import http.client
import os
import random
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from conftest import FOLDER, Program

MIB = 1 << 20
DATA = random.Random(3).randbytes(6 * MIB + 1)
Answer = tuple[int, bytes, http.client.HTTPMessage]


@pytest.fixture(scope="module", params=["rclone", "apache", "nextcloud"])
def server(request: pytest.FixtureRequest,
           tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("authority")
    made = Program(str(FOLDER / "webdav_server.py"), "--kind", request.param, "--tls", str(folder))
    yield made
    made.end()


@pytest.fixture
def dav(server: Program) -> Program:
    server.do("reset")
    return server


def send(dav: Program, method: str, path: str, body: bytes | None = None,
         user: str = "alice:wonderland", **headers: str) -> Answer:
    parts = urlsplit(dav.said["dav"])
    context = ssl.create_default_context(cafile=dav.said["ca"])
    connection = http.client.HTTPSConnection(parts.netloc, context=context, timeout=10)
    try:
        connection.request(method, parts.path + quote(path), body, {
            "Authorization": "Basic " + base64.b64encode(user.encode()).decode(), **headers})
        reply = connection.getresponse()
        return reply.status, reply.read(), reply.headers
    finally:
        connection.close()


def test_files(dav: Program) -> None:
    assert send(dav, "PUT", "/a b é😀.wav", DATA)[0] == 201
    status, body, headers = send(dav, "GET", "/a b é😀.wav")
    assert (status, body) == (200, DATA) and headers["ETag"]
    assert send(dav, "GET", "/a b é😀.wav", Range="bytes=3-5")[:2] == (206, DATA[3:6])
    assert send(dav, "PUT", "/a b é😀.wav", b"new")[0] in (201, 204)
    [kept] = dav.do("files")["files"]
    assert (kept["path"], kept["size"]) == ("a b é😀.wav", 3)
    assert kept["sha256"] == hashlib.sha256(b"new").hexdigest()
    assert send(dav, "DELETE", "/a b é😀.wav")[0] == 204
    assert send(dav, "GET", "/a b é😀.wav")[0] == 404


def test_folders(dav: Program) -> None:
    assert send(dav, "MKCOL", "/d")[0] == 201
    assert send(dav, "MKCOL", "/d")[0] in (201, 405)  # rclone returns it both times
    assert send(dav, "MKCOL", "/x/y")[0] == 409
    assert send(dav, "PUT", "/x/y", b"")[0] in (404, 409)
    assert send(dav, "PUT", "/d/f", b"x")[0] == 201
    to = dav.said["dav"] + "/d/g"
    assert send(dav, "MOVE", "/d/f", Destination=to)[0] == 201
    assert send(dav, "PUT", "/d/f", b"y")[0] == 201
    assert send(dav, "MOVE", "/d/f", Destination=to, Overwrite="F")[0] == 412
    status, body, _ = send(dav, "PROPFIND", "/d", Depth="1")
    assert status == 207 and b"/d/f" in body and b"/d/g" in body
    assert send(dav, "DELETE", "/d")[0] == 204 and dav.do("files")["files"] == []


def test_only_the_user_has_access(dav: Program) -> None:
    assert send(dav, "PUT", "/a", b"", user="alice:no")[0] == 401
    assert dav.do("files")["files"] == []


def test_rclone(dav: Program, tmp_path: Path) -> None:
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


def test_it_goes_and_comes_back(dav: Program) -> None:
    if "remote.php" in dav.said["dav"]:
        return  # the stub has faults instead
    assert send(dav, "PUT", "/a", b"x")[0] == 201
    for way in ("down", "kill"):
        dav.do(way)
        with pytest.raises(OSError):
            send(dav, "GET", "/a")
        dav.do("up")
        assert send(dav, "GET", "/a")[:2] == (200, b"x")
