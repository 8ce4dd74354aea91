"""Keys: their names and relations."""

from __future__ import annotations

import ctypes as c
from typing import NamedTuple

from . import _structs
from ._abi import lib
from ._arguments import encoded_text, unsigned32
from ._constants.tonality import Relation, TonalityMode, TonalityText
from ._handle import copied_text, got


class Tonality(NamedTuple):
    """A musical key: ``Tonality()`` is unknown, ``Tonality.read("F# minor")`` reads a name.

    ``scale`` has bit n set if the note n semitones above C belongs to it, ``root`` is 0 (C) to
    11 (B). Methods raise PieceError for an invalid key.
    """

    mode: TonalityMode = TonalityMode.UNKNOWN
    scale: int = 0
    root: int = 0

    @classmethod
    def read(cls, text: str) -> Tonality:
        """Reads "F# minor", "Gbm", "D dorian", "8A", "1m", "atonal". The C function is
        aha_tonality_read. Errors: InvalidArgumentError.
        """
        return cls._of(got(_structs.Tonality(), lib.aha_tonality_read, encoded_text("text", text)))

    @classmethod
    def major(cls, root: int) -> Tonality:
        """The major scale of a root. The C function is aha_tonality_get_major."""
        number = unsigned32("root", root)
        return cls._of(got(_structs.Tonality(), lib.aha_tonality_get_major, number))

    @classmethod
    def _of(cls, struct: _structs.Tonality) -> Tonality:
        return cls(TonalityMode(struct.mode), struct.scale, struct.root)

    def _struct(self) -> _structs.Tonality:
        return _structs.Tonality(unsigned32("mode", self.mode), unsigned32("scale", self.scale),
                                 unsigned32("root", self.root))

    def text(self, text: str | TonalityText = TonalityText.NAME) -> str:
        """As text; "" if the form does not exist. The C function is aha_tonality_copy_text."""
        which = TonalityText.of(text)
        return copied_text(lib.aha_tonality_copy_text, self._struct(), which).decode()

    def __str__(self) -> str:
        return self.text()

    def related(self, relation: str | Relation) -> Tonality | None:
        """The relative, parallel or dominant key. The C function is aha_tonality_get_related."""
        struct = got(_structs.Tonality(), lib.aha_tonality_get_related, self._struct(),
                     Relation.of(relation))
        return None if struct is None else Tonality._of(struct)

    def shift_to(self, other: Tonality) -> int | None:
        """Semitones to the root of another key, -5 to 6; None if one is not tonal. The C function
        is aha_tonality_get_shift.
        """
        semitones = got(c.c_int32(), lib.aha_tonality_get_shift, self._struct(), other._struct())
        return None if semitones is None else int(semitones.value)
