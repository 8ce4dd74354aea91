"""Lines of the command about requests and failures: -v, AHA_LOG, and one line for each error."""

import re

import pytest

from servers import FileServer, keys_of
from signing import sign_in
from support import json_lines, write_wav

PASSWORD = "wonderland"


@pytest.fixture
def sound(aha):
    """12 seconds of sound, 2.3 MB."""
    return write_wav(aha.directory / "mix.wav", [(1000, -1000)] * 576_000).name


@pytest.fixture
def tus(servers):
    server = servers("webdav", "--kind", "tus")
    server.do("reset")
    return server


def at(aha, server, password=PASSWORD):
    """The arguments for a drop there."""
    aha.environment |= {"AHA_WEBDAV_USER": "alice", "AHA_WEBDAV_PASSWORD": password}
    return ["--to", server.said["dav"]]


def test_each_request_has_a_line(aha, cloud, sound):
    said = aha("drop", sound, *at(aha, cloud), "-v").stderr.decode().splitlines()
    host = re.escape(cloud.url.removeprefix("http://"))
    put, = [line for line in said if "mix.wav: HTTP" in line and "PUT" in line]
    assert re.fullmatch(
        rf"aha: info: PUT {host}/remote\.php/dav/files/alice/mix-\w+/mix\.wav: HTTP 201,"
        r" \d{7} bytes sent, \d+ received, \d+ ms", put)
    assert not any("debug" in line for line in said)


def test_more_is_said_with_two_and_with_the_environment(aha, cloud, sound):
    debug = aha("drop", sound, *at(aha, cloud), "-vv").stderr.decode()
    assert "aha: debug: " in debug and ": begins" in debug and "head of HTTP 201" in debug
    aha.environment["AHA_LOG"] = "debug"
    assert ": begins" in aha("drop", sound, *at(aha, cloud)).stderr.decode()
    aha.environment["AHA_LOG"] = "nonsense"
    assert aha("drop", sound, *at(aha, cloud)).stderr == b""


def test_tries_and_waits_have_a_line(aha, cloud, sound):
    cloud.do("fault", method="PUT", reply={"status": 503})
    cloud.do("fault", method="PUT", reply={"status": 423})
    said = aha("drop", sound, *at(aha, cloud), "-v").stderr.decode()
    assert re.search(r"try 1 of 5 failed \(HTTP 503\); next try in \d+ ms", said)
    assert re.search(r"locked by another client, .* \(HTTP 423\); next try in \d+ ms", said)


def test_a_lock_is_a_stage_of_the_progress(aha, cloud, sound):
    cloud.do("fault", method="PUT", count=2, reply={"status": 423})
    *progress, receipt = aha.json("drop", sound, *at(aha, cloud))
    assert "locked" in {one["stage"] for one in progress} and receipt["event"] == "dropped"
    # While nothing changes, nothing is printed.
    assert all(one != other for one, other in zip(progress, progress[1:]))


@pytest.mark.parametrize("kind", ["cloud", "s3", "tus"])
def test_no_secret_is_logged(aha, request, kind):
    server = request.getfixturevalue(kind)
    aha.environment |= {**keys_of(server), "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
                        "AWS_ENDPOINT_URL_S3": server.url}
    secrets = [server.said["secret_key"], server.said["access_key"]] if kind == "s3" else [
        PASSWORD, "YWxpY2U6d29uZGVybGFuZA", "/tus/"]
    # Large enough for parts.
    write_wav(aha.directory / "large.wav", [(1000, -1000)] * 4_000_000)
    said = aha("drop", "large.wav", "--to", server.said.get("dav", "s3://drops/x"), "-vv").stderr
    assert said.count(b"aha: info: ") >= 4
    for secret in [*secrets, "Signature", "X-Amz", "Authorization", "uploadId"]:
        assert secret not in said.decode(), secret


def test_a_sign_in_is_logged_without_its_secrets(aha, service, sound, user):
    name, server = service
    target, said = sign_in(aha, name, server, "-vv")
    said += aha("drop", sound, "--to", name, "-vv").stderr.decode()
    kept = "".join(path.read_text(errors="replace") for path in (user / "state").rglob("*")
                   if path.is_file() and path.suffix != ".db")
    assert "aha: info: POST" in said
    secrets = set(re.findall(r'"(?:access|refresh)_token": ?"([^"]+)"', kept))
    assert secrets
    secrets |= set(re.findall(r"code=([^&]+)", target)) | {server.said.get("api_key", "Bearer")}
    for secret in [*secrets, "Bearer", "OAuth ", "code_verifier", "state=", "ignature=", "X-Amz"]:
        assert secret not in said, secret


def one_line(result):
    line, = result.stderr.decode().splitlines()
    assert result.stdout == b""
    return line


def test_a_wrong_password_is_named(aha, cloud, sound):
    line = one_line(aha("drop", sound, *at(aha, cloud, "wrong"), code=7))
    assert 'server 127.0.0.1 refused the password of user "alice" (HTTP 401)' in line
    assert "the password; some servers need an application password" in line


def test_a_missing_password_is_named(aha, cloud, sound):
    line = one_line(aha("drop", sound, "--to", cloud.said["dav"], code=7))
    assert "wants a user and a password (HTTP 401)" in line


def test_an_error_is_an_object_or_a_line(aha, cloud, sound):
    result = aha("drop", sound, *at(aha, cloud, "wrong"), "--json", code=7)
    *_, error = json_lines(result.stdout)
    assert result.stderr == b"" and error["event"] == "error"
    assert "refused the password" in error["message"] and error["name"] == "AHA_ERROR_NOT_SIGNED_IN"
    assert json_lines(aha("mix", "--json", code=2).stdout)[0]["hint"] == "try: aha help mix"


def test_a_fetch_without_its_source_names_the_option(aha, cloud, sound):
    place = at(aha, cloud)
    aha("drop", sound, *place)
    aha("library", "sync", cloud.said["dav"], "--library", "mine")
    [item] = aha.json("library", "list", "--state", "downloadable", "--library", "mine")
    line = one_line(aha("library", "fetch", str(item["item"]), "--library", "mine", code=7))
    assert "an item that is not public needs --from" in line


def test_a_forbidden_manifest_names_its_drop(aha, cloud, sound):
    receipt = aha.json("drop", sound, *at(aha, cloud))[-1]
    cloud.do("fault", method="GET", path="*piece.json", reply={"status": 403})
    said = aha("library", "sync", cloud.said["dav"], "--library", "mine", code=None)
    assert f"drop {receipt['remote_id']}: GET 127.0.0.1: HTTP 403" in (
        said.stdout + said.stderr).decode()


def test_a_page_that_leads_nowhere_is_named(aha, tmp_path):
    (tmp_path / "site").mkdir()
    page = '<link rel="alternate" type="application/json" href="http://a b:x/piece.json">'
    (tmp_path / "site/index.html").write_text(page)
    with FileServer(tmp_path / "site") as server:
        said = aha("open", server.url + "/index.html", code=None).stderr.decode()
    assert "has a link that libaha cannot follow, http://a b:" in said and "invalid URL" in said


def test_a_server_that_takes_files_whole_is_named(aha, tus, sound):
    tus.do("settings", tus=False)
    large = write_wav(aha.directory / "large.wav", [(1000, -1000)] * 4_000_000).name
    said = aha("drop", large, *at(aha, tus)).stderr.decode()
    assert said.startswith("aha: warning: 127.0.0.1:") and said.endswith(
        " takes files only whole: if the upload of large.wav is interrupted, it starts again\n")
    assert aha("drop", sound, *at(aha, tus)).stderr == b""
