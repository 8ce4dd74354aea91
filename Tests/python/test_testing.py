"""The stub server of the package, tested with the standard library's clients."""

from __future__ import annotations

import asyncio
import errno
import gzip
import hashlib
import http.client
import json
import os
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import aha_testing as testing
from aha_testing import (
    BadChunks, Cut, Delay, EmptyReply, Expectation, Garbage, GzipBomb, HeaderBomb, HugeLength,
    Pattern, RateLimited, RedirectLoop, Reply, Request, Reset, Stall, StubServer, TestAuthority,
    wait_until, wait_until_async,
)
from aha_testing.reading import Form

FOLDER = Path(testing.__file__).parent


@pytest.fixture
def server() -> Iterator[StubServer]:
    with StubServer() as made:
        yield made


@pytest.fixture(scope="module")
def authority() -> Iterator[TestAuthority]:
    with TestAuthority() as made:
        yield made


def connect(server: StubServer) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)


def ask(server: StubServer, method: str = "GET", path: str = "/x", body: Any = None,
        headers: dict[str, str] | None = None) -> tuple[http.client.HTTPResponse, bytes]:
    connection = connect(server)
    try:
        connection.request(method, path, body, headers or {})
        reply = connection.getresponse()
        return reply, reply.read()
    finally:
        connection.close()


def raw(server: StubServer, data: bytes) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    sock.sendall(data)
    return sock


def everything(sock: socket.socket) -> bytes:
    """Reads until the server closes the connection."""
    with sock:
        return b"".join(iter(lambda: sock.recv(65536), b""))


GET = b"GET /x HTTP/1.1\r\nHost: a\r\n\r\n"


# Replies and records

def test_a_request_is_recorded(server: StubServer) -> None:
    server.on("POST", "/a b", Reply(201, json={"id": 1}, headers={"X-Name": "value"}))
    before = time.monotonic()
    reply, body = ask(server, "POST", "/a%20b?q=1&r=%C3%A9&q=2", b'{"n": 1}', {"X-My": "1"})
    assert (reply.status, json.loads(body), reply.headers["X-Name"]) == (201, {"id": 1}, "value")
    (request,) = server.requests
    assert (request.method, request.path, request.query) == ("POST", "/a b", {"q": "2", "r": "é"})
    assert request.target == "/a%20b?q=1&r=%C3%A9&q=2" and request.headers["x-my"] == "1"
    assert request.json == {"n": 1} and request.size == 8 and request.complete
    assert request.sha256 == hashlib.sha256(b'{"n": 1}').hexdigest()
    assert (request.number, request.connection) == (1, 1)
    assert before <= request.when <= time.monotonic()


def test_routes_are_found_by_method_and_path(server: StubServer) -> None:
    server.on("GET", "/x", [Reply(body="1"), Reply(body="2")])
    server.on("*", "/deep/*", lambda request: Reply(body=request.method + request.path))
    assert [ask(server)[1] for _ in range(3)] == [b"1", b"2", b"2"]
    assert ask(server, "PUT", "/deep/er")[1] == b"PUT/deep/er"
    assert ask(server, "POST")[0].status == 404
    server.on("GET", "/x", Reply(204))
    assert ask(server)[0].status == 204
    server.reset()
    assert ask(server)[0].status == 404 and len(server.requests) == 1


def test_connections_are_kept_alive_until_a_side_closes(server: StubServer) -> None:
    server.on("GET", "/x", Reply(body="x"))
    connection = connect(server)
    for headers in ({}, {}, {"Connection": "close"}, {}):
        connection.request("GET", "/x", headers=headers)
        connection.getresponse().read()
    assert [request.connection for request in server.requests] == [1, 1, 1, 2]
    assert server.connections == 2
    connection.close()
    wait_until(lambda: server.open_connections == 0)


def test_http_1_0_ends_with_the_connection(server: StubServer) -> None:
    server.on("GET", "/x", Reply(body=iter([b"a", b"b"])))
    answer = everything(raw(server, b"GET /x HTTP/1.0\r\n\r\n"))
    assert answer.endswith(b"\r\n\r\nab") and b"chunked" not in answer


def test_bodies_of_every_kind_are_sent(server: StubServer, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"file" * 1000)
    for body, expected in ((b"bytes", b"bytes"), ("é", "é".encode()), (path, b"file" * 1000),
                           (lambda: iter([b"one", b"", b"two"]), b"onetwo"),
                           (Pattern(700_000), Pattern(700_000).read(0, 700_000))):
        for more in ({}, {"chunked": True}, {"gzip": True}):
            server.on("GET", "/x", Reply(body=body, **more))
            reply, got = ask(server)
            if "gzip" in more:
                assert reply.headers["Content-Encoding"] == "gzip"
                got = gzip.decompress(got)
            assert got == expected


def test_uploads_are_counted_and_hashed_not_kept() -> None:
    pattern = Pattern(50_000_000, seed=3)
    with StubServer(body_limit=1000) as server:
        server.on("PUT", "/x", Reply(201))
        for headers in ({"Content-Length": str(pattern.size)}, {}):  # {}: chunked
            ask(server, "PUT", "/x", pattern.blocks(), headers)
        for request in server.requests:
            assert request.size == pattern.size and request.sha256 == pattern.sha256()
            assert request.body == pattern.read(0, 1000)


def test_forms_are_read(server: StubServer) -> None:
    server.on("POST", "/x", Reply(200))
    sound = os.urandom(300_000) + b"\r\n--border\r" + b"\r\n--borde"
    body = (b'preamble\r\n--border\r\nContent-Disposition: form-data; name="track[title]"\r\n\r\n'
            b'\xc3\xa9\r\n--border\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n'
            b'--border\r\nContent-Type: audio/wav\r\n'
            b'Content-Disposition: form-data; name="f"; filename="a \\"b\\".wav"\r\n\r\n'
            + sound.replace(b"--border\r", b"--bordex\r") + b"\r\n--border--\r\nepilogue")
    sock = raw(server, b"POST /x HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=border\r\n"
               b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body))
    for begin in range(0, len(body), 4099):  # boundaries lie anywhere
        sock.sendall(body[begin:begin + 4099])
    everything(sock)
    (request,) = server.requests
    assert request.form == {"track[title]": "é", "empty": ""}
    file = request.part("f")
    assert file.filename == 'a "b".wav' and file.headers["content-type"] == "audio/wav"
    assert file.data == sound.replace(b"--border\r", b"--bordex\r") and file.size == len(file.data)
    assert file.sha256 == hashlib.sha256(file.data).hexdigest()
    ask(server, "POST", "/x", "a=1&b=%26", {"Content-Type": "application/x-www-form-urlencoded"})
    assert server.requests[1].form == {"a": "1", "b": "&"}


@pytest.mark.parametrize("wanted, status, first, count", [
    ("bytes=0-9", 206, 0, 10), ("bytes=70000-", 206, 70000, 30000), ("bytes=-5", 206, 99995, 5),
    ("bytes=99990-200000", 206, 99990, 10), ("bytes=100000-", 416, 0, 0), ("bytes=5-4", 416, 0, 0),
    ("lines=1-2", 416, 0, 0), (None, 200, 0, 100000),
])
def test_ranges_are_served(server: StubServer, wanted: str | None, status: int, first: int,
                count: int) -> None:
    pattern = Pattern(100_000)
    server.on("GET", "/x", Reply(body=pattern, ranges=True, etag="v1"))
    reply, body = ask(server, headers={"Range": wanted} if wanted else {})
    assert (reply.status, body) == (status, pattern.read(first, count))
    assert reply.headers["ETag"] == '"v1"' and reply.headers["Accept-Ranges"] == "bytes"
    if status == 206:
        assert reply.headers["Content-Range"] == f"bytes {first}-{first + count - 1}/100000"
        reply, _ = ask(server, headers={"Range": wanted or "", "If-Range": '"v0"'})
        assert reply.status == 200
    assert ask(server, headers={"If-None-Match": '"v1"'})[0].status == 304


def test_a_function_that_fails_is_not_forgotten() -> None:
    def fails(request: Request) -> Reply:
        raise ZeroDivisionError("in a test")

    with pytest.raises(ZeroDivisionError), StubServer() as server:
        server.on("GET", "/x", fails)
        assert ask(server)[0].status == 500


@pytest.mark.parametrize("data", [
    b"nonsense\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n", b"x" * (1 << 20) + b"yy",
])
def test_requests_that_are_not_http_are_refused(server: StubServer, data: bytes) -> None:
    assert everything(raw(server, data)).startswith(b"HTTP/1.1 400 ")
    assert ask(server)[0].status == 404  # and the server is still running


# Waiting

def test_requests_are_awaited(server: StubServer) -> None:
    server.on("*", "/*", Reply(200))
    threads = [threading.Thread(target=ask, args=(server, "GET", f"/{number % 2}"))
               for number in range(20)]
    for thread in threads:
        thread.start()
    assert len(server.wait_for_request(10, path="/1", timeout=10)) >= 10
    assert len(server.wait_for_request(20, method="GET", timeout=10)) == 20
    for thread in threads:
        thread.join(10)
    with pytest.raises(TimeoutError, match=r"1?0 of 11 × any /1 in 0.05 s; there was: GET /"):
        server.wait_for_request(11, path="/1", timeout=0.05)


def test_conditions_are_awaited() -> None:
    values = iter([0, None, "there"])
    assert wait_until(lambda: next(values)) == "there"
    with pytest.raises(TimeoutError, match="the moon did not come true in 0.01 s"):
        wait_until(lambda: False, timeout=0.01, what="the moon")
    seen = Expectation(2, "a note")
    threading.Timer(0.01, lambda: [seen(1), seen("a", "b")]).start()
    assert seen.wait(10) == [1, ("a", "b")]
    with pytest.raises(TimeoutError, match="2 of 3 × a note"):
        seen.wait(0.01, count=3)


def test_coroutines_await_conditions() -> None:
    async def main() -> None:
        seen = Expectation()
        asyncio.get_running_loop().call_later(0.01, seen, 7)
        assert await seen.wait_async(10) == [7]
        assert await wait_until_async(lambda: seen.calls) == [7]
        with pytest.raises(TimeoutError):
            await wait_until_async(lambda: False, timeout=0.01)

    asyncio.run(main())


# Faults

@pytest.mark.parametrize("chunked", [False, True])
def test_a_cut_is_a_close_not_a_reset(server: StubServer, chunked: bool) -> None:
    server.on("GET", "/x", Cut(100_000, Reply(body=Pattern(1 << 20), chunked=chunked)))
    answer = everything(raw(server, GET))
    body = answer.partition(b"\r\n\r\n")[2]
    if chunked:
        size, _, body = body.partition(b"\r\n")
        assert int(size, 16) > 100_000
    assert body == Pattern(1 << 20).read(0, 100_000)


@pytest.mark.parametrize("after", [None, 0, 100_000])
def test_a_reset_is_one(server: StubServer, after: int | None) -> None:
    server.on("GET", "/x", Reset(after, Reply(body=Pattern(1 << 20))))
    got = bytearray()
    sock = socket.socket()
    # With such a small buffer, most bytes are still at the server after it has sent everything.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.settimeout(10)
    with sock, pytest.raises(OSError) as caught:
        sock.connect(("127.0.0.1", server.port))
        sock.sendall(GET)
        while True:
            data = sock.recv(65536)
            assert data, "closed, not reset"
            got += data
    assert caught.value.errno == errno.ECONNRESET
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    assert len(body) == (after or 0) and (not head) == (after is None)


@pytest.mark.parametrize("after", [None, 10])
def test_a_stall_lasts_until_the_client_leaves(server: StubServer, after: int | None) -> None:
    server.on("GET", "/x", Stall(after))
    sock = raw(server, GET)
    (request,) = server.wait_for_request()
    if after:
        wait_until(lambda: len(sock.recv(65536, socket.MSG_PEEK)) > 100)
    assert request.hung_up is None and request.answered is None
    sock.close()
    wait_until(lambda: request.hung_up, what="the hang-up")
    wait_until(lambda: server.open_connections == 0)


def test_a_server_that_closes_ends_its_stalls() -> None:
    begin = time.monotonic()
    with StubServer() as server, StubServer(silent=True) as silent:
        server.on("GET", "/x", Stall())
        stalled, ignored = raw(server, GET), raw(silent, GET)
        server.wait_for_request()
        wait_until(lambda: silent.open_connections)
    assert everything(stalled) == b"" and time.monotonic() - begin < testing.DEFAULT_TIMEOUT
    ignored.close()


@pytest.mark.parametrize("fault", [Reset(upload_bytes=100_000), EmptyReply(upload_bytes=0),
                                   Stall(upload_bytes=100_000)])
def test_faults_happen_during_uploads(server: StubServer, fault: Any) -> None:
    server.on("PUT", "/x", fault)
    with raw(server, b"PUT /x HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n") as sock:
        sock.settimeout(0.2)  # a stall has no other end
        with pytest.raises(OSError):
            while True:
                sock.sendall(bytes(1 << 20))
    (request,) = server.wait_for_request()
    assert not request.complete and request.size < 1_000_000


def test_a_reply_before_the_upload_arrives(server: StubServer) -> None:
    server.on("PUT", "/x", Reply(413, "too much", upload_bytes=0))
    sock = raw(server, b"PUT /x HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n" + bytes(5_000_000))
    sock.shutdown(socket.SHUT_WR)
    assert everything(sock).endswith(b"too much")


def test_100_continue_is_sent(server: StubServer) -> None:
    server.on("PUT", "/x", [Reply(200), Reply(417, upload_bytes=0)])
    head = b"PUT /x HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    with raw(server, head) as sock:
        assert sock.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(b"ok")
        assert sock.recv(1000).startswith(b"HTTP/1.1 200 ")
        sock.sendall(head)
        assert sock.recv(1000).startswith(b"HTTP/1.1 417 ")


@pytest.mark.parametrize("fault, kind", [
    (EmptyReply(), http.client.RemoteDisconnected), (Garbage(), http.client.BadStatusLine),
    (BadChunks(), http.client.IncompleteRead), (HeaderBomb(), http.client.HTTPException),
])
def test_garbage_is_no_reply(server: StubServer, fault: Any, kind: type[Exception]) -> None:
    server.on("GET", "/x", fault)
    with pytest.raises(kind):
        ask(server)


def test_ten_gigabytes_are_announced(server: StubServer) -> None:
    server.on("GET", "/x", HugeLength())
    connection = connect(server)
    connection.request("GET", "/x")
    reply = connection.getresponse()
    assert reply.length == 10_000_000_000 and reply.read(1_000_000) == bytes(1_000_000)
    connection.close()
    reply.close()
    wait_until(lambda: server.requests[0].hung_up)


def test_a_gzip_bomb_unpacks_to_its_size(server: StubServer) -> None:
    size = 64 << 20
    server.on("GET", "/x", GzipBomb(size))
    body = ask(server)[1]
    assert len(body) < size // 500
    assert zlib.decompress(body, 31) == bytes(size)  # and the checksum at its end is right


def test_redirects_are_endless(server: StubServer) -> None:
    server.on("GET", "/x", RedirectLoop())
    with pytest.raises(urllib.error.HTTPError, match="infinite loop"):
        urllib.request.urlopen(server.url + "/x", timeout=10)
    assert len({request.target for request in server.requests}) == len(server.requests) > 5


# TLS

def fetch(server: StubServer, context: ssl.SSLContext, host: str = "localhost") -> bytes:
    with urllib.request.urlopen(server.url_for(host) + "/x", timeout=10, context=context) as reply:
        body: bytes = reply.read()
        return body


def test_good_certificates_are_accepted(authority: TestAuthority) -> None:
    with StubServer(authority.good) as server:
        server.on("GET", "/x", Reply(body=Pattern(1 << 20)))
        assert server.url.startswith("https://127.0.0.1:")
        for host in ("localhost", "127.0.0.1"):
            assert len(fetch(server, authority.client_context(), host)) == 1 << 20
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            fetch(server, ssl.create_default_context())
        wait_until(lambda: server.handshake_failures)


@pytest.mark.parametrize("kind, why", [
    ("self-signed", "self-signed certificate"), ("wrong-host", "Hostname mismatch"),
    ("expired", "has expired"),
])
def test_bad_certificates_are_refused(authority: TestAuthority, kind: str, why: str) -> None:
    with StubServer(authority.certificate(kind)) as server:
        with pytest.raises(urllib.error.URLError, match=why):
            fetch(server, authority.client_context())


def test_faults_happen_over_tls(authority: TestAuthority) -> None:
    with StubServer(authority.good) as server:
        server.on("GET", "/x", [Cut(10), Reset(10), Stall(), Reply(body="x")])
        context = authority.client_context()
        with pytest.raises(http.client.IncompleteRead):
            fetch(server, context)
        with pytest.raises((OSError, http.client.IncompleteRead)):
            fetch(server, context)
        stalled = http.client.HTTPSConnection("localhost", server.port, timeout=10, context=context)
        stalled.request("GET", "/x")
        request = server.wait_for_request(3)[-1]
        assert request.hung_up is None and request.answered is None
        stalled.close()
        wait_until(lambda: request.hung_up)
        assert fetch(server, context) == b"x"


# As a program

@pytest.fixture(params=["module", "path without libaha"])
def program(request: pytest.FixtureRequest) -> list[str]:
    if request.param == "module":
        return [sys.executable, "-m", "aha_testing"]
    return ["env", "AHA_LIBRARY=/nonexistent", "PYTHONPATH=", sys.executable, str(FOLDER)]


def start(command: list[str]) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    return process, json.loads(process.stdout.readline())


def end(process: subprocess.Popen[str]) -> None:
    process.communicate(timeout=10)  # closes its standard input
    assert process.returncode == 0


def test_the_program_obeys_its_commands(program: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"routes": [{"path": "/x", "reply": [
        {"fault": "RateLimited", "retry_after": 2}, {"json": {"n": 1}}]}]}))
    process, said = start([*program, "--script", str(script)])
    assert process.stdin and process.stdout
    try:
        with pytest.raises(urllib.error.HTTPError, match="429"):
            urllib.request.urlopen(said["url"] + "/x", timeout=10)
        assert urllib.request.urlopen(said["url"] + "/x", timeout=10).read() == b'{"n": 1}'
        command = {"path": "/y", "reply": {"fault": "Cut", "after_bytes": 2,
                                           "reply": {"pattern": 100, "status": 203}}}
        urllib.request.urlopen(said["control"] + "/on", json.dumps(command).encode(), timeout=10)
        with pytest.raises(http.client.IncompleteRead):
            urllib.request.urlopen(said["url"] + "/y", timeout=10).read()
        waited = urllib.request.urlopen(said["control"] + "/wait?count=2&path=/x", timeout=10)
        assert [one["path"] for one in json.load(waited)["requests"]] == ["/x", "/x"]
        for line, answer in (
            ('{"do": "status"}', '"connections": 3'), ('{"do": "fly"}', '"ok": false'),
            ("no JSON", '"ok": false'), ('{"do": "requests", "path": "/y"}', '"number": 3'),
            ('{"do": "wait", "count": 9, "timeout": 0.01}', "TimeoutError: 3 of 9"),
            ('{"do": "on", "path": "/", "reply": {"fault": "Fire"}}', "'Fire' is none of"),
        ):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert answer in process.stdout.readline()
    finally:
        end(process)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(said["url"] + "/x", timeout=10)


def test_the_program_speaks_tls_until_it_is_stopped(tmp_path: Path) -> None:
    process, said = start([sys.executable, "-m", "aha_testing", "--tls", str(tmp_path)])
    context = ssl.create_default_context(cafile=said["ca"])
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(said["url"] + "/x", timeout=10, context=context)
    urllib.request.urlopen(said["control"] + "/stop", timeout=10)
    assert process.wait(10) == 0


def test_the_stub_imports_nothing_of_the_binding(tmp_path: Path) -> None:
    """It imports nothing of the binding: a copy of its folder alone will do."""
    shutil.copytree(FOLDER, tmp_path / "stub")
    script = "import stub, sys; stub.StubServer().close(); print('aha' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True,
                          text=True, timeout=60)
    assert done.stdout == "False\n", done.stderr


def test_a_client_that_resets_is_survived(server: StubServer) -> None:
    server.on("GET", "/x", Delay(60))
    sock = raw(server, GET)
    (request,) = server.wait_for_request()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()
    wait_until(lambda: request.hung_up)
    assert request.hung_up - request.when < 30
    assert ask(server, path="/none")[0].status == 404


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
def test_forms_are_read_in_blocks_of_any_size(step: int) -> None:
    value = b"\r\n--bordes\r\n--borde"
    body = b''.join(b'--border\r\nContent-Disposition: form-data; name="%d"\r\n\r\n%s\r\n' % (
        number, value * number) for number in range(4)) + b"--border--\r\n\r\nepilogue"
    form = Form("border", limit=30, hashing=True)
    for begin in range(0, len(body), step):
        form.add(body[begin:begin + step])
    form.finish()
    assert [(part.name, part.data, part.size) for part in form.parts] == [
        (str(number), (value * number)[:30], len(value) * number) for number in range(4)]
    assert form.parts[3].sha256 == hashlib.sha256(value * 3).hexdigest()


def test_replies_to_head_have_no_body(server: StubServer) -> None:
    server.on("*", "/x", Reply(body=b"12345"))
    connection = connect(server)
    for method, body in (("HEAD", b""), ("GET", b"12345")):
        connection.request(method, "/x")
        reply = connection.getresponse()
        assert reply.headers["Content-Length"] == "5" and reply.read() == body
    assert server.connections == 1
    connection.close()


def test_rate_limits_have_each_style(server: StubServer) -> None:
    server.on("GET", "/x", [RateLimited(30, style) for style in ("seconds", "date", "json")])
    reply, _ = ask(server)
    assert reply.status == 429 and reply.headers["Retry-After"] == "30"
    begin = time.time()
    until = parsedate_to_datetime(ask(server)[0].headers["Retry-After"]).timestamp()
    assert begin + 29 < until <= time.time() + 30
    assert json.loads(ask(server)[1])["retry_after"] == 30
