"""Sounds at a URL, read during playback."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aha
import numpy as np
import pytest
from aha_testing import Reply, StubServer


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    """Five seconds of noise."""
    noise = np.random.default_rng(7).uniform(-0.5, 0.5, (220_500, 2)).astype(np.float32)
    with aha.Engine.offline(sample_rate=44100, limiter=False) as engine:
        engine.sound(noise, 44100).save(tmp_path / "noise.wav").wait()
    return tmp_path / "noise.wav"


@pytest.fixture(autouse=True)
def served(stub: StubServer, wav: Path) -> None:
    stub.on("*", "/noise.wav", Reply(body=wav, ranges=True, etag="1"))


def rendered(engine: aha.Engine, source: object, frames: int = 220_500) -> np.ndarray:
    engine.play(engine.load(source, streamed=True))
    return np.asarray(engine.render(frames))


def test_a_remote_sound_equals_its_file(stub: StubServer, wav: Path) -> None:
    with aha.Client("tests") as client, \
            aha.Engine.offline(sample_rate=44100, limiter=False) as one, \
            aha.Engine.offline(sample_rate=44100, limiter=False) as two:
        stream = client.stream(stub.url + "/noise.wav")
        assert (rendered(one, stream) == rendered(two, wav)).all()
    assert all(request.headers.get("Range") for request in stub.requests
               if request.method == "GET")


def test_streams_of_urls_are_awaited(stub: StubServer) -> None:
    async def work() -> int:
        with aha.Client("tests") as client, aha.Engine.offline(sample_rate=44100) as engine:
            stream = await client.stream_async(stub.url + "/noise.wav")
            return len(await engine.load_async(stream))

    assert asyncio.run(asyncio.wait_for(work(), 20)) == 220_500


def test_a_stream_of_an_account_carries_its_token(account: aha.Account) -> None:
    with aha.Engine.offline(sample_rate=44100) as engine:
        assert len(engine.load(account.client.stream("/audio", account=account))) == 441_000
