"""Chapters and cover of the file whose tags a piece has."""

from __future__ import annotations

import ctypes as c
from typing import NamedTuple

from . import _structs
from ._abi import lib
from ._calls.piece import PieceCalls
from ._handle import Handle, copied, got


class PieceChapter(NamedTuple):
    """A chapter of the file whose tags were read."""

    begin_us: int
    #: 0 if unknown.
    end_us: int
    title: str


class PieceNotes(PieceCalls, Handle):
    """Reads the chapters and the cover of the file."""

    @property
    def chapters(self) -> list[PieceChapter]:
        """Chapters of the file whose tags were read. The C function is aha_piece_chapter_get."""
        found = [got(_structs.PieceChapter(), lib.aha_piece_chapter_get, self._handle, index)
                 for index in range(self.chapter_count)]
        return [PieceChapter(one.begin_us, one.end_us, one.title.decode("utf-8", "replace"))
                for one in found]

    @property
    def cover(self) -> bytes:
        """JPEG or PNG, of that file or set; empty without one. The C function is
        aha_piece_copy_cover."""
        data: bytes = copied(c.c_char, c.c_size_t(), lib.aha_piece_copy_cover, self._handle)
        return data

    @cover.setter
    def cover(self, data: bytes) -> None:
        lib.aha_piece_set_cover(self._handle, data, len(data))
