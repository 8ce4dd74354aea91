"""aha drop to services with sign-in: Dropbox, SoundCloud, Allihoopa."""

import hashlib
import json
import os
import struct
import urllib.request

import pytest

from signing import sign_in
from support import write_wav

OWNERS = {"dropbox": "Alice Wonder", "soundcloud": "alice", "allihoopa": "alice"}


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_drop_to_a_service_is_complete(aha, service):
    name, server = service
    sound = write_wav(aha.directory / "rain.wav", [(1000, -1000)] * 200_000)
    sign_in(aha, name, server)
    [row] = aha.json("destinations", "--check", name)
    assert row["ready"] and row["why"] == ""
    application = "An app for tests" if name == "allihoopa" else ""
    assert (row["owner"], row["application"]) == (OWNERS[name], application)
    by = f", by {application}" if application else ""
    text = aha("destinations", "--check", name).stdout.decode()
    assert f"signed in: {OWNERS[name]}{by}\n" in text
    assert b"signed in" not in aha("destinations", name).stdout
    *progress, receipt = aha.json(
        "drop", "rain.wav", "--to", name, "--title", "Rain", "--license", "cc-by",
        "--genre", "Ambient", "--tags", "new wave,lo-fi", "--downloadable")
    assert {one["event"] for one in progress} <= {"progress"}
    assert (receipt["event"], receipt["stage"], receipt["kind"]) == ("dropped", "done", name)
    assert (receipt["destination"], receipt["error"]) == (name, "")
    assert receipt["sha256"] == sha256(sound)
    assert receipt["bytes_done"] == receipt["bytes_total"] >= sound.stat().st_size
    assert receipt["url"].startswith(server.url + "/")
    with urllib.request.urlopen(receipt["url"], timeout=10) as page:
        assert page.status == 200
    files = server.do("files")["files"]
    assert receipt["sha256"] in {one["sha256"] for one in files}
    if name == "soundcloud":
        fields = files[0]["fields"]
        assert (fields["title"], fields["license"], fields["genre"], fields["downloadable"]) == (
            "Rain", "cc-by", "Ambient", "true")
        assert fields["tag_list"].endswith('"new wave" lo-fi')
    [drop] = aha.json("drops")
    assert (drop["stage"], drop["url"]) == ("done", receipt["url"])


def test_a_title_is_cut_for_the_service_alone(aha, servers, pieces):
    """A title of the file's name; one of an option is refused. The key survives the service."""
    sign_in(aha, "allihoopa", servers("allihoopa"))
    name = "one two " * 7 + "three"
    write_wav(aha.directory / f"{name}.wav", [(1000, -1000)] * 20_000)
    aha("piece", "new", f"{name}.json", "--audio", f"{name}.wav", "--title", name, "--key", "G")
    result = aha("drop", f"{name}.wav", "--to", "allihoopa", "--to", "pieces", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    titles = {one["kind"]: one["title"] for one in lines if one["event"] == "dropped"}
    assert titles == {"folder": name, "allihoopa": ("one two " * 6).strip() + "…"}
    assert "aha: warning: the title is cut for allihoopa" in result.stderr.decode()
    refused = aha("drop", f"{name}.wav", "--to", "allihoopa", "--title", name, code=4)
    assert "has 61 characters, over 50" in refused.stderr.decode()
    [made] = [one for one in lines if one["event"] == "dropped" and one["kind"] == "allihoopa"]
    [opened] = aha.json("open", f"ah-aha://open?uuid={made['remote_id']}")
    assert opened["key"] == "G major"


@pytest.mark.parametrize("order", [("soundcloud", "pieces"), ("pieces", "soundcloud")])
def test_one_service_may_refuse_the_sound(aha, servers, pieces, order):
    """SoundCloud does not accept a Core Audio file: the folder gets it, and the reason is
    printed."""
    sign_in(aha, "soundcloud", servers("soundcloud"))
    header = b"caff\0\1\0\0desc" + struct.pack(">qd4sIIIII", 32, 44100, b"lpcm", 0, 4, 1, 2, 16)
    data = b"\1\0" * 2 * 44100
    (aha.directory / "take.caf").write_bytes(
        header + b"data" + struct.pack(">qI", 4 + len(data), 0) + data)
    objects = aha.json("drop", "take.caf", *(f"--to={one}" for one in order), code=None)
    said = {one["event"]: one for one in objects if one["event"] != "progress"}
    assert "takes no audio/x-caf" in said["error"]["message"]
    assert os.path.basename(said["dropped"]["destination"]) == "pieces"
    assert said["dropped"]["sha256"] == sha256(aha.directory / "take.caf")


def test_a_revoked_sign_in_exits_with_7(aha, service, tone):
    name, server = service
    sign_in(aha, name, server)
    server.do("revoke")
    result = aha("destinations", "--check", name, code=7)
    assert b"not ready" in result.stdout and name.encode() in result.stderr + result.stdout
    aha("drop", tone.name, "--to", name, code=7)


def test_bad_words_for_services_are_refused(aha, servers):
    sign_in(aha, "dropbox", servers("dropbox"))
    aha.environment["AHA_SOUNDCLOUD_CLIENT_ID"] = "native"
    write_wav(aha.directory / "a.wav", [(1, 1)] * 1000)
    assert b"mine" in aha("drop", "a.wav", "--to", "soundcloud", "--license", "mine", code=2).stderr
    aha.environment |= {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}
    assert b"public" in aha("drop", "a.wav", "--to", "s3://bucket", "--acl", "public",
                            code=2).stderr
    assert "--check needs" in aha.refused("destinations", "--check")
