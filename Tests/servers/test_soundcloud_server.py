"""The SoundCloud stub: what it refuses, as the service does."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from conftest import Program, started

server, cloud = started("soundcloud_server.py")


def uploaded(cloud: Program, name: str = "a.wav", artwork: bytes | None = None,
             **fields: str) -> requests.Response:
    files: dict[str, Any] = {"track[asset_data]": (name, b"RIFF", "audio/wav")}
    if artwork is not None:
        files["track[artwork_data]"] = ("a.png", artwork, "image/png")
    said = {f"track[{key}]": value for key, value in {"title": "T", **fields}.items()}
    return requests.post(cloud.url + "/tracks", said, files=files, timeout=10,
                         verify=cloud.said["ca"],
                         headers={"Authorization": "OAuth " + cloud.said["access_token"]})


def test_fields_are_kept_and_unknown_ones_ignored(cloud: Program) -> None:
    said = {"title": "Ärger <b>", "tag_list": 'one "two words" aha:key=C', "license": "cc-by",
            "sharing": "private", "bpm": "120"}
    made = uploaded(cloud, artwork=b"\x89PNG\r\n\x1a\n picture", **said).json()
    [kept] = cloud.do("files")["files"]
    assert made["bpm"] is None and kept["ignored"] == ["bpm"]
    assert kept["fields"] == said and kept["tags"] == ["one", "two words", "aha:key=C"]


@pytest.mark.parametrize("wrong", [
    {"license": "mine"}, {"sharing": "secret"}, {"downloadable": "yes"}, {"tag_list": '"open'},
    {"release_date": "yesterday"}, {"title": ""}, {"artwork": b"no picture"}], ids=str)
def test_a_wrong_value_is_refused(cloud: Program, wrong: dict[str, Any]) -> None:
    assert uploaded(cloud, **wrong).status_code == 422 and not cloud.do("files")["files"]


def test_a_name_that_is_not_ascii_fails(cloud: Program) -> None:
    assert uploaded(cloud, name="ä.wav").status_code == 500
