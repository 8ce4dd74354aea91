"""How a piece is brought to another root."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import _structs
from ._abi import lib
from ._arguments import unsigned32
from .base import Result
from .effects import TunerRoot
from .tonality import Tonality

if TYPE_CHECKING:
    from .piece import Piece


class KeyChange(NamedTuple):
    """Effect settings that transpose a piece's player to another root."""

    #: The nearest way, -5 to 6.
    semitones: int
    #: For ``Pitch.cents``.
    pitch_cents: float
    #: For ``Tuner.scale`` and ``Tuner.root``.
    tuner_scale: int
    tuner_root: TunerRoot
    #: The key that comes out.
    tonality: Tonality


def key_change(piece: Piece, root: int) -> KeyChange | None:
    struct = _structs.KeyChange()
    result = lib.aha_piece_get_key_change(piece._handle, unsigned32("root", root), struct)
    if result == Result.END:
        return None
    return KeyChange(struct.semitones, struct.pitch_cents, int(struct.tuner_scale),
                     TunerRoot(int(struct.tuner_root)), Tonality._of(struct.tonality))
