"""The SoundCloud stub, tested with requests and curl."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
import requests
from conftest import Program, started

server = started("soundcloud_server.py")
SOUND = b"RIFF" + random.Random(6).randbytes(3 << 20)
PNG = b"\x89PNG\r\n\x1a\n picture"


class Client:
    def __init__(self, program: Program) -> None:
        self.program, self.token = program, program.said["access_token"]

    def send(self, method: str, path: str, **more: Any) -> requests.Response:
        url = path if path.startswith("http") else self.program.url + path
        return requests.request(method, url, headers={"Authorization": "OAuth " + self.token},
                                timeout=10, verify=self.program.said["ca"], **more)

    def upload(self, sound: bytes = SOUND, name: str = "a.wav", artwork: bytes | None = None,
               **fields: str) -> requests.Response:
        files = {"track[asset_data]": (name, sound, "audio/wav")}
        if artwork is not None:
            files["track[artwork_data]"] = ("a.png", artwork, "image/png")
        said = {f"track[{key}]": value for key, value in {"title": "T", **fields}.items()}
        return self.send("POST", "/tracks", files=files, data=said)


@pytest.fixture
def cloud(server: Program) -> Client:
    server.do("reset")
    return Client(server)


def test_an_upload_has_its_fields(cloud: Client) -> None:
    cloud.program.do("settings", polls=2)
    said = {"title": "Ärger <b>", "description": "two\nlines", "genre": "Dub", "bpm": "120",
            "tag_list": 'one "two words" aha:key=C', "license": "cc-by", "sharing": "private"}
    reply = cloud.upload(artwork=PNG, **said)
    made = reply.json()
    assert reply.status_code == 201 and made["state"] == "processing" and made["bpm"] is None
    states = [cloud.send("GET", f"/tracks/{made['urn']}").json()["state"] for _ in range(3)]
    assert states == ["processing", "processing", "finished"]
    assert cloud.send("GET", f"/tracks/{made['id']}").json()["license"] == "cc-by"
    page = cloud.send("GET", made["permalink_url"])
    assert page.status_code == 200 and "Ärger &lt;b&gt;" in page.text
    [kept] = cloud.program.do("files")["files"]
    assert kept["sha256"] == hashlib.sha256(SOUND).hexdigest() and kept["ignored"] == ["bpm"]
    assert kept["fields"] == said and kept["tags"] == ["one", "two words", "aha:key=C"]
    assert kept["artwork"]["size"] == len(PNG) and kept["filename"] == "a.wav"
    [upload] = cloud.program.do("uploads")["uploads"]
    assert upload["bytes"] > len(SOUND)
    assert cloud.send("DELETE", f"/tracks/{made['urn']}").status_code == 200
    assert cloud.send("GET", f"/tracks/{made['urn']}").status_code == 404


def test_curl_uploads_a_file(cloud: Client, tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(SOUND)
    done = subprocess.run([
        "curl", "-sS", "--fail", "--cacert", cloud.program.said["ca"], "-H",
        "Authorization: Bearer " + cloud.token, "-F", "track[title]=T", "-F",
        f"track[asset_data]=@{tmp_path / 'a.wav'}", cloud.program.url + "/tracks"],
        check=True, stdout=subprocess.PIPE)
    assert json.loads(done.stdout)["state"] == "finished"
    assert cloud.program.do("files")["files"][0]["sha256"] == hashlib.sha256(SOUND).hexdigest()


def test_tracks_are_changed_and_paged(cloud: Client) -> None:
    urns = [cloud.upload(b"x").json()["urn"] for _ in range(5)]
    changed = cloud.send("PUT", f"/tracks/{urns[0]}", json={"track": {"title": "new"}})
    assert changed.json()["title"] == "new"
    changed = cloud.send("PUT", f"/tracks/{urns[0]}", files={
        "track[artwork_data]": ("a.png", PNG), "track[genre]": (None, "Dub")})
    assert changed.json()["artwork_url"] and changed.json()["genre"] == "Dub"
    found, url = [], "/me/tracks?linked_partitioning=true&limit=2"
    while url:
        page = cloud.send("GET", url).json()
        found += [one["urn"] for one in page["collection"]]
        url = page["next_href"]
    assert found == urns[::-1] and len(cloud.send("GET", "/me/tracks").json()) == 5
    assert cloud.send("PUT", "/me/tracks").status_code == 405
