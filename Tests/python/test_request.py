"""Requests: what is sent, what comes back, and everything that goes wrong between the two."""

from __future__ import annotations

import asyncio
import hashlib
import io
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aha
import pytest
from aha import EventKind
from aha_testing import (
    BadChunks, Cut, Delay, EmptyReply, Garbage, GzipBomb, HeaderBomb, HtmlError, HugeLength,
    InvalidJSON, Pattern, RateLimited, RedirectLoop, Reply, Reset, SlowLoris, Stall, StubServer,
    TestAuthority, unused_port, wait_until,
)
from servers import OAuthServer, kinds


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest.fixture
def client(tmp_path: Path) -> Iterator[aha.Client]:
    with aha.Client("tests", state_folder=tmp_path / "state", user_agent="drums/1.0") as made:
        yield made


@pytest.fixture(scope="module")
def server() -> Iterator[OAuthServer]:
    made = OAuthServer()
    yield made
    made.end()


@pytest.fixture
def oauth(server: OAuthServer) -> OAuthServer:
    server.do("reset")
    return server


@pytest.fixture
def account(oauth: OAuthServer, client: aha.Client) -> aha.Account:
    made = client.account(oauth.provider())
    oauth.sign_in(made)
    list(client.events_now())
    return made


# What is sent


def test_a_get(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/me", Reply(json={"name": "Ada"}, headers={"X-Request-Id": "7"}))
    request = client.request("GET", stub.url + "/me", parameters={"q": "a b&ä", "n": "1"},
                             headers={"X-Own": "mine", "Accept-Language": "de"}, format="json")
    assert request.status == 0
    assert request.send() is request
    assert (request.status, request.json()) == (200, {"name": "Ada"})
    assert request.header("x-request-id") == "7" and request.header("X-None") is None
    asked = stub.requests[0]
    assert asked.query == {"q": "a b&ä", "n": "1"}
    assert asked.headers.get("X-Own") == "mine" and asked.headers.get("Accept-Language") == "de"
    assert "application/json" in (asked.headers.get("Accept") or "")
    agent = asked.headers.get("User-Agent") or ""
    assert agent.startswith("drums/1.0") and "libaha" in agent
    assert asked.headers.get("Authorization") is None
    assert kinds(client) == [EventKind.REQUEST_RESPONSE, EventKind.REQUEST_FINISHED]


def test_a_form(stub: StubServer, client: aha.Client) -> None:
    stub.on("POST", "/form", Reply(201, json={}))
    request = client.request("POST", stub.url + "/form", parameters=[("a", "1"), ("b", "ü&=")])
    assert request.send().status == 201
    asked = stub.requests[0]
    assert asked.form == {"a": "1", "b": "ü&="}
    assert asked.headers.get("Content-Type") == "application/x-www-form-urlencoded"


def test_files(stub: StubServer, client: aha.Client, tmp_path: Path) -> None:
    stub.on("POST", "/tracks", Reply(201, json={"id": 1}))
    (tmp_path / "Größe.wav").write_bytes(b"RIFF" * 1000)
    request = client.request("POST", stub.url + "/tracks", parameters={"track[title]": "Grün"})
    request.add_file("track[asset_data]", tmp_path / "Größe.wav", type="audio/wav")
    request.add_file("cover", b"PNG", file_name="c.png")
    request.send()
    asked = stub.requests[0]
    assert asked.form == {"track[title]": "Grün"}
    part = asked.part("track[asset_data]")
    assert part.size == 4000 and part.sha256 == hashlib.sha256(b"RIFF" * 1000).hexdigest()
    assert part.filename is not None and part.filename.isascii()
    assert asked.part("cover").filename == "c.png"


@pytest.mark.parametrize("source", ["bytes", "path", "file", "stream"])
def test_bodies(stub: StubServer, client: aha.Client, tmp_path: Path, source: str) -> None:
    stub.on("PUT", "/x", Reply(204))
    data = bytes(range(256)) * 5000
    (tmp_path / "data").write_bytes(data)
    made: dict[str, Any] = {"bytes": data, "path": tmp_path / "data", "file": io.BytesIO(data),
                            "stream": aha.Stream.memory(data)}
    request = client.request("PUT", stub.url + "/x")
    request.set_body(made[source], type="audio/x-test")
    assert request.send().status == 204 and request.body == b""
    asked = stub.requests[0]
    assert asked.sha256 == hashlib.sha256(data).hexdigest()
    assert asked.headers.get("Content-Type") == "audio/x-test"
    progress = request.progress
    assert progress.sent_bytes == progress.sent_total == len(data) and progress.tries == 1


def test_a_part_of_a_body(stub: StubServer, client: aha.Client) -> None:
    stub.on("PATCH", "/x", Reply(204))
    request = client.request("PATCH", stub.url + "/x")
    request.set_body(b"0123456789", offset=2, size=5)
    request.send()
    assert stub.requests[0].body == b"23456"


def test_json_there_and_back(stub: StubServer, client: aha.Client) -> None:
    stub.on("POST", "/x", lambda asked: Reply(json={"got": asked.json}))
    request = client.request("POST", stub.url + "/x")
    request.set_json({"a": ["ü", None]})
    assert request.send().json() == {"got": {"a": ["ü", None]}}


def test_resources_are_below_the_api_url(oauth: OAuthServer, account: aha.Account) -> None:
    asked = account.client.request("GET", "/echo", account=account, parameters={"a": "b"})
    assert asked.send().json()["query"] == {"a": "b"}


@pytest.mark.parametrize("method, resource, more", [
    ("", "http://127.0.0.1/", {}), ("G T", "http://127.0.0.1/", {}), ("GET", "", {}),
    ("GET", "/below-what", {}), ("GET", "file:///etc/passwd", {}),
    ("GET", "http://127.0.0.1/\r\nX: y", {}), ("GET", "http://", {}),
    ("GET", "http://127.0.0.1/", {"headers": {"X": "a\nb"}}),
    ("GET", "http://127.0.0.1/", {"headers": {"X:": "a"}}),
    ("GET", "http://127.0.0.1/", {"headers": {"": "a"}}),
    ("GET", "http://127.0.0.1/", {"timeout": -1}),
])
def test_requests_that_cannot_be(client: aha.Client, method: str, resource: str,
                                 more: dict[str, Any]) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        client.request(method, resource, retries=0, **more).start()


def test_it_is_sent_once(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/", Reply(json={}))
    request = client.request("GET", stub.url + "/").send()
    for again in (request.start, lambda: request.set_header("a", "b"),
                  lambda: request.add_parameter("a", "b"), lambda: request.set_body(b"x"),
                  lambda: request.set_range(0, 1), lambda: request.set_sink(aha.Stream.memory())):
        with pytest.raises(aha.StateError):
            again()


# What comes back


def test_a_sink(stub: StubServer, client: aha.Client, tmp_path: Path) -> None:
    stub.on("GET", "/x", Reply(body=b"x" * 100_000))
    memory, file = aha.Stream.memory(), io.BytesIO()
    for sink in (memory, file):
        request = client.request("GET", stub.url + "/x")
        request.set_sink(sink)
        request.send()
        assert request.progress.received_bytes == 100_000
    assert memory.getvalue() == file.getvalue() == b"x" * 100_000
    client.request("GET", stub.url + "/x").save(tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == b"x" * 100_000


def test_a_file_that_did_not_come_is_not_there(stub: StubServer, client: aha.Client,
                                               tmp_path: Path) -> None:
    (tmp_path / "x").write_text("before")
    for fault in (Cut(10), Reply(404, "no such thing")):
        stub.on("GET", "/x", fault)
        with pytest.raises(aha.NetworkError):
            client.request("GET", stub.url + "/x", retries=0).save(tmp_path / "x")
    assert (tmp_path / "x").read_text() == "before" and len(list(tmp_path.glob("x*"))) == 1


def test_a_sink_that_fails(stub: StubServer, client: aha.Client) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "no room")

    stub.on("GET", "/x", Reply(body=b"x" * 100_000))
    request = client.request("GET", stub.url + "/x")
    request.set_sink(Full())
    with pytest.raises(aha.Error) as caught:
        request.send()
    assert "no room" in str(caught.value.__cause__)


def test_a_range(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Reply(body=bytes(range(100)), ranges=True))
    stub.on("GET", "/whole", Reply(body=bytes(range(100))))
    request = client.request("GET", stub.url + "/x")
    request.set_range(10, 19)
    assert request.send().body == bytes(range(10, 20)) and request.status == 206
    rest = client.request("GET", stub.url + "/x")
    rest.set_range(90)
    assert rest.send().body == bytes(range(90, 100))
    whole = client.request("GET", stub.url + "/whole")
    whole.set_range(10, 19)
    with pytest.raises(aha.ReplyError):
        whole.send()


def test_data_as_it_comes(stub: StubServer, client: aha.Client) -> None:
    data = bytes(range(256)) * 20_000
    stub.on("GET", "/x", Reply(body=data))
    request = client.request("GET", stub.url + "/x", tell_data=True)
    request.start()
    got, told = bytearray(), []

    def took_all() -> bool:
        told.extend(event.kind for event in client.events_now())
        while (block := request.read(100_000)) is not None:
            if block == b"":
                return True
            got.extend(block)
        return False

    wait_until(took_all)
    assert bytes(got) == data and EventKind.REQUEST_DATA in told


def test_progress_is_told(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", SlowLoris(4000, Reply(body=b"x" * 4000)))
    client.request("GET", stub.url + "/x").send()
    told = [one.value for one in client.events_now() if one.kind == EventKind.REQUEST_PROGRESS]
    assert 1 <= len(told) <= 14 and told == sorted(told) and 0 < told[-1] <= 4000


def test_compressed(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Reply(json={"a": "b" * 10_000}, gzip=True))
    assert client.request("GET", stub.url + "/x").send().json()["a"] == "b" * 10_000


@pytest.mark.parametrize("body, kind", [
    ("<html>" + "x" * 5000, "text/html"), (b"\xff\0\x01" * 3000, "application/octet-stream"),
    ("", "application/json"), ('{"error": "x"}', "application/json"),
])
def test_errors_keep_what_the_server_said(stub: StubServer, client: aha.Client, body: Any,
                                          kind: str) -> None:
    stub.on("GET", "/x", Reply(418, body, content_type=kind, headers={"X-Request-Id": "abc-7"}))
    with pytest.raises(aha.HTTPError, match="418") as caught:
        client.request("GET", stub.url + "/x").send()
    request = caught.value.request
    assert request is not None and request.status == 418
    data = body if isinstance(body, bytes) else body.encode()
    assert request.body == data[:2048] and request.header("x-request-id") == "abc-7"
    failed = [one for one in client.events_now() if one.kind == EventKind.REQUEST_FAILED]
    assert failed[0].value == 418 and isinstance(failed[0].error, aha.HTTPError)
    assert "abc-7" in failed[0].line and "\n" not in failed[0].line


# What goes wrong

FAULTS: dict[str, tuple[Any, Any]] = {
    "reset": (Reset(), aha.NetworkError), "reset in the body": (Reset(100), aha.NetworkError),
    "cut": (Cut(100), aha.NetworkError), "nothing": (EmptyReply(), aha.NetworkError),
    "stall": (Stall(), aha.TimedOutError), "stall in the body": (Stall(100), aha.TimedOutError),
    "bad chunks": (BadChunks(), aha.NetworkError), "10 GB": (HugeLength(), aha.LimitError),
    "header bomb": (HeaderBomb(), aha.LimitError), "no HTTP": (Garbage(), aha.ReplyError),
    "gzip bomb": (GzipBomb(), aha.LimitError),
    "redirects": (RedirectLoop(), aha.LimitError),
    "page": (HtmlError(502), aha.HTTPError), "empty 401": (Reply(401, ""), aha.HTTPError),
    "500": (Reply(500, ""), aha.HTTPError), "429": (RateLimited(60), aha.RateLimitedError),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(stub: StubServer, tmp_path: Path, fault: str) -> None:
    answer, error = FAULTS[fault]
    stub.on("*", "/x", answer)
    with aha.Client("tests", stall_timeout=0.3) as client:
        with pytest.raises(error) as caught:
            client.request("GET", stub.url + "/x", retries=0).send()
        assert type(caught.value) is error and caught.value.line
        assert kinds(client)[-1] == EventKind.REQUEST_FAILED


def test_invalid_json_is_found_by_who_reads_it(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", InvalidJSON())
    request = client.request("GET", stub.url + "/x").send()
    with pytest.raises(ValueError):
        request.json()


@pytest.mark.parametrize("url", ["http://name.invalid/", "http://127.0.0.1:%d/" % unused_port()])
def test_nobody_there(client: aha.Client, url: str) -> None:
    with pytest.raises(aha.NetworkError):
        client.request("GET", url, retries=0).send()


@pytest.mark.parametrize("kind", ["self-signed", "wrong-host", "expired", "good"])
def test_certificates(kind: str, tmp_path: Path) -> None:
    with TestAuthority(tmp_path) as authority, StubServer(authority.certificate(kind)) as server, \
            aha.Client("tests", ca_file=authority.ca) as client, aha.Client("strict") as strict:
        server.on("GET", "/", Reply(json={}))
        if kind == "good":
            assert client.request("GET", server.url + "/").send().status == 200
        for refused in [strict] + [client] * (kind != "good"):
            with pytest.raises(aha.TLSError):
                refused.request("GET", server.url + "/", retries=0).send()
            assert len(server.requests) == (kind == "good")


def test_https_is_not_left(tmp_path: Path) -> None:
    with TestAuthority(tmp_path) as authority, StubServer(authority.good) as server, \
            StubServer() as plain, aha.Client("tests", ca_file=authority.ca) as client:
        plain.on("*", "/*", Reply(json={}))
        server.on("GET", "/", Reply(302, "", headers={"Location": plain.url + "/"}))
        with pytest.raises(aha.ReplyError):
            client.request("GET", server.url + "/", retries=0).send()
        assert plain.requests == []


def test_too_slow_in_all(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", SlowLoris(200))
    with pytest.raises(aha.TimedOutError):
        client.request("GET", stub.url + "/x", retries=0, timeout=0.3).send()


def test_cancelling_takes_a_tenth_of_a_second(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Stall())
    job = client.request("GET", stub.url + "/x").start()
    stub.wait_for_request(path="/x")
    before = time.monotonic()
    job.cancel()
    with pytest.raises(aha.CancelledError):
        job.wait(10)
    assert time.monotonic() - before < 1  # a tenth, on a machine that does nothing else
    assert EventKind.REQUEST_FAILED in kinds(client)


def test_cancelling_a_wait_for_the_next_try(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", RateLimited(30))
    job = client.request("GET", stub.url + "/x").start()
    stub.wait_for_request(path="/x")
    job.cancel()
    with pytest.raises(aha.CancelledError):
        job.wait(5)


def test_cancelling_a_task(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Stall())

    async def work() -> None:
        task = asyncio.ensure_future(_send(client.request("GET", stub.url + "/x")))
        while not stub.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(work(), 10))
    wait_until(lambda: stub.requests[0].hung_up, what="the client left")


async def _send(request: aha.Request) -> aha.Request:
    return await request


# Tries


@pytest.mark.parametrize("style", ["seconds", "date", "json"])
def test_it_waits_as_long_as_it_is_told(stub: StubServer, client: aha.Client, style: str) -> None:
    stub.on("GET", "/x", [RateLimited(2, style), Reply(json={"n": 1})])
    request = client.request("GET", stub.url + "/x").send()
    first, second = stub.requests
    assert second.when - first.when >= (1 if style == "date" else 2)
    assert request.json() == {"n": 1} and request.progress.tries == 2


@pytest.mark.parametrize("fault", [Reply(503, ""), Reset(), Cut(10), EmptyReply()])
def test_it_tries_again(stub: StubServer, client: aha.Client, fault: Any) -> None:
    stub.on("GET", "/x", [fault, fault, Reply(body="well")])
    request = client.request("GET", stub.url + "/x").send()
    assert request.text == "well" and request.progress.tries == 3


@pytest.mark.parametrize("idempotent", [False, True])
def test_what_counts_twice_is_sent_once(stub: StubServer, client: aha.Client,
                                        idempotent: bool) -> None:
    stub.on("POST", "/x", [Reset(), Reply(json={})])
    request = client.request("POST", stub.url + "/x", parameters={"a": "b"}, idempotent=idempotent)
    if idempotent:
        request.send()
    else:
        with pytest.raises(aha.NetworkError):
            request.send()
    assert len(stub.requests) == 1 + idempotent


def test_many_at_once(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Reply(json={"a": 1}))
    jobs = [client.request("GET", stub.url + "/x").start() for _ in range(200)]
    for job in jobs:
        assert job.wait(30)
    assert len(stub.requests) == 200 and stub.connections <= 8


# Tokens


def test_it_waits_for_the_sign_in(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider())
    with pytest.raises(aha.NotSignedInError):
        client.request("GET", "/me", account=account).send()
    job = client.request("GET", "/me", account=account, wait_for_sign_in=True).start()
    assert not job.wait(0.1)
    oauth.sign_in(account)
    job.wait(10)
    assert oauth.statistics()["paths"]["/me"] == 1


def test_an_upload_is_replayed(oauth: OAuthServer, account: aha.Account, tmp_path: Path) -> None:
    oauth.do("expire")
    data = bytes(range(256)) * 10_000
    (tmp_path / "a.wav").write_bytes(data)
    request = account.client.request("POST", "/tracks", account=account,
                                     parameters={"track[title]": "Rain"})
    request.add_file("track[asset_data]", tmp_path / "a.wav")
    assert request.send().json()["sha256"] == hashlib.sha256(data).hexdigest()
    assert oauth.statistics()["refreshes"] == 1


@pytest.mark.parametrize("empty", [False, True])
def test_a_401_twice_is_an_error(oauth: OAuthServer, account: aha.Account, empty: bool) -> None:
    oauth.do("settings", empty_401=empty)
    oauth.do("fault", path="/me", reply={"status": 401, "body": ""}, count=3)
    with pytest.raises(aha.Error) as caught:
        account.client.request("GET", "/me", account=account).send()
    counts = oauth.statistics()
    assert isinstance(caught.value, (aha.HTTPError, aha.NotSignedInError))
    assert counts["paths"]["/me"] == 2 and counts["refreshes"] == 1


def test_a_token_stays_with_its_host(stub: StubServer, account: aha.Account) -> None:
    stub.on("*", "/*", Reply(json={}))
    try:
        account.client.request("GET", stub.url + "/x", account=account).send()
    except aha.Error:
        pass
    assert all("Authorization" not in dict(one.headers) for one in stub.requests)


def test_one_thread_more(oauth: OAuthServer, account: aha.Account) -> None:
    """Many threads meet a token that has ended: one refresh."""
    oauth.do("expire")
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            account.client.request("GET", "/me", account=account).send()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == [] and oauth.statistics()["refreshes"] == 1


def test_a_large_body_comes_whole(stub: StubServer, client: aha.Client, tmp_path: Path) -> None:
    pattern = Pattern(50_000_000)
    stub.on("GET", "/x", Delay(0.01, Reply(body=pattern)))
    client.request("GET", stub.url + "/x").save(tmp_path / "x")
    assert (tmp_path / "x").stat().st_size == 50_000_000


def test_any_number_is_awaited_at_once(oauth: OAuthServer, client: aha.Client) -> None:
    """Also such as wait for a sign-in that is awaited beside them."""
    provider = oauth.confidential()

    async def asked(account: aha.Account) -> int:
        request = client.request("GET", "/me", account=account, wait_for_sign_in=True)
        return (await request).status

    async def live() -> None:
        account = await client.account_async(provider)
        waiting = [asyncio.ensure_future(asked(account)) for _ in range(40)]
        await asyncio.sleep(0)
        assert not (await client.account_async(provider, name="other")).signed_in
        await account.sign_in(aha.Grant.PASSWORD, user="alice", password="wonderland")
        assert set(await asyncio.gather(*waiting)) == {200}

    asyncio.run(asyncio.wait_for(live(), 20))
