"""Endless streams of servers, played by players."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Callable, Iterator

import aha
import numpy as np
import pytest
from conftest import REPOSITORY

sys.path.append(str(REPOSITORY / "Tests" / "servers"))

from station import (  # noqa: E402
    AAC, FLAC, MP3, OGG, OPUS, Reply, Station, encoded, title)

RATE = 44100


@pytest.fixture(scope="module")
def mp3() -> bytes:
    return encoded(*MP3)


@pytest.fixture
def client() -> Iterator[aha.Client]:
    with aha.Client("tests", proxy="") as client:
        yield client


@pytest.fixture
def engine() -> Iterator[aha.Engine]:
    with aha.Engine.offline(sample_rate=RATE, limiter=False) as engine:
        yield engine


def frequency(samples: np.ndarray) -> float:
    spectrum = np.abs(np.fft.rfft(samples[:, 0] * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * RATE / len(samples)


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def _stream_threads() -> int:
    count = 0
    for thread in os.listdir("/proc/self/task"):
        with suppress(OSError):  # it has just ended
            name = Path("/proc/self/task", thread, "comm").read_text()
            count += name == "aha-net-stream\n"
    return count


def wait_for(client: aha.Client, kind: aha.EventKind, count: int = 1,
             step: Callable[[], object] = lambda: None) -> list[aha.Event]:
    """All events of a client up to the ``count``-th one of a kind."""
    events: list[aha.Event] = []
    end = time.monotonic() + 60
    while sum(one.kind == kind for one in events) < count:
        assert time.monotonic() < end, events
        step()
        events += client.events_now()
        time.sleep(0.005)
    return events


def _kinds(events: list[aha.Event], *, after_connection: int) -> list[aha.EventKind]:
    kinds = [one.kind for one in events]
    values = [one.value for one in events]
    start = list(zip(kinds, values)).index((aha.EventKind.LIVE_CONNECTED, after_connection))
    return kinds[start:]


@pytest.mark.parametrize("words", [MP3, OGG, OPUS, FLAC, AAC],
                         ids=["mp3", "ogg", "opus", "flac", "aac"])
def test_a_station_plays_in_a_player_for_longer_than_its_sound(
        client: aha.Client, engine: aha.Engine, words: tuple[str, ...]) -> None:
    with Station.of(encoded(*words, seconds=3)) as station:
        sound = engine.load(client.live_stream(station.url))
        assert len(sound) == 0
        player = engine.play(sound)
        samples = np.asarray(engine.render(12 * RATE))
        assert frequency(samples[RATE:2 * RATE]) == pytest.approx(440, abs=3)
        assert frequency(samples[-RATE:]) == pytest.approx(440, abs=3)
        assert player.state == aha.PlayerState.PLAYING


def test_titles_are_events_and_not_heard(
        client: aha.Client, engine: aha.Engine, mp3: bytes) -> None:
    titles = (title("Caf\u00e9 - It's"), b"")
    with Station.of(mp3, interval=1000, titles=titles) as station, Station.of(mp3) as plain:
        stream = client.live_stream(station.url)
        engine.play(engine.load(stream))
        heard = np.asarray(engine.render(5 * RATE))
        events = wait_for(client, aha.EventKind.LIVE_TITLE)
        assert events[0].kind == aha.EventKind.LIVE_CONNECTED and events[0].line == "Station"
        assert events[0].source == stream
        [heading] = [one for one in events if one.kind == aha.EventKind.LIVE_TITLE]
        assert heading.line == stream.title == "Caf\u00e9 - It's"
        assert (stream.name, stream.type) == ("Station", "audio/mpeg")
        with aha.Engine.offline(sample_rate=RATE, limiter=False) as other:
            other.play(other.load(client.live_stream(plain.url)))
            assert (np.asarray(other.render(5 * RATE)) == heard).all()


@pytest.mark.parametrize("text, expected", [
    (title("Caf\u00e9", "latin-1"), "Caf\u00e9"), (b"StreamTitle='cut off", "cut off"),
    (b"StreamTitle='a';b';", "a"), (title("x" * 3000), "x" * 1024)],
    ids=["latin-1", "unended", "apostrophe", "long"])
def test_hostile_titles_stay_text(client: aha.Client, engine: aha.Engine, mp3: bytes, text: bytes,
                                  expected: str) -> None:
    with Station.of(mp3, interval=400, titles=(text,)) as station:
        stream = client.live_stream(station.url)
        engine.load(stream)
        wait_for(client, aha.EventKind.LIVE_TITLE)
        assert stream.title == expected


def test_a_lost_connection_is_made_again(client: aha.Client, mp3: bytes) -> None:
    # Two seconds of sound, then none: the player waits until the station has returned.
    with Station([Reply(mp3, cut=32_000), Reply(status="503 busy", headers=("Retry-After: 1",)),
                  Reply(mp3)]) as station, aha.Engine(sample_rate=RATE) as engine:
        player = engine.play(engine.load(client.live_stream(station.url)))
        # Faster than real time, so that the player has a gap.
        def step() -> None:
            engine.render(4410)

        events = wait_for(client, aha.EventKind.LIVE_CONNECTED, 2, step)
        while aha.EventKind.REMOTE_PLAYING not in _kinds(events, after_connection=1):
            events += wait_for(client, aha.EventKind.REMOTE_PLAYING, step=step)
        kinds = [one.kind for one in events]
        lost = [one for one in events if one.kind == aha.EventKind.LIVE_LOST]
        assert [one.value for one in events if one.kind == aha.EventKind.LIVE_CONNECTED] == [0, 1]
        assert 500 <= lost[0].value <= 1000 and 1000 <= lost[1].value
        assert "ended the stream" in lost[0].line and "503" in lost[1].line
        assert aha.EventKind.REMOTE_BUFFERING in kinds
        assert player.state == aha.PlayerState.PLAYING
        engine_events = [one.kind for one in engine.events_now()]
        assert aha.EventKind.UNDERRUN in engine_events
        assert aha.EventKind.PLAYER_ENDED not in engine_events


def test_a_sound_that_ends_before_its_connection_is_lost(
        client: aha.Client, mp3: bytes) -> None:
    sound = encoded(*OGG, seconds=2) + bytes(200_000)
    with Station([Reply(sound, cut=len(sound), stalls=True), Reply(mp3)]) as station, \
            aha.Engine(sample_rate=RATE) as engine:
        engine.play(engine.load(client.live_stream(station.url)))
        events = wait_for(client, aha.EventKind.LIVE_CONNECTED, 2, lambda: engine.render(4410))
        [lost] = [one for one in events if one.kind == aha.EventKind.LIVE_LOST]
        assert "the sound ended" in lost.line and lost.value >= 500
        wait_until(lambda: station.connections == 1)


def test_a_connection_that_is_given_up_is_closed(client: aha.Client, mp3: bytes) -> None:
    lines = Reply(b"#" * 4096, headers=("Content-Type: audio/x-mpegurl",))
    no_head = Reply(raw=b"HTTP/1.1 ", stalls=True)
    with Station([lines]) as endless, Station([Reply(mp3, cut=32_000), no_head]) as slow:
        with pytest.raises(aha.ReplyError, match="playlist of over"):
            client.live_stream(endless.url)
        wait_until(lambda: endless.connections == 0 and _stream_threads() == 0)
        with aha.Engine(sample_rate=RATE) as engine:
            engine.play(engine.load(client.live_stream(slow.url)))
            wait_for(client, aha.EventKind.LIVE_LOST, step=lambda: engine.render(4410))
            wait_until(lambda: len(slow.requests) == 2)
        wait_until(lambda: slow.connections == 0)


def test_a_released_player_leaves_the_sound_to_another(
        client: aha.Client, engine: aha.Engine, mp3: bytes) -> None:
    with Station.of(mp3) as station:
        # The master bus is looked up under the engine's lock, which frees released players.
        sound, bus = engine.load(client.live_stream(station.url)), aha.Bus(engine)
        player = engine.play(sound, bus=bus)
        engine.render(RATE)
        player.close()
        engine.render(RATE)
        player = engine.play(sound, bus=bus)
        engine.render(RATE)
        assert player.state == aha.PlayerState.PLAYING


def test_another_format_after_a_reconnect_plays_on(client: aha.Client, engine: aha.Engine,
                                                  mp3: bytes) -> None:
    low = encoded(*OPUS, frequency=880)
    with Station([Reply(mp3, cut=64_000), Reply(low, headers=("icy-name: x",))]) as station:
        engine.play(engine.load(client.live_stream(station.url)))
        samples = np.asarray(engine.render(12 * RATE))
        assert frequency(samples[RATE:2 * RATE]) == pytest.approx(440, abs=3)
        assert frequency(samples[-RATE:]) == pytest.approx(880, abs=3)


def test_a_stalled_connection_is_given_up(mp3: bytes) -> None:
    with aha.Client("tests", proxy="", stall_timeout=2) as client, \
            Station([Reply(mp3, cut=32_000, stalls=True), Reply(mp3)]) as station, \
            aha.Engine(sample_rate=RATE) as engine:
        engine.play(engine.load(client.live_stream(station.url)))
        events = wait_for(client, aha.EventKind.LIVE_CONNECTED, 2, lambda: engine.render(441))
        [lost] = [one for one in events if one.kind == aha.EventKind.LIVE_LOST]
        assert "no data moved" in lost.line


@pytest.mark.parametrize("status, error", [
    ("401 no", aha.NotSignedInError), ("403 no", aha.RefusedError), ("404 no", aha.NotFoundError),
    ("500 no", aha.HTTPError)])
def test_a_refusal_of_the_first_connection_is_an_error(
        client: aha.Client, status: str, error: type[Exception]) -> None:
    with Station([Reply(status=status)]) as station:
        with pytest.raises(error, match=status[:3]):
            client.live_stream(station.url + "?token=secret")


def test_a_file_and_a_playlist_in_pieces_are_no_live_streams(client: aha.Client) -> None:
    hls = b"#EXTM3U\n#EXT-X-VERSION:3\npart.ts\n"
    kind = ("Content-Type: application/vnd.apple.mpegurl",)
    with Station([Reply(b"abc", headers=("Content-Length: 3",), cut=3),
                  Reply(hls, headers=kind, cut=len(hls))]) as station:
        with pytest.raises(aha.UnsupportedError, match="3 bytes"):
            client.live_stream(station.url)
        with pytest.raises(aha.UnsupportedError, match="HLS"):
            client.live_stream(station.url)


def test_garbage_is_an_unknown_format(client: aha.Client, engine: aha.Engine) -> None:
    noise = np.random.default_rng(3).bytes(200_000)
    with Station.of(noise) as station:
        with pytest.raises(aha.Error, match="not a live sound"):
            engine.load(client.live_stream(station.url))


def test_a_playlist_leads_to_its_first_entry(client: aha.Client, engine: aha.Engine,
                                             mp3: bytes) -> None:
    with Station.of(mp3) as station:
        pls = f"[playlist]\nNumberOfEntries=1\nFile1={station.url}\nTitle1=x\n".encode()
        m3u = b"#EXTM3U\r\n#EXTINF:-1,x\r\n/other\r\n"
        with Station([Reply(pls, headers=("Content-Type: audio/x-scpls",), cut=len(pls)),
                      Reply(m3u, headers=("Content-Type: audio/x-mpegurl",), cut=len(m3u)),
                      Reply(mp3)]) as lists:
            engine.load(client.live_stream(lists.url))
            client.live_stream(lists.url)
            assert lists.requests[2].startswith("GET /other ")
        assert "Icy-MetaData: 1" in station.requests[0]


def test_a_redirect_keeps_the_titles(client: aha.Client, engine: aha.Engine, mp3: bytes) -> None:
    with Station.of(mp3, interval=1000, titles=(title("A"),)) as station, \
            Station([Reply(status="302 there", headers=(f"Location: {station.url}",))]) as first:
        engine.load(client.live_stream(first.url))
        wait_for(client, aha.EventKind.LIVE_TITLE)


def test_a_lie_about_the_interval_ends_no_player(client: aha.Client, engine: aha.Engine,
                                                mp3: bytes) -> None:
    for stated in ("-5", "99999999999999999999", "x"):
        with Station.of(mp3, stated_interval=stated) as station:
            player = engine.play(engine.load(client.live_stream(station.url)))
            engine.render(RATE)
            assert player.state == aha.PlayerState.PLAYING


def test_a_live_sound_has_no_positions(client: aha.Client, engine: aha.Engine,
                                       mp3: bytes) -> None:
    with Station.of(mp3) as station:
        stream = client.live_stream(station.url)
        sound = engine.load(stream)
        with pytest.raises(aha.UnsupportedError, match="no positions"):
            engine.play(sound, loop=True)
        player = engine.play(sound)
        for change in (lambda: player.seek(10), lambda: player.set_loop_frames(0, 10),
                       lambda: sound.save("x.wav").wait()):
            with pytest.raises(aha.UnsupportedError):
                change()
        with pytest.raises(aha.StateError, match="another player"):
            engine.play(sound)
        with pytest.raises(aha.StateError, match="another sound"):
            engine.load(stream)


def test_after_a_long_pause_the_player_is_live(client: aha.Client, mp3: bytes) -> None:
    with Station.of(mp3) as station, aha.Engine(sample_rate=RATE) as engine:
        player = engine.play(engine.load(client.live_stream(station.url)))
        for _ in range(20):
            engine.render(441)
        player.pause()
        engine.render(4410)
        wait_until(lambda: station.connections == 0)  # after five seconds
        client.events_now()
        player.resume()
        wait_for(client, aha.EventKind.REMOTE_PLAYING, step=lambda: engine.render(441))
        assert len(station.requests) == 2


def test_a_bus_records_a_station_into_files_without_a_gap(
        client: aha.Client, engine: aha.Engine, tmp_path: Path, mp3: bytes) -> None:
    with Station.of(mp3) as station:
        player = engine.play(engine.load(client.live_stream(station.url)))
        recorder = aha.Recorder(engine, tmp_path / "hour.wav", split_frames=RATE)
        recorder.start()
        heard = np.asarray(engine.render(4 * RATE + 100))
        recorder.stop()
        engine.render(441)
        recorder.wait()
        assert player.state == aha.PlayerState.PLAYING
    names = ["hour.wav", *(f"hour-{number}.wav" for number in range(2, 6))]
    files = [aha.read(tmp_path / name)[0] for name in names]
    assert [len(one) for one in files] == [RATE] * 4 + [100]
    assert (np.concatenate(files) == heard).all()
