"""Tracks at URLs: stations, and files on servers."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "servers"))

from station import MP3, Reply, Station, encoded, title  # noqa: E402

NULL = "--device=null"


@pytest.fixture(scope="module")
def mp3():
    return encoded(*MP3)


def test_a_station_plays_and_shows_its_title(aha, mp3):
    with Station.of(mp3, interval=4000, titles=(title("Rain"),)) as station:
        result = aha("play", NULL, "--seconds=0.5", station.url + "?token=secret")
    lines = result.stderr.decode().splitlines()
    waits = {"aha: buffering", "aha: enough is buffered"}
    assert [line for line in lines if line not in waits] == [
        "aha: connected to Station", "aha: title: Rain"]


def test_a_station_is_recorded_into_files(aha, mp3):
    with Station.of(mp3) as station:
        aha("record", "-o", "hour.wav", "--source=master", NULL, "--seconds=0.5", "--split=0.2",
            station.url)
    frames = [aha.json("info", name)[0]["frames"] for name in
              ("hour.wav", "hour-2.wav", "hour-3.wav")]
    assert frames == [9600, 9600, 4800]


def test_a_missing_station_is_an_error_without_its_token(aha):
    with Station([Reply(status="404 no")]) as station:
        line = aha.refused("play", NULL, station.url + "?token=secret", code=3)
    assert "status 404" in line and "secret" not in line
