"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import encoded_path, encoded_text
from .._constants.piece import PieceText
from .._handle import Handle, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Path


class PieceCalls(Handle):
    """The calls of aha_piece that Python adds nothing to."""

    @property
    def manifest(self) -> str:
        """The manifest. Unknown fields of the manifest that was read are preserved. The C function
        is aha_piece_copy_manifest.
        """
        return text_of(lib.aha_piece_copy_manifest, self._handle)

    def save(self, path: Path) -> None:
        """Writes the manifest to a file, which is replaced whole or not at all. Blocks. The C
        function is aha_piece_save.
        """
        lib.aha_piece_save(self._handle, encoded_path(path))

    def embed(self, path: Path) -> None:
        """Writes the piece into an audio file: its manifest, the tags that other programs show, and
        in WAV, RF64 and M4A the loop. The sound and other tags stay unchanged. The file is replaced
        atomically. ``path``: Of a WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3 or M4A file. Blocks. The C
        function is aha_piece_embed. Errors: UnknownFormatError, DamagedError.
        """
        lib.aha_piece_embed(self._handle, encoded_path(path))

    @property
    def chapter_count(self) -> int:
        """The number of chapters that aha_piece_load_tags found, at most 1000. The module
        libaha-ffmpeg.so reads them: in MP4, M4A, MP3, FLAC, Ogg and its own formats. They are not
        part of the manifest. The C function is aha_piece_chapter_count.
        """
        value: int = lib.aha_piece_chapter_count(self._handle)
        return value

    @property
    def title(self) -> str:
        """1 to 1000 Unicode code points, not only white space. In all texts, controls that reorder
        the text after them (U+202A to U+202E, U+2066 to U+2069) are a problem. The C functions are
        aha_piece_copy_text and aha_piece_set_text.
        """
        return text_of(lib.aha_piece_copy_text, self._handle, PieceText.TITLE)

    @title.setter
    def title(self, value: str) -> None:
        lib.aha_piece_set_text(self._handle, PieceText.TITLE, encoded_text("title", value))

    @property
    def description(self) -> str:
        """At most 10 000 code points. The C functions are aha_piece_copy_text and
        aha_piece_set_text.
        """
        return text_of(lib.aha_piece_copy_text, self._handle, PieceText.DESCRIPTION)

    @description.setter
    def description(self, value: str) -> None:
        lib.aha_piece_set_text(self._handle, PieceText.DESCRIPTION,
                               encoded_text("description", value))

    @property
    def artist(self) -> str:
        """At most 1000 code points. The C functions are aha_piece_copy_text and aha_piece_set_text.
        """
        return text_of(lib.aha_piece_copy_text, self._handle, PieceText.ARTIST)

    @artist.setter
    def artist(self, value: str) -> None:
        lib.aha_piece_set_text(self._handle, PieceText.ARTIST, encoded_text("artist", value))

    @property
    def attachment_type(self) -> str:
        """The MIME type of the attachment: data of the program that made the piece. "" without an
        attachment. The C functions are aha_piece_copy_text and aha_piece_set_text.
        """
        return text_of(lib.aha_piece_copy_text, self._handle, PieceText.ATTACHMENT_TYPE)

    @attachment_type.setter
    def attachment_type(self, value: str) -> None:
        lib.aha_piece_set_text(self._handle, PieceText.ATTACHMENT_TYPE,
                               encoded_text("attachment_type", value))
