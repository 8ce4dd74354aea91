"""The Nextcloud stub: chunked upload as its manual describes it, and a WebDAV test suite."""

from __future__ import annotations

import base64
import hashlib
import http.client
import os
import random
import ssl
import subprocess
import xml.etree.ElementTree as ET
from urllib.parse import urlsplit

import pytest
from conftest import Program, started

server, cloud = started("webdav_server.py", "--kind", "nextcloud")
MB = 1_000_000
DATA = random.Random(4).randbytes(11 * MB)
FILES, UPLOADS = "/remote.php/dav/files/alice", "/remote.php/dav/uploads/alice"
Answer = tuple[int, bytes, http.client.HTTPMessage]


def send(cloud: Program, method: str, path: str, body: bytes | None = None, **said: str) -> Answer:
    context = ssl.create_default_context(cafile=cloud.said["ca"])
    connection = http.client.HTTPSConnection(urlsplit(cloud.url).netloc, context=context,
                                             timeout=10)
    headers = {name.replace("_", "-"): value for name, value in said.items()}
    headers["Authorization"] = "Basic " + base64.b64encode(b"alice:wonderland").decode()
    try:
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.status, reply.read(), reply.headers
    finally:
        connection.close()


class Upload:
    """A client that follows the manual."""

    def __init__(self, cloud: Program, to: str = "/a.wav", total: int = len(DATA)) -> None:
        self.cloud, self.total = cloud, total
        self.to, self.folder = cloud.url + FILES + to, UPLOADS + "/aha-1"
        assert send(cloud, "MKCOL", self.folder, Destination=self.to)[0] == 201

    def put(self, number: int, data: bytes, **more: str) -> int:
        said = {"Destination": self.to, "OC_Total_Length": str(self.total), **more}
        return send(self.cloud, "PUT", f"{self.folder}/{number:05d}", data, **said)[0]

    def move(self, **more: str) -> Answer:
        return send(self.cloud, "MOVE", self.folder + "/.file", Destination=self.to, **more)


def test_chunks_become_a_file(cloud: Program) -> None:
    upload = Upload(cloud)
    assert upload.put(2, DATA[5 * MB:10 * MB]) == 201
    assert upload.put(1, b"wrong") == 201 and upload.put(1, DATA[:5 * MB]) == 204
    status, body, _ = send(cloud, "PROPFIND", upload.folder, Depth="1")
    sizes = [one.text for one in ET.fromstring(body).iter("{DAV:}getcontentlength")]
    assert status == 207 and sizes == [str(5 * MB)] * 2
    assert upload.move()[0] == 400  # the upload is incomplete
    assert upload.put(3, DATA[10 * MB:]) == 201
    assert upload.move(OC_Checksum="SHA1:" + "0" * 40)[0] == 400
    status, _, headers = upload.move(OC_Checksum="SHA1:" + hashlib.sha1(DATA).hexdigest(),
                                     X_OC_Mtime="1700000000")
    assert status == 201 and headers["OC-ETag"] and headers["X-OC-Mtime"] == "accepted"
    assert upload.move()[0] == 404
    status, body, headers = send(cloud, "GET", FILES + "/a.wav")
    assert body == DATA and headers["Last-Modified"] == "Tue, 14 Nov 2023 22:13:20 GMT"
    chunks = cloud.do("uploads")["uploads"][0]["chunks"]
    assert [(one["chunk"], one["times"]) for one in chunks] == [
        ("00002", 1), ("00001", 2), ("00003", 1)]


def test_litmus_passes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Runs its parts without locks and properties, over plain HTTP, because it checks
    certificates."""
    plain = Program("webdav_server.py", "--kind", "nextcloud")
    done = subprocess.run(["litmus", plain.said["dav"] + "/", "alice", "wonderland"],
                          env={**os.environ, "TESTS": "basic copymove http"}, text=True,
                          stdout=subprocess.PIPE, cwd=tmp_path_factory.mktemp("litmus"))
    plain.end()
    assert done.returncode == 0 and done.stdout.count("100.0%") == 3, done.stdout
