"""Pieces in audio files: other programs see the tags, theirs are read, and the sound stays."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import aha
import pytest

KINDS = ["a.wav", "rf64.wav", "a.aiff", "a.flac", "a.ogg", "a.opus", "a.mp3"]


def run(*command: str | Path) -> str:
    """What a program prints."""
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE).stdout.decode()


def ffmpeg(*arguments: str | Path) -> None:
    run("ffmpeg", "-v", "error", "-nostdin", "-y", *arguments)


def make(path: Path, *tags: str) -> Path:
    """Three seconds of sound, with tags of ffmpeg's."""
    long = ["-rf64", "always"] if path.name.startswith("rf64") else []
    words = [word for tag in tags for word in ("-metadata", tag)]
    ffmpeg("-f", "lavfi", "-i", "sine=frequency=300:duration=3:sample_rate=48000", *long, *words,
           path)
    return path


def sound(path: Path) -> str:
    """What the decoded samples come to."""
    return run("ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "md5", "-")


def probed(path: Path) -> dict[str, str]:
    """The tags as ffprobe shows them, with names in lower case."""
    found = json.loads(run("ffprobe", "-v", "error", "-of", "json", "-show_entries",
                           "format_tags:stream_tags", path))
    tags = {**found["format"].get("tags", {})}
    for stream in found.get("streams", []):
        tags.update(stream.get("tags", {}))
    return {name.lower(): value for name, value in tags.items()}


def media_info(path: Path) -> dict[str, Any]:
    """What MediaInfo says of the file as a whole."""
    found = json.loads(run("mediainfo", "--Output=JSON", path))
    [general] = [track for track in found["media"]["track"] if track["@type"] == "General"]
    return dict(general)


def full() -> aha.Piece:
    return aha.Piece(
        title="Größe 🎵", description="A line", artist="Ada", length_us=3_000_000,
        tempo_bpm=120.125, loop_us=(500_001, 1_500_003), time_signature=(7, 8),
        tonality="F# harmonic minor", attachment_type="application/figure", based_on=["abc"])


@pytest.mark.parametrize("name", KINDS)
def test_other_programs_see_it_and_it_comes_back(tmp_path: Path, name: str) -> None:
    path = make(tmp_path / name, "title=Old", "album=Other")
    before = sound(path)
    full().embed(path)
    assert aha.Piece.load_tags(path).manifest == full().manifest
    assert sound(path) == before and [one.name for one in tmp_path.iterdir()] == [name]
    seen = probed(path)
    assert (seen["title"], seen["artist"]) == ("Größe 🎵", "Ada")
    assert {"120.125", "F#m", "A line"} <= set(seen.values())
    assert "Other" in seen.values() or name == "a.aiff"  # there ffmpeg does not write it
    general = media_info(path)
    assert (general["Track"], general["Performer"]) == ("Größe 🎵", "Ada")
    assert "120.125" in general.get("BPM", json.dumps(general))


@pytest.mark.parametrize("name", KINDS)
def test_tags_of_ffmpeg(tmp_path: Path, name: str) -> None:
    is_comment = Path(name).suffix in (".flac", ".ogg", ".opus")
    key, tempo = ("INITIALKEY", "BPM") if is_comment else ("TKEY", "TBPM")
    path = make(tmp_path / name, "title=Så", "artist=Bo", f"{key}=Am", f"{tempo}=98.5")
    piece = aha.Piece.load_tags(path)
    assert piece.title == "Så" and piece.length_us == 0
    assert [problem.field.name for problem in piece.problems] == ["LENGTH"]
    if name == "a.aiff":  # ffmpeg has only the title there
        return
    assert piece.artist == "Bo"
    if not name.endswith("wav"):
        assert (piece.tempo_bpm, str(piece.tonality)) == (98.5, "A minor")


@pytest.mark.parametrize("ending", ["aiff", "ogg", "flac"])
def test_tags_of_sox(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    tags = ["TITLE=Hey", "ARTIST=Bo", "BPM=98", "INITIALKEY=Am"]
    words = [word for tag in tags for word in ("--add-comment", tag)]
    run("sox", "-n", "-r", "48000", *words, path, "synth", "1", "sine", "300", "gain", "-6")
    piece = aha.Piece.load_tags(path)
    assert (piece.title, piece.artist, piece.tempo_bpm) == ("Hey", "Bo", 98)
    assert str(piece.tonality) == "A minor"


@pytest.mark.parametrize("name", KINDS)
def test_samples_are_the_same_to_us(tmp_path: Path, name: str) -> None:
    path = make(tmp_path / name)

    def frames() -> bytes:
        with aha.Engine.offline() as engine:
            return bytes(engine.load(path).read().tobytes())

    before = frames()
    full().embed(path)
    assert frames() == before and len(before) > 100_000


def test_a_changed_tag_wins(tmp_path: Path) -> None:
    path = make(tmp_path / "a.flac")
    full().embed(path)
    ffmpeg("-i", path, "-c", "copy", "-metadata", "title=New", tmp_path / "b.flac")
    piece = aha.Piece.load_tags(tmp_path / "b.flac")
    assert (piece.title, piece.artist, piece.tempo_bpm) == ("New", "Ada", 120.125)


def stuffed(tag: bytes) -> bytes:
    """Version 2.3 with a zero behind each 0xFF, and a header of its own that is extended."""
    body = b"\0\0\0\6" + bytes(6) + tag
    body = body.replace(b"\xff", b"\xff\0")
    size = bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\3\0\xc0" + size + body


def test_an_id3_tag_of_another_make(tmp_path: Path) -> None:
    text = b"\1\xff\xfe" + "Så".encode("utf-16-le")
    frames = b"TIT2" + len(text).to_bytes(4, "big") + b"\0\0" + text
    other = b"TALB\0\0\0\3\0\0\0Al"
    made = make(tmp_path / "a.mp3").read_bytes()
    sound_only = made[made.index(b"\xff\xfb"):]
    path = tmp_path / "b.mp3"
    path.write_bytes(stuffed(frames + other) + sound_only)
    assert aha.Piece.load_tags(path).title == "Så"
    full().embed(path)
    assert probed(path)["album"] == "Al" and aha.Piece.load_tags(path).title == "Größe 🎵"
    path.write_bytes(b"ID3\2\0\0\0\0\0\0" + sound_only)
    with pytest.raises(aha.UnsupportedError, match="version 2.2"):
        full().embed(path)


@pytest.mark.parametrize(("content", "error"), [
    (b"", aha.UnknownFormatError), (b"hello, world", aha.UnknownFormatError),
    (b"fLaC", aha.DamagedError), (b"OggS" + bytes(23), aha.UnsupportedError),
    (b"RIFF\xff\xff\xff\xffWAVEdata\xff\xff\xff\xff", aha.DamagedError),
    (b"RIFF\xff\xff\xff\xffWAVE" + b"junk\0\0\0\0" * 10_001, aha.DamagedError),
])
def test_a_file_that_is_none_stays(tmp_path: Path, content: bytes,
                                   error: type[aha.Error]) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(error, match="a.wav"):
        full().embed(path)
    with pytest.raises(error):
        aha.Piece.load_tags(path)
    assert path.read_bytes() == content and [one.name for one in tmp_path.iterdir()] == ["a.wav"]


def test_what_is_not_valid_is_not_embedded(tmp_path: Path) -> None:
    path = make(tmp_path / "a.wav")
    before = path.read_bytes()
    with pytest.raises(aha.PieceError, match="title"):
        aha.Piece(length_us=1).embed(path)
    with pytest.raises(aha.NotFoundError):
        full().embed(tmp_path / "none.wav")
    assert path.read_bytes() == before
