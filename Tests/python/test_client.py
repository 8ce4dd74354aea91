"""Clients: options, URLs from outside, events, and their end."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import aha
import pytest
from aha_testing import Reply, Stall, StubServer, wait_until


def test_an_unused_client_leaves_no_file(tmp_path: Path) -> None:
    with aha.Client("tests", state_folder=tmp_path / "state") as client:
        assert client.accounts == [] and client.events_now() == []
        assert "application_id=tests" in repr(client)
    assert list(tmp_path.iterdir()) == []
    client.close()
    with pytest.raises(aha.ReleasedError):
        client.handle_url("http://127.0.0.1/")


def test_events_come_in_asyncio() -> None:
    async def work() -> list[aha.EventKind]:
        seen = []
        with StubServer() as server, aha.Client("tests") as client:
            server.on("GET", "/x", Reply(json=1))

            async def send() -> None:
                await client.request("GET", server.url + "/x")

            sending = asyncio.ensure_future(send())
            async for event in client.events():
                seen.append(event.kind)
                if event.kind == aha.EventKind.REQUEST_FINISHED:
                    assert isinstance(event.source, aha.Request) and event.value == 200
                    break
            await sending
        return seen

    seen = asyncio.run(asyncio.wait_for(work(), 60))
    assert aha.EventKind.REQUEST_RESPONSE in seen


def test_events_end_with_the_client() -> None:
    async def work() -> None:
        client = aha.Client("tests")
        asyncio.get_running_loop().call_later(0.05, client.close)
        async for event in client.events():
            raise AssertionError(event)

    asyncio.run(asyncio.wait_for(work(), 60))


def test_closing_cancels_running_jobs() -> None:
    with StubServer() as server:
        server.on("GET", "/", Stall())
        client = aha.Client("tests")
        request = client.request("GET", server.url + "/")
        job = request.start()
        asked = server.wait_for_request(path="/")[0]
        client.close()
        wait_until(lambda: asked.hung_up, what="the client left")
        assert job.closed and request.closed
        with pytest.raises(aha.ReleasedError):
            job.wait()


def test_a_request_without_a_reference_is_in_its_events() -> None:
    with StubServer() as server, aha.Client("tests") as client:
        server.on("GET", "/", Reply(json={}))
        client.request("GET", server.url + "/", context={"number": 7}).start()
        gc.collect()
        ends: list[aha.Event] = []

        def ended() -> bool:
            ends.extend(one for one in client.events_now()
                        if one.kind == aha.EventKind.REQUEST_FINISHED)
            return bool(ends)

        wait_until(ended)
        assert isinstance(ends[0].source, aha.Request)
        assert ends[0].source.context == {"number": 7} and ends[0].source.json() == {}
        assert client._family.held() == []


def test_requests_with_unread_events_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aha.Client, "_MAX_HELD", 8)
    with StubServer() as server, aha.Client("tests") as client:
        server.on("GET", "/", Reply(json={}))
        for _ in range(30):
            client.request("GET", server.url + "/").send()
        assert len(client._family.held()) <= 8


def test_two_clients_share_no_events_or_accounts(tmp_path: Path) -> None:
    with StubServer() as server, aha.Client("one") as one, aha.Client("two") as two:
        server.on("GET", "/", Reply(json={}))
        one.request("GET", server.url + "/").send()
        assert two.events_now() == []
        account = one.account(aha.Provider(
            "oauth2", authorization_url=server.url, token_url=server.url, client_id="x"),
            store="memory")
        with pytest.raises(aha.Error):
            two.request("GET", server.url + "/", account=account).send()
