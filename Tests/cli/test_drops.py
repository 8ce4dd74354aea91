"""aha drops: lists drops; an interrupted drop is resumed, discarded or forgotten."""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import wave

import pytest

from servers import keys_of, wait_until

CHUNK = 5 << 20


@pytest.fixture
def server(s3, aha):
    aha.environment |= keys_of(s3)
    del aha.environment["AWS_ENDPOINT_URL"]  # an option names it
    return s3


@pytest.fixture
def song(aha):
    """Four chunks and a bit of noise."""
    path = aha.directory / "song.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48000)
        file.writeframes(random.Random(1).randbytes(4 * CHUNK + 4000))
    return path


def break_off(aha, server, song, how):
    """Starts a drop, and ends it while its third part is held. Returns its id and output."""
    server.do("fault", method="PUT", target="*partNumber=3*", hold=True)
    process = aha.start("drop", song.name, "--to", "s3://drops/demos", "--endpoint", server.url,
                        "--chunk", str(CHUNK), "--json", stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
    identity, parts = "", 0
    for line in process.stdout:
        said = json.loads(line)
        identity = said["drop"]
        if said["bytes_done"] >= 2 * CHUNK:
            break
    os.kill(process.pid, how)
    said = process.communicate(timeout=60)
    assert process.returncode == -how
    server.do("clear")
    server.do("release")
    # The server may still read the last bytes of the ended process.
    wait_until(lambda: not server.do("status")["open"], timeout=60)
    return identity, said[0].decode().rpartition("\n{")[2]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_a_drop_that_broke_off_is_resumed(aha, server, song, how):
    identity, complaint = break_off(aha, server, song, how)
    if how != signal.SIGKILL:
        assert f"resume with: aha drops --resume {identity[:12]}" in complaint
    [drop] = aha.json("drops")
    assert (drop["drop"], drop["stage"], drop["event"]) == (identity, "broken", "drop")
    assert 0 < drop["bytes_done"] < drop["bytes_total"] and drop["url"] == ""
    # The journal holds the endpoint but not the keys.
    receipt = aha.json("drops", "--resume")[-1]
    assert (receipt["event"], receipt["drop"], receipt["stage"]) == ("dropped", identity, "done")
    assert receipt["sha256"] == hashlib.sha256(song.read_bytes()).hexdigest()
    assert receipt["sha256"] in {one["sha256"] for one in server.do("files")["files"]}
    twice = [chunk for upload in server.do("uploads")["uploads"] for chunk in upload["chunks"]
             if chunk["times"] > 1]
    assert len(twice) <= 1
    assert aha.json("drops", "--resume") == []
    assert aha("drops", "--resume", identity, code=1).returncode == 1


def test_a_cancelled_drop_leaves_no_upload(aha, server, song):
    identity, _ = break_off(aha, server, song, signal.SIGKILL)
    assert server.do("statistics")["open_uploads"] == 1
    said = aha.json("drops", "--cancel", identity[:8])[-1]
    assert (said["event"], said["drop"], said["stage"]) == ("cancelled", identity, "cancelled")
    assert server.do("statistics")["open_uploads"] == 0
    [drop] = aha.json("drops")
    assert drop["stage"] == "cancelled"
    assert server.do("files")["files"] == []


def test_a_drop_without_keys_stays_broken(aha, server, song):
    identity, _ = break_off(aha, server, song, signal.SIGKILL)
    del aha.environment["AWS_SECRET_ACCESS_KEY"]
    aha("drops", "--resume", identity, code=2)
    assert aha.json("drops")[0]["stage"] == "broken"


def test_a_drop_that_is_still_edited_is_refused(aha, pieces):
    """The command reports the other program and ends; it does not answer for it."""
    program = ("import aha, os; client = aha.Client('com.example.other');"
               "drop = aha.Drop(aha.Destination.folder(client, 'pieces'), aha.Piece(title='x'));"
               "job = drop.start(); os._exit(0)")
    bindings = os.path.join(os.path.dirname(__file__), "..", "..", "bindings", "python")
    library = os.path.join(os.environ["AHA_PREFIX"], "lib", "libaha.so")
    subprocess.run([sys.executable, "-c", program], check=True, cwd=aha.directory, timeout=60, env={
        **aha.environment, "PYTHONPATH": os.path.abspath(bindings), "AHA_LIBRARY": library})
    theirs = ("--application", "com.example.other")
    result = aha("drops", "--resume", *theirs, code=None)
    assert result.returncode > 0 and b"still being edited" in result.stderr
    [drop] = aha.json("drops", *theirs)
    assert drop["stage"] == "broken"
    # Without the option, the drop is not in this list.
    assert aha.json("drops") == aha.json("drops", "--resume") == []
    aha.refused("drops", "--forget", drop["drop"], code=3)


def test_drops_are_listed_and_forgotten(aha, pieces, tone):
    assert aha("drops").stdout == b""
    assert aha("drops", "--resume").stdout == b"nothing broke off\n"
    aha("drop", tone.name, "--to", "pieces", "--title", "First")
    aha("drop", tone.name, "--to", "pieces", "--title", "Second")
    newest, oldest = aha.json("drops")
    assert (newest["title"], oldest["title"]) == ("Second", "First")
    lines = aha("drops").stdout.decode().splitlines()
    assert re.fullmatch(r"[0-9a-f]{12}  done +Second  ->  .*/pieces", lines[0])
    assert lines[1].strip() == newest["url"]
    assert aha.json("drops", oldest["drop"][:10])[0]["title"] == "First"
    aha("drops", "--forget", oldest["drop"][:10])
    assert [one["title"] for one in aha.json("drops")] == ["Second"]
    assert len(os.listdir(pieces)) >= 2
    aha.refused("drops", "--forget", "00000000", code=3)
    aha.refused("drops", "--forget")
    aha.refused("drops", "--cancel")
    aha.refused("drops", "--cancel", "--resume", "x")
    aha("drops", "--cancel", newest["drop"], code=1)
