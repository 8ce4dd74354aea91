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
