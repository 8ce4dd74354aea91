"""Requests: their content, their replies, and failures between the two."""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aha
import pytest
from aha import EventKind
from aha_testing import InvalidJSON, Reply, Stall, StubServer, wait_until
from servers import OAuthServer, kinds


@pytest.fixture
def client(oauth: OAuthServer, tmp_path: Path) -> Iterator[aha.Client]:
    with aha.Client("tests", ca_file=oauth.ca, state_folder=tmp_path / "state",
                    user_agent="drums/1.0") as made:
        yield made


# Sent requests


def test_a_get_carries_query_and_headers(stub: StubServer, client: aha.Client) -> None:
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


def test_parameters_of_a_post_are_a_form(stub: StubServer, client: aha.Client) -> None:
    stub.on("POST", "/form", Reply(201, json={}))
    request = client.request("POST", stub.url + "/form", parameters=[("a", "1"), ("b", "ü&=")])
    assert request.send().status == 201
    asked = stub.requests[0]
    assert asked.form == {"a": "1", "b": "ü&="}
    assert asked.headers.get("Content-Type") == "application/x-www-form-urlencoded"


def test_files_are_sent_as_multipart(stub: StubServer, client: aha.Client, tmp_path: Path) -> None:
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
def test_bodies_of_each_source_arrive_whole(stub: StubServer, client: aha.Client, tmp_path: Path,
                                            source: str) -> None:
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


def test_offset_and_size_choose_a_part_of_a_body(stub: StubServer, client: aha.Client) -> None:
    stub.on("PATCH", "/x", Reply(204))
    request = client.request("PATCH", stub.url + "/x")
    request.set_body(b"0123456789", offset=2, size=5)
    request.send()
    assert stub.requests[0].body == b"23456"


def test_json_is_sent_and_received(stub: StubServer, client: aha.Client) -> None:
    stub.on("POST", "/x", lambda asked: Reply(json={"got": asked.json}))
    request = client.request("POST", stub.url + "/x")
    request.set_json({"a": ["ü", None]})
    assert request.send().json() == {"got": {"a": ["ü", None]}}
    assert request.text.startswith('{"got"')


def test_a_request_is_sent_once(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/", Reply(json={}))
    request = client.request("GET", stub.url + "/").send()
    for again in (request.start, lambda: request.set_header("a", "b"),
                  lambda: request.add_parameter("a", "b"), lambda: request.set_body(b"x"),
                  lambda: request.set_range(0, 1), lambda: request.set_sink(aha.Stream.memory())):
        with pytest.raises(aha.StateError):
            again()


# Receiving


def test_a_sink_gets_the_body(stub: StubServer, client: aha.Client, tmp_path: Path) -> None:
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


def test_an_exception_of_the_sink_is_the_cause(stub: StubServer, client: aha.Client) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "no room")

    stub.on("GET", "/x", Reply(body=b"x" * 100_000))
    request = client.request("GET", stub.url + "/x")
    request.set_sink(Full())
    with pytest.raises(aha.Error) as caught:
        request.send()
    assert "no room" in str(caught.value.__cause__)


def test_a_range_is_requested_and_checked(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Reply(body=bytes(range(100)), ranges=True))
    request, rest = (client.request("GET", stub.url + "/x") for _ in range(2))
    request.set_range(10, 19)
    assert request.send().body == bytes(range(10, 20)) and request.status == 206
    rest.set_range(90)
    assert rest.send().body == bytes(range(90, 100))


def test_data_is_read_as_it_arrives(stub: StubServer, client: aha.Client) -> None:
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


def test_errors_keep_the_reply_of_the_server(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", Reply(418, "<html>" + "x" * 5000, content_type="text/html",
                               headers={"X-Request-Id": "abc-7"}))
    with pytest.raises(aha.HTTPError, match="418") as caught:
        client.request("GET", stub.url + "/x").send()
    request = caught.value.request
    assert request is not None and request.status == 418
    assert request.body.startswith(b"<html>xxx") and request.header("x-request-id") == "abc-7"
    [failed] = [one for one in client.events_now() if one.kind == EventKind.REQUEST_FAILED]
    assert failed.value == 418 and isinstance(failed.error, aha.HTTPError)


# Failures


def test_invalid_json_is_a_value_error(stub: StubServer, client: aha.Client) -> None:
    stub.on("GET", "/x", InvalidJSON())
    request = client.request("GET", stub.url + "/x").send()
    with pytest.raises(ValueError):
        request.json()


def test_a_cancelled_task_cancels_its_request(stub: StubServer, client: aha.Client) -> None:
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


# Tokens


def test_forty_requests_are_awaited_at_once(oauth: OAuthServer, client: aha.Client) -> None:
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
