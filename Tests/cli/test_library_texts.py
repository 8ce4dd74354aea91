"""aha library set, smart and forget --missing; history files."""

import json

import pytest

from support import write_wav


@pytest.fixture
def shared(aha):
    """The command of a user with a library of two sounds."""
    for name in ["night", "day"]:
        path = aha.directory / "music" / f"{name}.wav"
        path.parent.mkdir(exist_ok=True)
        write_wav(path, [(len(name), 0)] * 8000)
    aha("library", "scan", "music")
    return aha


def titles(aha, *arguments):
    return [item["title"] for item in aha.json("library", *arguments)]


def test_a_corrected_text_stays_over_scans(shared):
    aha = shared
    [item] = aha.json("library", "set", "music/night.wav", "--title", "Nacht", "--album", "Rails")
    assert (item["title"], item["album"], item["track"]) == ("Nacht", "Rails", None)
    aha("library", "scan", "music", "--reread")
    assert titles(aha, "search", "rails") == ["Nacht"]
    [item] = aha.json("library", "set", "music/night.wav", "--title", "")
    assert (item["title"], item["album"]) == ("night", "Rails")
    assert "--title TEXT" in aha.refused("library", "set", "music/night.wav")


def test_a_smart_list_selects_items_when_it_is_listed(shared):
    aha = shared
    assert titles(aha, "search", "day", "--save", "days") == ["day"]
    write_wav(aha.directory / "music" / "day two.wav", [(9, 9)] * 8000)
    aha("library", "scan", "music")
    assert sorted(titles(aha, "smart", "days")) == ["day", "day two"]
    aha("library", "smart", "days", "--rename", "bright")
    assert aha.json("library", "smart") == [{"name": "bright"}]
    aha("library", "smart", "bright", "--remove")
    assert aha("library", "smart").stdout == b""
    assert "no query" in aha.refused("library", "smart", "bright", code=3)


def test_items_without_files_are_forgotten_if_their_folder_is_there(shared):
    aha = shared
    (aha.directory / "music" / "day.wav").unlink()
    [said] = aha.json("library", "forget", "--missing", "music")
    assert said["items"] == 1
    assert titles(aha, "list", "--state", "all") == ["night"]
    (aha.directory / "music" / "night.wav").unlink()
    assert "mounted" in aha.refused("library", "forget", "--missing", "music", code=1)


def test_a_history_is_exported_and_imported_once(shared):
    aha = shared
    log = "#AUDIOSCROBBLER/1.1\n#TZ/UTC\nAnn\tRails\tRain\t1\t60\tL\t1700000000\t\n"
    (aha.directory / "log").write_text(log)
    [said] = aha.json("history", "--import", "log")
    assert (said["added"], said["unmatched"], said["known"]) == (1, 1, 0)
    assert b"1 known" in aha("history", "--import", "log").stdout
    [said] = aha.json("history", "--export", "out")
    assert said["activities"] == 1
    [entry] = json.loads((aha.directory / "out").read_text())
    assert entry == {"activity": "play", "at": 1700000000, "day": entry["day"], "title": "Rain",
                     "artist": "Ann", "album": "Rails", "duration_ms": 60000}
    aha("history", "--export", "out", "--form", "listenbrainz")
    assert json.loads((aha.directory / "out").read_text())["listened_at"] == 1700000000
    aha("history", "--export", "out", "--form", "scrobbler-log")
    assert (aha.directory / "out").read_text().endswith("\t60\tL\t1700000000\t\n")
    (aha.directory / "log").write_text("[{")
    assert "byte" in aha.refused("history", "--import", "log", code=4)
