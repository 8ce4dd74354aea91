"""aha library and aha history: list items, check files, show plays."""

import contextlib
import datetime
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import time

import pytest

from support import TONE, json_lines, write_wav
from terminal import Terminal


@pytest.fixture
def tree(aha):
    """Three sounds, and a file that is no sound."""
    folder = aha.directory / "music"
    for number, name in enumerate(["deep bass", "sub/deep drums", "high hat"]):
        path = folder / f"{name}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_wav(path, [(number + 1, 0)] * (8000 * (number + 1)))
    (folder / "none.wav").write_bytes(b"no sound, whatever its name says")
    return folder


@pytest.fixture
def shared(aha, tmp_path_factory):
    """The command of a user with a library."""
    aha("library", "scan", str(tmp_path_factory.mktemp("nothing")))
    return aha


def listed(aha, *arguments):
    return [item["title"] for item in aha.json("library", *arguments)]


def test_a_scanned_folder_is_listed(shared, tree):
    aha = shared
    said = aha.json("library", "scan", "music")
    assert said[-1]["event"] == "scanned" and said[-1]["source"] == "music"
    assert [said[-1][key] for key in ("seen", "added", "undecodable", "lines")] == [4, 4, 1, []]
    assert aha.json("library", "scan", "music")[-1]["unchanged"] == 4
    assert listed(aha, "list", "--order", "title") == ["deep bass", "deep drums", "high hat"]
    assert listed(aha, "list", "--order", "length", "--count", "2") == ["deep bass", "deep drums"]
    [bad] = aha.json("library", "list", "--state", "undecodable,missing")
    assert bad["title"] == "none" and bad["reason"] and bad["state"] == "undecodable"
    assert len(listed(aha, "list", "--state", "all", "--no-check")) == 4
    assert listed(aha, "search", "deep", "dr") == ["deep drums"]
    assert listed(aha, "search", "nothing") == []
    [one] = aha.json("library", "list", "--sha256",
                     aha.json("library", "search", "hat")[0]["sha256"])
    assert one["place"] == str(tree / "high hat.wav") and one["sample_rate"] == 48000
    text = aha("library", "list", "--order", "title").stdout.decode().splitlines()
    assert len(text) == 3 and text[0].endswith(f"deep bass  {tree}/deep bass.wav")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_watch_ends_well_with_a_signal(shared, tree, number):
    aha = shared
    watch = aha.start("library", "scan", "--watch", "music", "--json", stdout=subprocess.PIPE,
                      stderr=subprocess.PIPE)
    told = (json.loads(line) for line in watch.stdout)
    scanned, first = itertools.islice((one for one in told if one["event"] != "progress"), 2)
    assert (scanned["event"], scanned["added"]) == ("scanned", 4)
    assert (first["event"], first["source"], first["changes"]) == ("watched", "music", 0)
    assert first["scans"] >= 1 and not first["is_limited"]
    # Written elsewhere: the watch would also scan a file that a busy machine writes slowly.
    write_wav(aha.directory / "new.wav", TONE).rename(tree / "sub" / "new one.wav")
    assert any(one["changes"] == 1 for one in told)
    assert listed(aha, "search", "new one") == ["new one"]
    watch.send_signal(number)
    output, errors = watch.communicate(timeout=30)
    assert (watch.returncode, errors) == (0, b"")
    assert all(one["event"] == "watched" for one in json_lines(output))


def test_a_terminal_shows_the_changes_of_a_watch(shared, tree):
    terminal = Terminal(shared, "library", "scan", "--watch", "music", shows_output=True)
    terminal.until("watching")
    os.remove(tree / "high hat.wav")
    terminal.until("music: changed items: 1")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end()[0] == 0


def test_an_option_names_the_library(aha, tree):
    aha("library", "scan", "music", "--library", "mine", "--depth", "1", "--ignore", "high*")
    assert listed(aha, "list", "--library", "mine") == ["deep bass"]
    assert aha.files() == ["mine", "music"]


def test_items_are_checked_forgotten_and_analyzed(shared, tree):
    aha = shared
    aha("library", "scan", "music")
    place = str(tree / "high hat.wav")
    [item] = aha.json("library", "check", place)
    os.remove(place)
    [gone] = aha.json("library", "check", str(item["item"]))
    assert (item["state"], gone["state"]) == ("playable", "missing")
    assert "high hat" not in listed(aha, "list")
    assert aha.json("library", "forget", place)[0]["item"] == item["item"]
    assert "the library has no item at" in aha.refused("library", "forget", place, code=3)
    assert aha.json("library", "restore", str(item["item"])) == [gone]
    assert "no forgotten item 99" in aha.refused("library", "restore", "99", code=3)
    [heard] = aha.json("library", "analyze", "music/deep bass.wav")
    assert heard["title"] == "deep bass" and heard["loudness_lufs"] is None
    assert aha("library", "kin", "music/deep bass.wav").stdout == b""
    assert listed(aha, "duplicates") == []
    (tree / "copy.wav").write_bytes((tree / "deep bass.wav").read_bytes())
    aha("library", "scan", "music")
    for name in ("empty.wav", "void.wav"):
        (aha.directory / "music" / name).touch()
    aha("library", "scan", "music")
    assert sorted(listed(aha, "duplicates")) == ["copy", "deep bass"]
    assert len(aha("library", "duplicates").stdout.splitlines()) == 3


@pytest.mark.parametrize(("arguments", "code", "said"), [
    ([], 2, "library needs a command"), (["scan"], 2, "scan needs a folder"),
    (["list", "x"], 2, "list takes no words"),
    (["list", "--state", "playble"], 2, "did you mean playable"),
    (["list", "--order", "best"], 2, "best"), (["search"], 2, "search needs a word"),
    (["forget"], 2, "needs an item"), (["forget", "77"], 3, "no item 77"),
    (["kin", "1", "2"], 2, "one item"), (["list", "--library", "music"], 3, "music"),
    (["list", "--library", "music/none.wav"], 4, "none.wav"), (["sync"], 2, "needs a source"),
    (["scna"], 2, "did you mean scan"), (["scan", ".", "--depth", "0"], 2, "--depth")])
def test_mistakes_are_reported(aha, tree, arguments, code, said):
    if "--library" not in arguments and len(arguments) > 1:
        arguments = [*arguments, "--library", "mine"]
    assert said in aha.refused("library", *arguments, code=code)


def test_commands_note_their_activity(shared, tree, pieces):
    aha = shared
    begin = datetime.date.today()
    aha("library", "scan", "music")
    song = write_wav(aha.directory / "song.wav", TONE)
    aha("play", "--device", "null", "music/deep bass.wav")
    aha("record", "-o", "take.wav", "--source", "master", "--device", "null", song)
    aha("project", "new", "p.aha")
    aha("project", "add", "p.aha", song)
    aha("bounce", "p.aha", "-o", "out.wav", "--quiet")
    aha("drop", song, "--title", "Rain", "--to", "pieces")
    aha("open", "pieces/rain")
    aha("open", "pieces/rain", "-o", "copy")
    days = aha.json("history", "--count", "2")  # midnight may come meanwhile
    assert days[1]["label"] in {day.isoformat() for day in (begin, datetime.date.today())}
    sums = {key: days[0][key] + days[1][key] for key in days[0] if key not in ("scale", "label")}
    assert [sums[key] for key in ("plays", "takes", "bounces", "drops")] == [1, 1, 1, 1]
    assert sums["play_minutes"] > 0 and sums["take_minutes"] > 0
    assert listed(aha, "list", "--origin", "take") == ["take"]
    assert aha.json("library", "search", "deep bass")[0]["plays"] == 1
    assert "Rain" in listed(aha, "list", "--origin", "drop", "--state", "all")
    assert listed(aha, "list", "--origin", "piece") == ["Rain"]


def test_nothing_is_noted_without_a_library(aha, tone, user):
    aha("play", "--device", "null", tone)
    for arguments in (["history"], ["library", "list"], ["library", "search", "x"],
                      ["library", "duplicates"], ["library", "forget", "1"]):
        said = aha(*arguments, code=3).stderr.decode()
        assert "there is no library yet" in said and "aha library scan" in said
    assert not (user / "data/aha").exists()


def test_a_play_is_noted_at_its_start(shared, user):
    aha = shared
    write_wav(aha.directory / "long.wav", [(1, 0)] * 96_000)
    aha("play", "--device", "null", "long.wav")
    ended = time.time()
    with contextlib.closing(sqlite3.connect(user / "data/aha/library.aha")) as database:
        [(began, duration)] = database.execute("SELECT at, duration FROM event").fetchall()
    assert duration > 1900 and ended - 60 < began <= ended - duration / 1000


def test_history_counts_by_day_week_and_month(aha):
    aha("library", "list", "--library", "mine")
    for scale, count in ("day", 14), ("week", 12), ("month", 12):
        found = aha.json("history", "--library", "mine", "--by", scale)
        assert len(found) == count and found[-1]["scale"] == scale
        assert {bucket["plays"] for bucket in found} == {0}
    week = datetime.date.today().isocalendar()
    last, = aha.json("history", "--library", "mine", "--by", "week", "--count", "1")
    assert last["label"] == f"{week[0]}-W{week[1]:02}"
    before, = aha.json("history", "--library", "mine", "--by", "month", "--count", "1",
                       "--back", "1")
    first = datetime.date.today().replace(day=1) - datetime.timedelta(1)
    assert before["label"] == f"{first:%Y-%m}"
    aha("history", "--library", "mine", "--png", "history.png")
    assert (aha.directory / "history.png").read_bytes().startswith(b"\x89PNG")
    assert "bars are more" in aha.refused(
        "history", "--library", "mine", "--png", "x.png", "--count", "2000", code=1)
    assert "did you mean week" in aha.refused("history", "--by", "wek")
    assert "options alone" in aha.refused("history", "day")


@pytest.mark.parametrize("locale", ["C", "en_US.UTF-8"])
def test_bars_are_drawn_on_a_terminal_alone(shared, tree, locale):
    aha = shared
    aha("library", "scan", "music")
    aha("play", "--device", "null", "music/deep bass.wav")
    plain = aha("history", "--count", "2").stdout.decode().splitlines()
    assert len(plain) == 2 and plain[1].split()[1].strip("#") == "" and "1 play" in plain[1]
    aha.environment["LC_ALL"] = locale
    drawn = Terminal(aha, "history", "--count", "2", shows_output=True).end()[2].splitlines()
    assert ("\u2588" in drawn[1]) == (locale != "C") and ("#" in drawn[1]) == (locale == "C")


def test_a_folder_is_synced_into_a_library(aha, tone, pieces):
    for title in ("Rain", "Sun"):
        aha("drop", tone, "--title", title, "--to", "pieces")
    said = aha.json("library", "sync", "pieces", "--library", "mine")[-1]
    assert (said["event"], said["added"], said["missing"]) == ("synced", 2, 0)
    assert sorted(listed(aha, "list", "--state", "all", "--library", "mine")) == ["Rain", "Sun"]
    again = aha.json("library", "sync", "pieces", "--library", "mine")[-1]
    assert again["added"] == 0 and (again["unchanged"] == 2 or again["is_unchanged"])


def test_a_corrected_title_goes_back_with_send(aha, tone, pieces):
    aha("drop", tone, "--title", "Rian", "--to", "pieces")
    aha("library", "sync", "pieces")
    [item] = aha.json("library", "list", "--state", "all")
    aha("library", "set", item["place"], "--title", "Rain")
    said = aha.json("library", "sync", "pieces", "--send")[-1]
    assert (said["sent"], said["conflicts"], said["lines"]) == (1, 0, [])
    aha("library", "sync", "pieces", "--library", "other")
    assert listed(aha, "list", "--state", "all", "--library", "other") == ["Rain"]
    aha("library", "sync", "--feed", "http://127.0.0.1:1/feed", "--send", code=3)


def test_a_failed_feed_is_reported(aha):
    refused = aha("library", "sync", "--feed", "http://127.0.0.1:1/feed", "--library", "mine",
                  "--json", code=7)
    said = [one for one in json_lines(refused.stdout) if one["event"] != "progress"]
    assert [one["event"] for one in said] == ["synced", "error"] and said[0]["added"] == 0


def test_a_missing_folder_exits_with_3(aha):
    failed = aha("library", "scan", "nowhere", "--library", "mine", "--json", code=3)
    [error] = json_lines(failed.stdout)
    assert error["event"] == "error" and "nowhere" in error["message"] and failed.stderr == b""
