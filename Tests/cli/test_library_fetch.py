"""aha library fetch: downloads remote items, under names that stay in the target folder."""

import functools
import http.server
import json
import os
import threading
import time

import pytest

from servers import FileServer, Server
from support import write_wav


def feed(folder, *items):
    """A feed of sounds, each in its own file."""
    (folder / "feed.json").write_text(json.dumps({
        "version": "https://jsonfeed.org/version/1.1",
        "items": [{"id": str(index), "title": title,
                   "attachments": [{"url": file, "mime_type": "audio/wav"}]}
                  for index, (title, file) in enumerate(items)]}))


@pytest.fixture
def away(tmp_path_factory):
    """A folder behind a server of another user."""
    folder = tmp_path_factory.mktemp("away")
    for number, name in enumerate(["one.wav", "two.wav"]):
        write_wav(folder / name, [(number + 1, 0)] * 8000)
    with FileServer(folder) as server:
        yield folder, server.url


def numbers(aha):
    return [str(item["item"]) for item in aha.json(
        "library", "list", "--state", "downloadable", "--library", "mine")]


def test_hostile_names_stay_in_the_folder(aha, away):
    folder, url = away
    feed(folder, ("../../up", "one.wav"), ("/etc/passwd", "two.wav"), ("", "one.wav?key=a.secret"),
         ("-rf \n~", "two.wav?x"), ("..", "one.wav?y"))
    aha("library", "sync", "--feed", url + "/feed.json", "--library", "mine")
    wanted = numbers(aha)
    assert len(wanted) == 5
    lines = aha.json("library", "fetch", "--library", "mine", "-o", "in", *wanted)
    assert len([line for line in lines if line["event"] == "fetched"]) == 5
    assert aha.files() == ["in", "mine"]
    names = sorted(os.listdir(aha.directory / "in"))
    assert len(names) == 5 and all(name.endswith(".wav") for name in names)
    assert not any(name.startswith((".", "-")) or "secret" in name for name in names)
    listed = aha.json("library", "list", "--library", "mine")
    assert {item["place"] for item in listed} == {
        str(aha.directory / "in" / name) for name in names}
    # A second fetch downloads nothing.
    again = aha.json("library", "fetch", "--library", "mine", "-o", "in", *wanted)
    assert [line["event"] for line in again] == ["fetched"] * 5
    assert sorted(os.listdir(aha.directory / "in")) == names


class SlowAnswer(http.server.SimpleHTTPRequestHandler):
    """Sends sounds in two halves, the second after 1.5 s."""

    def copyfile(self, source, outputfile):
        data = source.read()
        outputfile.write(data[:len(data) // 2])
        outputfile.flush()
        if self.path.endswith(".wav"):
            time.sleep(1.5)
        outputfile.write(data[len(data) // 2:])

    def log_message(self, *_):
        pass


def test_progress_is_one_line_for_each_change(aha, away):
    folder, _ = away
    feed(folder, ("Rain", "one.wav"))
    answer = functools.partial(SlowAnswer, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/feed.json"
        aha("library", "sync", "--feed", url, "--library", "mine")
        lines = aha.json("library", "fetch", "--library", "mine", *numbers(aha))
        server.shutdown()
    counts = [one["bytes_done"] for one in lines if one["event"] == "progress"]
    assert counts == sorted(set(counts)) and len(counts) >= 2


def test_nothing_is_put_over_something_else(aha, away):
    folder, url = away
    feed(folder, ("Rain", "one.wav"))
    aha("library", "sync", "--feed", url + "/feed.json", "--library", "mine")
    (aha.directory / "Rain.wav").write_bytes(b"precious")
    [number] = numbers(aha)
    aha("library", "fetch", "--library", "mine", number)
    assert (aha.directory / "Rain.wav").read_bytes() == b"precious"
    other = aha.directory / f"Rain-{number}.wav"
    assert other.read_bytes() == (folder / "one.wav").read_bytes()
    other.write_bytes(b"precious too")
    aha("library", "check", "--library", "mine", str(other))
    refused = aha("library", "fetch", "--library", "mine", number, code=5)
    assert b"something else" in refused.stderr
    assert other.read_bytes() == b"precious too"


def test_a_password_is_used(aha):
    write_wav(aha.directory / "mix.wav", [(1, 0)] * 48000)
    with Server("webdav_server.py", "--kind", "rclone") as server:
        aha.environment["AHA_WEBDAV_PASSWORD"] = server.said["password"]
        place = ["--user", server.said["user"], "--library", "mine"]
        dav = server.said["dav"]
        aha("drop", "mix.wav", "--title", "Rain", "--to", dav, *place[:2])
        aha("library", "sync", dav, *place)
        [number] = numbers(aha)
        aha("library", "fetch", number, "--library", "mine", code=7)
        [*_, line] = aha.json("library", "fetch", number, "--from", dav, *place)
        assert (line["event"], line["state"], line["title"]) == ("fetched", "playable", "Rain")
        assert open(line["place"], "rb").read() == (aha.directory / "mix.wav").read_bytes()
        assert line["place"] == str(aha.directory / "Rain.wav")
    # The local file is deleted.
    os.remove(line["place"])
    gone = aha("library", "fetch", number, "--from", dav, *place, code=None)
    assert gone.returncode > 2 and b"127.0.0.1" in gone.stderr
    assert not os.path.exists(line["place"])


@pytest.mark.parametrize(("arguments", "code", "said"), [
    ([], 2, "needs an item"), (["77"], 3, "no item 77"), (["1", "-o", ""], 2, "name of a folder"),
    (["1", "--from", "ftp://x"], 2, "ftp"), (["nothing.wav"], 3, "no item at")])
def test_mistakes_are_reported(aha, arguments, code, said):
    refused = aha("library", "fetch", "--library", "mine", *arguments, code=code)
    assert said in refused.stderr.decode()
