"""The SoundCloud stub, tested with requests and curl."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import time
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


def test_pages_are_resolved(cloud: Client) -> None:
    made = cloud.upload(sharing="private").json()
    secret = made["secret_uri"].partition("secret_token=")[2]
    for page in (made["permalink_url"], f"{made['permalink_url']}/{secret}"):
        assert cloud.send("GET", "/resolve", params={"url": page}).json()["urn"] == made["urn"]
    assert cloud.send("GET", "/resolve", params={"url": "https://x.example/"}).status_code == 404


def test_upload(cloud: Client) -> None:
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


def test_curl(cloud: Client, tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(SOUND)
    done = subprocess.run([
        "curl", "-sS", "--fail", "--cacert", cloud.program.said["ca"], "-H",
        "Authorization: Bearer " + cloud.token, "-F", "track[title]=T", "-F",
        f"track[asset_data]=@{tmp_path / 'a.wav'}", cloud.program.url + "/tracks"],
        check=True, stdout=subprocess.PIPE)
    assert json.loads(done.stdout)["state"] == "finished"
    assert cloud.program.do("files")["files"][0]["sha256"] == hashlib.sha256(SOUND).hexdigest()


@pytest.mark.parametrize("fields", [
    {"title": ""}, {"sharing": "secret"}, {"license": "mit"}, {"downloadable": "perhaps"},
    {"release_date": "1.2.2026"}, {"tag_list": 'one "two'}, {"embeddable_by": "you"}])
def test_invalid_uploads_are_refused(cloud: Client, fields: dict[str, str]) -> None:
    reply = cloud.upload(**fields)
    assert reply.status_code == 422 and reply.json()["errors"]
    assert cloud.program.do("files")["files"] == []


def test_files_that_are_refused(cloud: Client) -> None:
    assert cloud.upload(sound=b"").status_code == 422
    assert cloud.upload(artwork=b"BM").status_code == 422
    # Sent as raw UTF-8, as curl and many other clients do.
    body = "--x\r\nContent-Disposition: form-data; name=\"track[title]\"\r\n\r\nT\r\n--x\r\n" \
        "Content-Disposition: form-data; name=\"track[asset_data]\"; filename=\"ä.wav\"" \
        "\r\n\r\nx\r\n--x--\r\n".encode()
    reply = requests.post(cloud.program.url + "/tracks", body, timeout=10,
                          verify=cloud.program.said["ca"], headers={
                              "Authorization": "OAuth " + cloud.token,
                              "Content-Type": "multipart/form-data; boundary=x"})
    assert reply.status_code == 500
    cloud.program.do("settings", limit=10, strict=True)
    assert cloud.upload().status_code == 413
    assert cloud.upload(bpm="120").status_code == 422
    cloud.program.do("settings", limit=1 << 30, seconds_left=0)
    assert cloud.upload().status_code == 422
    assert cloud.send("GET", "/me").json()["quota"]["upload_seconds_left"] == 0


def test_processing_that_fails_or_never_ends(cloud: Client) -> None:
    cloud.program.do("settings", outcome="failed", polls=1)
    urn = cloud.upload().json()["urn"]
    assert [cloud.send("GET", f"/tracks/{urn}").json()["state"] for _ in range(2)] == [
        "processing", "failed"]
    cloud.program.do("settings", polls=-1)
    urn = cloud.upload().json()["urn"]
    assert {cloud.send("GET", f"/tracks/{urn}").json()["state"] for _ in range(9)} == {"processing"}


def test_changes_and_pages(cloud: Client) -> None:
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


def test_tokens(cloud: Client) -> None:
    cloud.program.do("expire")
    assert cloud.send("GET", "/me").status_code == 401 and cloud.upload().status_code == 401

    def refresh(token: str) -> requests.Response:
        return cloud.send("POST", "/oauth/token", data={
            "grant_type": "refresh_token", "refresh_token": token, "client_id": "native"})

    made = refresh(cloud.program.said["refresh_token"]).json()
    assert made["refresh_token"] != cloud.program.said["refresh_token"]
    assert refresh(cloud.program.said["refresh_token"]).json()["error"] == "invalid_grant"
    cloud.token = made["access_token"]
    assert cloud.upload().status_code == 201
    alone = cloud.send("POST", "/oauth/token", data={"grant_type": "client_credentials"},
                       auth=("confidential", "confidential-secret")).json()
    assert cloud.send("POST", "/sign-out", json={"access_token": cloud.token}).status_code == 200
    assert cloud.send("GET", "/me").status_code == 401
    cloud.token = alone["access_token"]
    reply = cloud.upload()
    assert reply.status_code == 401 and reply.content == b""


def test_faults(cloud: Client) -> None:
    cloud.program.do("fault", method="POST", reply="rate_limit", seconds=60)
    reply = cloud.upload()
    [error] = reply.json()["errors"]
    ends = time.strptime(error["meta"]["reset_time"], "%Y/%m/%d %H:%M:%S +0000")
    assert reply.status_code == 429 and "Retry-After" not in reply.headers
    assert 50 < time.mktime(ends) - time.mktime(time.gmtime()) < 70
    for name, status in (("forbidden_page", 403), ("unable_to_process", 422)):
        cloud.program.do("fault", reply=name)
        assert cloud.upload().status_code == status
    cloud.program.do("fault", method="POST", reply={"fault": "HtmlError"})
    assert "<html>" in cloud.upload().text
    cloud.program.do("fault", method="POST", reply={"fault": "Reset"})
    with pytest.raises(requests.ConnectionError):
        cloud.upload()
    assert len(cloud.program.do("files")["files"]) == 1
