"""A key change: what the effects are set to."""

from __future__ import annotations

import aha
import pytest


def test_a_key_change_has_the_values_of_the_pitch_effect_and_the_tuner() -> None:
    change = aha.Piece(tonality="C minor").key_change(2)
    assert change and (change.semitones, change.pitch_cents) == (2, 200)
    assert (change.tuner_scale, change.tuner_root) == (0x5AD, 2)
    assert change.tonality == aha.Tonality.read("D minor")


def test_a_piece_without_a_key_has_no_key_change() -> None:
    assert aha.Piece().key_change(0) is None
    assert aha.Piece(tonality="atonal").key_change(5) is None
    with pytest.raises(aha.InvalidArgumentError, match="12"):
        aha.Piece(tonality="C").key_change(12)
    with pytest.raises(aha.PieceError):
        aha.Piece(tonality=aha.Tonality(aha.TonalityMode.TONAL, 2, 0)).key_change(5)
