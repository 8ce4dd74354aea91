"""aha login, logout, accounts and request, against an OAuth 2.1 server."""

import json
import os
import select
import shlex
import socket
import subprocess
import termios
import time

import pytest

from servers import FileServer
from signing import approve
from support import options_of
from terminal import Terminal


@pytest.fixture
def server(servers):
    servers("oauth").do("reset")
    return servers("oauth")


def options(server, **more):
    said = {"client-id": "native", "authorize-url": server.url + "/authorize",
            "token-url": server.url + "/token", "revoke-url": server.url + "/revoke",
            "api-url": server.url, "redirect": "http://127.0.0.1:0/callback", **more}
    return [f"--{name}={value}" for name, value in said.items()]


def sign_in(aha, server, account="oauth2"):
    process = aha.start("login", account, *options(server), "--no-browser", "--json",
                        stdout=subprocess.PIPE)
    said = json.loads(process.stdout.readline())
    assert said["event"] == "url"
    assert server.do("browse", url=said["url"])["status"] == 200
    said = json.loads(process.stdout.readline())
    assert process.wait(60) == 0
    return said


def test_an_account_lives_from_login_to_logout(aha, server):
    assert sign_in(aha, server) == {"event": "signed_in", "provider": "oauth2", "name": "default",
                                    "store": "file", "scopes": ""}
    assert aha("accounts").stdout == b"oauth2\n"
    assert json.loads(aha("request", "GET", "/me", "--account", "oauth2").stdout)[
        "username"] == "alice"
    server.do("expire")  # the next request refreshes it
    [reply] = aha.json("request", "GET", "/me", "--account", "oauth2")
    assert (reply["status"], reply["tries"] >= 1) == (200, True)
    assert json.loads(reply["body"])["username"] == "alice"
    assert aha("logout", "oauth2").stdout == b"signed out at oauth2\n"
    # The access token and the refresh token.
    assert server.do("statistics")["revocations"] == 2
    assert aha("accounts").stdout == b""
    assert "sign in" in aha.refused("request", "GET", "/me", "--account", "oauth2", code=7)
    assert "no account" in aha.refused("logout", "oauth2", code=7)
    process = aha.start("login", "oauth2", "--no-browser", "--json", stdout=subprocess.PIPE)
    server.do("browse", url=json.loads(process.stdout.readline())["url"])
    assert process.wait(60) == 0  # the former settings were restored


@pytest.mark.parametrize("is_damaged", [False, True])
def test_logout_removes_an_unusable_token(aha, server, user, is_damaged):
    sign_in(aha, server)
    [token] = (user / "state/aha").glob("oauth2@*.json")
    token.chmod(0o600 if is_damaged else 0o644)
    if is_damaged:
        token.write_text('{"access_token":"cut')
        assert "could not be revoked" in aha.refused("logout", "oauth2", code=4)
    else:
        assert aha("logout", "oauth2").stdout == b"signed out at oauth2\n"
    assert server.do("statistics")["revocations"] == (0 if is_damaged else 2)
    assert not token.exists()
    assert "no account" in aha.refused("logout", "oauth2", code=7)


def test_logout_leaves_the_token_of_another_application(aha, server, user):
    sign_in(aha, server)
    [settings] = (user / "state/aha/providers").iterdir()
    settings.write_text(settings.read_text().replace("client-id=native", "client-id=another"))
    assert "of another client id" in aha.refused("logout", "oauth2", code=7)
    assert list((user / "state/aha").glob("oauth2@*.json"))


def test_a_token_file_signs_in(aha, server, user, tmp_path):
    sign_in(aha, server)
    [kept] = (user / "state/aha").glob("oauth2@*.json")
    (tmp_path / "token").write_text(json.loads(kept.read_text())["access_token"] + "\n")
    (tmp_path / "token").chmod(0o600)
    said = ["login", "oauth2/ready", "--token-file", str(tmp_path / "token"),
            *[one for one in options(server) if not one.startswith("--client-id")]]
    assert aha(*said).stdout.startswith(b"signed in at oauth2/ready;")
    assert json.loads(aha("request", "GET", "/me", "--account", "oauth2/ready").stdout)[
        "username"] == "alice"
    (tmp_path / "token").chmod(0o644)
    assert "others may read" in aha.refused(*said, code=3)
    aha.refused(*said, "--user", "alice")


def test_a_missing_key_of_allihoopa_is_named(aha, server):
    said = ("login", "allihoopa", "--client-id", "drums", "--no-browser")
    assert "AHA_ALLIHOOPA_API_KEY" in aha.refused(*said, code=1)


def test_several_accounts_are_distinguished(aha, server):
    sign_in(aha, server)
    sign_in(aha, server, "oauth2/band")
    assert sorted(aha("accounts").stdout.split()) == [b"oauth2", b"oauth2/band"]
    assert {one["name"] for one in aha.json("accounts")} == {"default", "band"}
    aha("request", "GET", "/me", "--account", "oauth2/band")
    aha("logout", "oauth2")
    assert aha("accounts").stdout == b"oauth2/band\n"


@pytest.mark.parametrize("whole", [False, True])
def test_a_pasted_code_signs_in(aha, server, whole):
    process = aha.start("login", "oauth2", *options(server), "--no-browser", "--no-listener",
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"Open this address in a browser:\n"
    location = approve(process.stdout.readline().decode().strip())
    code = location if whole else location.split("code=")[1].split("&")[0]
    out, _ = process.communicate(code.encode() + b"\n", timeout=60)
    assert process.returncode == 0 and out.startswith(b"signed in at oauth2;")


def test_a_browser_is_opened(aha, server, tmp_path):
    tool = tmp_path / "bin" / "xdg-open"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    tool.chmod(0o755)
    # The command does not wait for the tool, so the test waits for its line.
    os.mkfifo(tmp_path / "opened")
    opened = os.open(tmp_path / "opened", os.O_RDONLY | os.O_NONBLOCK)
    aha.environment["PATH"] = f"{tool.parent}:{os.environ['PATH']}"
    process = aha.start("login", "oauth2", *options(server), stdout=subprocess.PIPE)
    process.stdout.readline()
    url = process.stdout.readline().decode().strip()
    server.do("browse", url=url)
    assert process.wait(60) == 0
    assert select.select([opened], [], [], 60)[0], "no browser was started"
    assert os.read(opened, 4096).decode().strip() == url
    os.close(opened)


def test_a_password_or_an_application_signs_in(aha, server, user, tmp_path):
    (tmp_path / "secret").write_text("confidential-secret\n")
    (tmp_path / "secret").chmod(0o600)
    said = options(server, **{"client-id": "confidential", "client-secret-file": "secret",
                              "redirect": "http://127.0.0.1:8765/callback"})
    process = aha.start("login", "oauth2/alice", *said, "--user", "alice", stdin=subprocess.PIPE)
    process.communicate(b"wonderland\n", timeout=60)
    assert process.returncode == 0
    assert b"alice" in aha("request", "GET", "/me", "--account", "oauth2/alice").stdout
    aha("login", "oauth2/app", *said, "--application")
    assert b"null" in aha("request", "GET", "/me", "--account", "oauth2/app").stdout
    kept = "".join(file.read_text() for file in (user / "state/aha/providers").iterdir())
    assert "confidential-secret" not in kept and str(tmp_path / "secret") in kept


def test_refused_sign_ins_exit_with_7(aha, server):
    server.do("settings", deny=True)
    process = aha.start("login", "oauth2", *options(server), "--no-browser",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    server.do("browse", url=process.stdout.readline().decode().strip())
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 7 and b"access_denied" in complaint
    process = aha.start("login", "oauth2", *options(server), "--no-browser", "--timeout", "0.2",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.wait(60) == 7
    aha.refused("login", "oauth2", code=2)
    aha.refused("login", code=2)
    aha.refused("login", "/x", code=2)
    aha.refused("logout", "oauth2", code=2)  # the account is unknown


def test_requests_send_parameters_files_and_bodies(aha, server, tmp_path):
    sign_in(aha, server)
    (tmp_path / "a.wav").write_bytes(b"RIFF" * 10_000)
    reply = json.loads(aha("request", "POST", "/tracks", "--account", "oauth2",
                           "-p", "track[title]=Rain", "-F", "track[asset_data]=@a.wav").stdout)
    assert (reply["title"], reply["size"], reply["filename"]) == ("Rain", 40_000, "a.wav")
    asked = json.loads(aha("request", "GET", "/echo", "--account", "oauth2", "-p", "q=a b",
                           "-H", "X-Own: mine").stdout)
    assert asked["query"] == {"q": "a b"} and ["X-Own", "mine"] in asked["headers"]
    asked = json.loads(aha("request", "PUT", "/echo", "--account", "oauth2", "-d", "a.wav",
                           "--type", "audio/wav").stdout)
    assert asked["size"] == 40_000
    aha("request", "GET", "/audio", "--account", "oauth2", "-o", "b.wav")
    assert (tmp_path / "b.wav").stat().st_size == 1_764_044


def test_a_machine_without_a_browser_signs_in_with_a_code(aha, server):
    server.do("settings", device_page=server.url + "/device")
    process = aha.start("login", "oauth2", *options(server), "--device", "--json",
                        f"--device-url={server.url}/device_authorization", stdout=subprocess.PIPE)
    said = json.loads(process.stdout.readline())
    assert said["event"] == "url" and said["url"].startswith(server.url + "/device?user_code=")
    assert said["user_code"] in said["url"] and "redirect_url" not in said
    assert server.do("browse", url=said["url"])["text"] == said["user_code"]
    assert json.loads(process.stdout.readline())["event"] == "signed_in"
    assert process.wait(60) == 0
    assert b"alice" in aha("request", "GET", "/me", "--account", "oauth2").stdout
    server.do("settings", deny=True)
    process = aha.start("login", "oauth2/b", *options(server), "--device",
                        f"--device-url={server.url}/device_authorization",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = [process.stdout.readline().decode().strip() for _ in range(4)]
    assert "any device" in lines[0] and lines[3] in lines[1]
    server.do("browse", url=lines[1])
    assert b"access_denied" in process.communicate(timeout=60)[1] and process.returncode == 7


def test_a_login_keeps_the_ways_of_its_provider(aha, server, tmp_path):
    """Basic for the client, an own header for the token, and further parameters."""
    (tmp_path / "secret").write_text("confidential-secret\n")
    aha("login", "oauth2", *options(server, **{"client-id": "confidential"}), "--basic",
        "--client-secret-file", "secret", "--application", "--token-style", "",
        "--token-header", "PH-Access-Token", "--token-parameters", "audience=a%26b")
    form = server.do("requests", path="/token")["requests"][-1]["text"]
    assert "audience=a%26b" in form and "client_secret" not in form
    assert b"null" in aha("request", "GET", "/me", "--account", "oauth2").stdout
    [asked] = server.do("requests", path="/me")["requests"]
    assert "PH-Access-Token" in dict(asked["headers"])
    assert "Authorization" not in dict(asked["headers"])
    aha.refused("login", "oauth2", *options(server), "--authorize-parameters", "state=1", code=2)


def test_requests_answer_digest_and_netrc(aha, servers, tmp_path):
    dav = servers("webdav", "--kind", "digest")
    (tmp_path / "password").write_text(dav.said["password"] + "\n")
    user = ("--user", dav.said["user"], "--password-file", "password")
    put = ("request", "PUT", dav.said["dav"] + "/x.txt", "-d", "password")
    aha(*put, *user)
    get = ("request", "GET", dav.said["dav"] + "/x.txt")
    assert aha(*get, *user).stdout.decode() == dav.said["password"] + "\n"
    assert "401" in aha(*get, code=7).stderr.decode()
    (tmp_path / "netrc").write_text(
        f"machine 127.0.0.1 login {dav.said['user']} password {dav.said['password']}\n")
    (tmp_path / "netrc").chmod(0o600)
    assert aha(*get, "--netrc", "netrc").stdout.decode() == dav.said["password"] + "\n"
    (tmp_path / "netrc").chmod(0o644)
    assert "chmod 600" in aha.refused(*get, "--netrc", "netrc", code=3)
    (tmp_path / "password").write_text("wrong-password")
    result = aha(*put, *user, code=7)
    assert b"401" in result.stderr and b"wrong-password" not in result.stderr
    aha.refused(*get, "--user", "ann", code=2)


def test_a_server_that_never_replies_is_left_after_the_timeout(aha):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        line = aha.refused("request", "GET", url, "--timeout", "1", "--retries", "0", code=7)
        assert "no reply for 1000 ms after the request" in line
        aha.refused("open", url, "--timeout", "0")


def test_a_rate_limit_holds_for_a_download(aha, tmp_path):
    (tmp_path / "x").write_bytes(bytes(200_000))
    with FileServer(tmp_path) as server:
        start = time.monotonic()
        reply = aha("request", "GET", server.url + "/x", "--limit-rate", "100k").stdout
        # Only a lower bound: a busy machine is slower.
        assert len(reply) == 200_000 and time.monotonic() - start > 1.5
    for rate in ("0", "-1", "fast", "10x", ""):
        assert "500k" in aha.refused("request", "GET", server.url, "--limit-rate", rate)


def test_requests_go_through_the_proxy_of_the_option(aha, tmp_path):
    (tmp_path / "http:/a.invalid").mkdir(parents=True)
    (tmp_path / "http:/a.invalid/x").write_bytes(b"by proxy")
    with FileServer(tmp_path) as proxy:
        get = ("request", "GET", "http://a.invalid/x", "--retries", "0")
        assert aha(*get, "--proxy", proxy.url).stdout == b"by proxy"
        assert "resolve" in aha.refused(*get, "--proxy", "", code=7)
    line = aha.refused(*get, "--proxy", "odd://ann:secret@127.0.0.1:1", code=7)
    assert "secret" not in line and "proxy" in line


@pytest.mark.parametrize("verb", ["request", "drop", "drops", "open", "logout", "library sync",
                                  "library fetch", "destinations", "destinations check"])
def test_all_commands_that_use_the_network_have_its_options(aha, verb):
    names = options_of(aha, *verb.split())
    assert {"--timeout", "--limit-rate", "--proxy", "--ca-file"} <= set(names)
    assert len(names) == len(set(names))


def test_a_longer_reply_than_wanted_is_refused(aha, server, tmp_path):
    sign_in(aha, server)
    get = ("request", "GET", "/audio", "--account", "oauth2")
    aha(*get, "--max-bytes", "1764044", "-o", "b.wav")
    for output in (("-o", "x.wav"), ()):
        result = aha(*get, "--max-bytes", "1764043", *output, code=1)
        assert b"1764044 bytes, over 1764043" in result.stderr
    assert "x.wav" not in aha.files()
    aha.refused(*get, "--max-bytes", "0")


def test_failures_have_exit_codes(aha, server, tmp_path):
    sign_in(aha, server)
    result = aha("request", "GET", "/nothing", "--account", "oauth2", "-o", "x", code=7)
    assert b"404" in result.stderr and "x" not in aha.files()
    assert not [name for name in aha.files() if name.endswith(".part")]
    [reply, error] = aha.json("request", "POST", "/tracks", "--account", "oauth2", code=7)
    assert reply["status"] == 422 and "track[title]" in reply["body"]
    assert error["name"] == "AHA_ERROR_HTTP"
    aha.refused("request", "GET", "http://127.0.0.1:1/", "--retries", "0", code=7)
    aha.refused("request", "GET", "/me", code=2)
    aha.refused("request", "GET", code=2)
    aha.refused("request", "GET", server.url, "-p", "x", code=2)
    aha.refused("request", "GET", server.url, "-F", "x=y", code=2)
    aha.refused("request", "POST", server.url, "-F", "x=@missing", code=3)
    aha.refused("request", "GET", server.url, "-o", "missing/x", code=5)
    aha.refused("request", "GET", server.url, "--account", "myspace", code=2)
    aha.refused("request", "GET", server.url, "-o", "/dev/full", code=5)


def test_a_closed_output_is_an_error(aha, server):
    sign_in(aha, server)
    command = f"exec {shlex.quote(str(aha.program))} request GET /me --account oauth2 >&-"
    ended = subprocess.run(["sh", "-c", command], env=aha.environment, cwd=aha.directory,
                           stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
    assert ended.returncode == 5 and ended.stderr


def test_a_password_does_not_show(aha, server, tmp_path):
    (tmp_path / "secret").write_text("confidential-secret")
    said = options(server, **{"client-id": "confidential", "client-secret-file": "secret",
                              "redirect": "http://127.0.0.1:8765/callback"})
    terminal = Terminal(aha, "login", "oauth2", *said, "--user", "alice", shows_output=True)
    terminal.until("password")
    while terminal.modes()[3] & termios.ECHO:
        time.sleep(0.01)  # the prompt is printed before echo is disabled
    terminal.press(b"wonderland\n")
    code, _, shown = terminal.end()
    assert code == 0 and "signed in at oauth2" in shown and "wonderland" not in shown
