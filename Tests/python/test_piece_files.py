"""Pieces in audio files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import aha
import pytest
from test_piece import full


def run(*command: str | Path) -> str:
    """Output of a program."""
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE).stdout.decode()


def make(path: Path) -> Path:
    """A second of sound."""
    run("ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "sine=duration=1", path)
    return path


def probed(path: Path) -> dict[str, str]:
    """The tags as ffprobe shows them, with names in lower case."""
    found = json.loads(run("ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags",
                           path))
    return {name.lower(): value for name, value in found["format"]["tags"].items()}


def test_a_piece_is_embedded_and_read_from_a_file(tmp_path: Path) -> None:
    path = make(tmp_path / "a.flac")
    full().embed(path)
    assert aha.Piece.load_tags(path).manifest == full().manifest
    assert probed(path)["title"] == full().title
    before = path.read_bytes()
    with pytest.raises(aha.PieceError, match="title"):
        aha.Piece(length_us=1).embed(path)
    with pytest.raises(aha.NotFoundError):
        full().embed(tmp_path / "none.wav")
    assert path.read_bytes() == before


def stuffed(tag: bytes) -> bytes:
    """Version 2.3 with a zero after each 0xFF, and an extended header."""
    body = b"\0\0\0\6" + bytes(6) + tag
    body = body.replace(b"\xff", b"\xff\0")
    size = bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\3\0\xc0" + size + body


def test_an_id3_tag_of_another_program_is_kept(tmp_path: Path) -> None:
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
def test_a_file_without_sound_stays_unchanged(tmp_path: Path, content: bytes,
                                              error: type[aha.Error]) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(error, match="a.wav"):
        full().embed(path)
    with pytest.raises(error):
        aha.Piece.load_tags(path)
    assert path.read_bytes() == content and [one.name for one in tmp_path.iterdir()] == ["a.wav"]
