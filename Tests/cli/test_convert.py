"""aha convert: one file, folders, pipes, and the report."""

import os
import re
import subprocess
import threading

import pytest

from support import TONE, read_wav, write_wav


def test_one_file_is_converted_and_reported(aha, tone):
    text = aha("convert", tone.name, "-o", "out.flac").stdout.decode()
    shape = (r"out\.flac: FLAC, 16-bit PCM, 48000 Hz, 2 channels, 0:00:01\.000, \d+ bytes;"
             r" took \d+\.\d\d s, \d+ times real time\n")
    assert re.fullmatch(shape, text), text
    aha("convert", "out.flac", "-o", "back.wav", "--quiet")
    assert read_wav(aha.directory / "back.wav") == read_wav(tone)


def test_options_change_the_sound(aha, tone):
    info = aha.json("convert", tone.name, "-o", "out.wav", "--from=250ms", "--to=0.75s",
                    "--channels=1", "--rate=24000", "--bits=24")[-1]
    assert (info["frames"], info["channels"], info["encoding"]) == (12000, 1, "pcm_24")
    aha("convert", tone.name, "-o", "faded.wav", "--to=0.5", "--fade-in=0.1", "--fade-out=0.2",
        "--fade=smooth", "--no-dither")
    frames = read_wav(aha.directory / "faded.wav")
    assert len(frames) == 24000 and frames[0] == (0, 0)
    assert frames[2400] == frames[19200] == (4096, 4096) and frames[4800] == (8192, 8192)


def test_given_tags_replace_those_of_the_input(aha, tone):
    """Without a title, the file's name is one."""
    aha("convert", tone.name, "-o", "one.flac", "--artist=Ann", "--chapter=0:A", "--chapter=0.5:B")
    aha("convert", "one.flac", "-o", "two.flac", "--title=Two", "--chapter=200ms:C")
    one, two = aha.json("piece", "show", "one.flac")[0], aha.json("piece", "show", "two.flac")[0]
    assert (one["title"], one["artist"], two["title"], two["artist"]) == (
        "one", "Ann", "Two", "Ann")
    assert [chapter["title"] for chapter in one["chapters"]] == ["A", "B"]
    assert [(chapter["title"], chapter["begin_seconds"]) for chapter in two["chapters"]] == [
        ("C", 0.2)]


def test_an_existing_file_is_kept_without_replace(aha, tone):
    before = tone.read_bytes()
    error = aha.refused("convert", tone.name, "-o", tone.name, code=5)
    assert error == "aha: tone.wav exists already; --replace overwrites it\n"
    assert tone.read_bytes() == before
    aha("convert", tone.name, "-o", tone.name, "--to=0.5", "--replace")
    assert len(read_wav(tone)) == 24000


@pytest.fixture
def album(aha, tone):
    (aha.directory / "album/sub").mkdir(parents=True)
    for name in ("a.wav", "sub/b.wav", "sub/c.wav"):
        write_wav(aha.directory / "album" / name, TONE)
    (aha.directory / "album/notes.txt").write_text("no sound")
    (aha.directory / "album/.hidden.wav").write_text("no sound")
    return aha.directory / "album"


def made(folder):
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, _, names in os.walk(folder) for name in names)


def test_a_folder_becomes_a_folder(aha, album):
    result = aha("convert", "album", "-o", "out", "--format=flac")
    assert made(aha.directory / "out") == ["a.flac", "sub/b.flac", "sub/c.flac"]
    assert result.stdout.decode().splitlines() == [
        "out/a.flac", "out/sub/b.flac", "out/sub/c.flac"]
    assert re.fullmatch(r"3 of 3 files; took \d+\.\d\d s\n", result.stderr.decode())
    rows = [row for row in aha.json("convert", "album", "-o", "more/deep", "--format=opus")
            if row["event"] != "progress"]
    assert [row["output"] for row in rows] == [
        "more/deep/a.opus", "more/deep/sub/b.opus", "more/deep/sub/c.opus"]
    assert all(row["event"] == "done" and row["bytes"] > 1000 for row in rows)


def test_a_bad_file_of_a_folder_is_reported_and_the_others_are_made(aha, album):
    (album / "bad.mp3").write_text("no sound")
    result = aha("convert", "album", "-o", "out", "--format=flac", code=4)
    assert made(aha.directory / "out") == ["a.flac", "sub/b.flac", "sub/c.flac"]
    errors = result.stderr.decode().splitlines()
    assert errors[0].startswith("aha: album/bad.mp3 ") and errors[-1].startswith("3 of 4 files;")


@pytest.mark.parametrize("arguments, message", [
    (["album", "-o", "out"], "convert needs --format for a folder, as in --format flac"),
    (["tone.wav", "album", "-o", "-", "--format=flac"],
     "several files can't go to standard output"),
    (["tone.wav", "album/../tone.wav", "-o", "out", "--format=flac"],
     "tone.wav and album/../tone.wav would both become out/tone.flac"),
    (["tone.wav", "-o", "out.wav", "--from=2", "--to=1"], "--to is not after --from"),
    (["tone.wav", "-o", "out.wav", "--fade=round"], '--fade "round" is not known'),
    (["tone.wav"], "convert needs -o OUT, the file to write"),
    (["tone.wav", "-o", "out.mp3", "--chapter=7"], '--chapter "7" is not TIME:TITLE'),
    (["tone.wav", "-o", "out.mp3", "--chapter=7:"], '--chapter "7:" is not TIME:TITLE'),
    (["tone.wav", "-o", "out.mp3", "--chapter=x:A"], '--chapter "x" is not a time'),
    (["tone.wav", "-o", "out.mp3", "--chapter=7:" + 256 * "a"], "with at most 255 bytes"),
    (["tone.wav", "-o", "out.w64", "--title=A"], "--title is not for w64"),
    (["tone.wav", "-o", "out.mp3", "--artist=A", "--no-tags"],
     "--artist and --no-tags don't go together"),
    (["tone.wav", "-o", "-", "--format=mp3", "--title=A"], "--title needs files"),
])
def test_mistakes_are_refused_before_anything_is_written(aha, album, arguments, message):
    assert message in aha.refused("convert", *arguments)
    assert aha.files() == ["album", "tone.wav"]


def test_a_title_that_is_too_long_is_refused_before_anything_is_written(aha, tone):
    assert "out.mp3: the title" in aha.refused(
        "convert", tone.name, "-o", "out.mp3", "--title=" + 1001 * "a", code=4)
    assert aha.files() == [tone.name]


def test_a_folder_without_sounds_exits_with_3(aha, album):
    (aha.directory / "empty").mkdir()
    assert "empty: no sound file is in it" in aha.refused(
        "convert", "empty", "-o", "out", "--format=wav", code=3)


def test_pipes_are_read_and_written(aha, tone):
    """Named pipes, and standard input and output under their paths."""
    pipe = aha.directory / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(tone.read_bytes()))
    writer.start()
    aha("convert", "pipe", "-o", "out.flac")
    writer.join()
    assert aha.json("info", "out.flac")[0]["frames"] == 48000
    for verb in (["convert", tone.name], ["mix", tone.name]):
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
        aha(*verb, "-o", "pipe", "--format=flac")
        assert reader.communicate()[0].startswith(b"fLaC") and pipe.is_fifo()
        assert aha(*verb, "-o", "/dev/stdout").stdout.startswith(b"RIFF")
    with open(tone, "rb") as file:
        process = aha.start("info", "/dev/stdin", stdin=file, stdout=subprocess.PIPE)
        assert b"48000 frames" in process.communicate()[0]
