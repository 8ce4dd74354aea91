"""Pieces, keys and manifests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aha
import pytest
from conftest import sine

MANIFEST: dict[str, Any] = {
    "format": "libaha-piece", "version": 1, "title": "t", "lengthUs": 9}


def full() -> aha.Piece:
    return aha.Piece(
        title="Größe 🎵", description="two\nlines", artist="Ada", length_us=60_000_000,
        tempo_bpm=120.1, loop_us=(0, 59_999_999), time_signature=(7, 8),
        tonality="F# harmonic minor", listed=False, attachment_type="application/figure",
        attachment_bytes=12, based_on=["https://allihoopa.com/s/EuDvfMsz", "abc"])


def test_a_saved_piece_is_loaded_identically(tmp_path: Path) -> None:
    piece = full()
    path = tmp_path / "piece.json"
    piece.save(path)
    names = ("title", "description", "artist", "length_us", "tempo_bpm", "loop_us",
             "time_signature", "tonality", "listed", "attachment_type", "attachment_bytes",
             "based_on", "manifest")
    for other in (aha.Piece.load(path), aha.Piece.read(piece.manifest)):
        assert [getattr(other, name) for name in names] == [getattr(piece, name) for name in names]
    assert piece.based_on == ["EuDvfMsz", "abc"]
    assert repr(piece) == "<aha.Piece title='Größe 🎵'>"


def test_problems_are_listed_in_the_order_of_fields() -> None:
    piece = aha.Piece(tempo_bpm=float("nan"), loop_us=(5, 5), time_signature=(4, 3), title=" \t")
    found = piece.problems
    assert [problem.field.name for problem in found] == [
        "TITLE", "LENGTH", "TEMPO", "LOOP", "TIME_SIGNATURE"]
    assert all(isinstance(problem.error, aha.PieceError) for problem in found)
    assert found[2].error.name == "AHA_ERROR_TEMPO_LOW" and "nan" in found[2].error.line
    with pytest.raises(aha.PieceError, match="title"):
        piece.manifest
    with pytest.raises(ValueError, match="title"):
        piece.save("/nowhere/x.json")


def test_limits_are_those_of_a_kind_of_destination() -> None:
    piece = aha.Piece(title="one two " * 7, length_us=1_260_000_000)
    assert piece.problems == piece.refusals("folder") == []
    [title, length] = piece.refusals(aha.DestinationKind.ALLIHOOPA)
    assert title.error.name == "AHA_ERROR_TITLE_LONG" and length.field == aha.PieceField.LENGTH
    assert length.error.line == "the length of 0:21:00 is over 0:20:00"
    assert piece.fit("folder") == []
    assert piece.fit("allihoopa") == [aha.PieceField.TITLE]
    assert piece.title == "one two one two one two one two one two one two…"
    with pytest.raises(aha.InvalidArgumentError):
        piece.fit("cloud")


def test_bad_values_are_refused() -> None:
    piece = aha.Piece()
    with pytest.raises(aha.InvalidArgumentError, match="H minor"):
        piece.tonality = "H minor"  # type: ignore[assignment]
    with pytest.raises(aha.InvalidArgumentError, match="outside 64 bits"):
        piece.length_us = 1 << 63
    with pytest.raises(aha.InvalidArgumentError, match="outside 32 bits"):
        piece.time_signature = (1 << 31, 4)
    with pytest.raises(TypeError, match="tempo"):
        aha.Piece(tempo=120)
    piece.close()
    with pytest.raises(aha.ReleasedError):
        piece.title


def test_keys_are_read_named_and_related() -> None:
    key = aha.Tonality.read("Gbm")
    assert str(key) == "F# minor" and key == (aha.TonalityMode.TONAL, key.scale, 6)
    assert key.text("camelot") == "11A" and str(key.related("relative")) == "A major"
    assert key.shift_to(aha.Tonality.major(0)) == 6
    atonal = aha.Tonality.read("atonal")
    assert atonal.related("dominant") is None and key.shift_to(atonal) is None


def test_a_key_change_has_the_settings_of_pitch_and_tuner() -> None:
    change = aha.Piece(tonality="C minor").key_change(2)
    assert change and (change.semitones, change.pitch_cents) == (2, 200)
    assert (change.tuner_scale, change.tuner_root) == (0x5AD, 2)
    assert change.tonality == aha.Tonality.read("D minor")


def test_a_piece_without_a_key_has_no_key_change() -> None:
    assert aha.Piece().key_change(0) is None


def test_a_piece_is_embedded_and_read_from_a_file(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    engine.sound(sine(4800), 48000).save(path).wait()
    full().embed(path)
    assert aha.Piece.load_tags(path).manifest == full().manifest
