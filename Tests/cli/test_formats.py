"""Formats that can be read, and sounds from standard input."""

import json
import os
import subprocess

import pytest


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, words)], check=True)


@pytest.fixture
def m4a(aha, tone):
    path = tone.with_suffix(".m4a")
    ffmpeg("-i", tone, "-c:a", "aac", path)
    return path


def test_readable_formats_have_their_library(aha):
    formats = {record["format"]: record for record in aha.json("formats", "--read")}
    assert formats["FLAC"]["library"] == "libsndfile"
    assert formats["M4A, MP4"]["library"] == "libaha-ffmpeg.so"
    assert formats["M4A, MP4"]["package"] == "libaha-ffmpeg"
    assert all(record["available"] for record in formats.values())
    assert b"libaha-ffmpeg.so" in aha("formats", "--read").stdout


def test_a_missing_module_is_named_with_its_package(aha, m4a):
    aha.environment["AHA_MODULES"] = str(m4a.parent)
    text = aha("formats", "--read").stdout.decode()
    assert "not installed: package libaha-ffmpeg" in text
    text = aha.refused("info", m4a.name, code=3)
    assert "tone.m4a is MP4" in text and "install the package libaha-ffmpeg" in text


def test_writers_are_listed_and_a_missing_one_is_named(aha, tone):
    writers = {record["format"]: record for record in aha.json("formats")}
    assert writers["mp3"]["library"] == "libsndfile" and writers["mp3"]["available"]
    assert [writers[name]["package"] for name in ("m4a", "alac")] == ["libaha-ffmpeg"] * 2
    assert [writers[name]["type"] for name in ("m4a", "opus", "rf64")] == [
        "audio/mp4", "audio/opus", ""]
    aha.environment["AHA_MODULES"] = str(tone.parent)
    assert "not installed: package libaha-ffmpeg" in aha("formats").stdout.decode()
    text = aha.refused("mix", "-o", "out.m4a", tone.name, code=5)
    assert "install the package libaha-ffmpeg" in text
    assert "out.m4a" not in aha.files()


def test_info_describes_m4a(aha, m4a):
    [info] = aha.json("info", m4a.name)
    assert (info["container"], info["encoding"], info["bits"]) == ("m4a", "aac", None)
    assert (info["frames"], info["sample_rate"]) == (48000, 48000)


def test_piece_show_prints_chapters_and_cover(aha, tone):
    notes, path = tone.with_name("notes.txt"), tone.with_name("chapters.mka")
    notes.write_text(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Intro\n")
    ffmpeg("-i", tone, "-i", notes, "-map_chapters", "1", "-metadata", "title=Day", path)
    [piece] = aha.json("piece", "show", path.name)
    chapters = [{"begin_seconds": 0, "end_seconds": 0.5, "title": "Intro"}]
    assert (piece["title"], piece["chapters"], piece["cover_bytes"]) == ("Day", chapters, 0)
    assert b"Intro" in aha("piece", "show", path.name).stdout


def test_a_folder_of_mixed_sounds_is_scanned_with_one_report(aha, tone, m4a):
    ffmpeg("-i", tone, "-c:a", "libopus", tone.with_name("opus.mp4"))
    ffmpeg("-i", tone, "-c:a", "libmp3lame", tone.with_name("real.mp3"))
    # A name that lies: AAC after an ID3 tag, as old recorders write it.
    ffmpeg("-i", tone, "-c:a", "aac", tone.with_name("lie.aac"))
    lie = tone.with_name("lie.aac").read_bytes()
    tone.with_name("lie.mp3").write_bytes(b"ID3\x03\0\0\0\0\0\x0a" + bytes(10) + lie)
    tone.with_name("broken.m4a").write_bytes(m4a.read_bytes()[:500])
    report = aha.json("library", "scan", ".")[-1]
    assert [report[key] for key in ("added", "undecodable")] == [7, 1]
    [broken] = aha.json("library", "list", "--state", "undecodable")
    assert os.path.basename(broken["place"]) == "broken.m4a" and broken["reason"]


def through_pipe(aha, data, *words):
    """Runs the command with bytes on a pipe as its standard input."""
    return subprocess.run([aha.program, *words], input=data, capture_output=True, cwd=aha.directory,
                          env=aha.environment, check=False)


@pytest.mark.parametrize("ending", ["wav", "m4a"])
def test_dash_is_standard_input(aha, tone, m4a, ending):
    data = tone.with_suffix("." + ending).read_bytes()
    for words in (["info", "--json", "-"], ["analyze", "--json", "-"]):
        done = through_pipe(aha, data, *words)
        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["frames"] == 48000
    done = through_pipe(aha, data, "mix", "--quiet", "-o", "out.wav", "-", "-,gain=-6")
    assert (done.returncode, done.stderr) == (0, b"")
    assert aha.json("info", "out.wav")[0]["frames"] == 48000
    done = through_pipe(aha, data, "play", "--device", "null", "-")
    assert done.returncode == 0


def test_empty_standard_input_is_refused(aha):
    done = through_pipe(aha, b"", "info", "-")
    assert done.returncode == 4 and done.stderr == b"aha: standard input is empty\n"
