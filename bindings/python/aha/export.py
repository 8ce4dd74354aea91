"""Exports: what people took home from allihoopa.com when it closed."""

from __future__ import annotations

import json
import os
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from ._abi import lib
from ._arguments import Path, encoded_path
from ._handle import Handle, copied_text, made
from ._names import Named
from .piece import Piece


class ExportText(Named):
    """What there is to copy of an exported piece."""

    ID = 0
    AUDIO = 1
    COVER = 2
    ATTACHMENT = 3
    ROW = 4


class ExportedPiece(NamedTuple):
    """A piece of an export, and its files."""

    id: str
    piece: Piece
    #: Mostly MP4 with AAC, which libaha does not decode.
    audio: FilePath | None
    cover: FilePath | None
    attachment: FilePath | None


class Export(Handle):
    """An unpacked export: ``for id, piece, audio, cover, attachment in aha.Export(folder).pieces``.
    """

    _noun = "export"

    def __init__(self, folder: Path) -> None:
        """Reads the list, and looks for the files. Blocks. The C function is aha_export_open.
        Errors: NotFoundError, DamagedError, UnknownFormatError, LimitError.
        """
        super().__init__(made(lib.aha_export_open, encoded_path(folder)), lib.aha_export_release)

    def __len__(self) -> int:
        """The C function is aha_export_count."""
        return int(lib.aha_export_count(self._handle))

    @property
    def pieces(self) -> list[ExportedPiece]:
        """All of them, in the order of the list. The C functions are aha_export_get_piece and
        aha_export_copy_text.
        """
        return [self._piece(index) for index in range(len(self))]

    def _piece(self, index: int) -> ExportedPiece:
        piece = Piece(_made=made(lib.aha_export_get_piece, self._handle, index))
        files = [self._file(index, text)
                 for text in (ExportText.AUDIO, ExportText.COVER, ExportText.ATTACHMENT)]
        return ExportedPiece(self._text(index, ExportText.ID).decode(), piece, *files)

    def _text(self, index: int, text: ExportText) -> bytes:
        return copied_text(lib.aha_export_copy_text, self._handle, index, text)

    def _file(self, index: int, text: ExportText) -> FilePath | None:
        found = self._text(index, text)
        return FilePath(os.fsdecode(found)) if found else None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What the list says of each piece. The C function is aha_export_copy_text."""
        return [json.loads(self._text(index, ExportText.ROW)) for index in range(len(self))]

    @property
    def remarks(self) -> list[str]:
        """What was wrong. The C functions are aha_export_remark_count and
        aha_export_copy_remark.
        """
        return [copied_text(lib.aha_export_copy_remark, self._handle, index).decode()
                for index in range(lib.aha_export_remark_count(self._handle))]

    def _shown(self) -> dict[str, Any]:
        return {"pieces": len(self)}
