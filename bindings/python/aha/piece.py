"""Pieces: the metadata of finished music, and its manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, encoded_text, known_path, unsigned32
from ._constants.piece import DestinationKind, PieceField
from ._calls.piece import PieceCalls
from ._handle import Handle, copied_text, got, listed, made
from .base import Error, error_of
from .tonality import Tonality

if TYPE_CHECKING:
    from .effects import TunerRoot


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


class PieceProblem(NamedTuple):
    """A problem of a piece."""

    field: PieceField
    #: A PieceError, which names the value.
    error: Error


def _problem(struct: Any) -> PieceProblem:
    error = error_of(struct.code, struct.line.decode("utf-8", "replace"))
    return PieceProblem(PieceField(struct.field), error or Error())


def _unpickled(kind: type[Piece], manifest: str, values: dict[str, Any],
               path: str | None) -> Piece:
    """Only a piece without problems has a manifest, which may have unknown fields."""
    piece = kind.read(manifest) if manifest else kind()
    for name, value in values.items():
        if value != getattr(piece, name):
            setattr(piece, name, value)
    piece._path = path
    return piece


class Piece(PieceCalls, Handle):
    """The metadata of a piece. Any value can be set; ``problems`` lists invalid ones.

    ``Piece(title="Morning", length_us=60_000_000)`` makes one, ``Piece.load(path)`` and
    ``Piece.read(text)`` make one of its manifest. ``tonality`` may be given as text too.
    """

    _noun = "piece"
    _shows = ("title",)

    #: Of the file whose tags it has.
    _path: str | None = None

    def __init__(self, **values: Any) -> None:
        """``values`` are attributes to set. The C function is aha_piece_create."""
        super().__init__(made(lib.aha_piece_create))
        for name, value in values.items():
            if not isinstance(getattr(Piece, name, None), property):
                raise TypeError(f"a piece has no {name!r}")
            setattr(self, name, value)

    @classmethod
    def read(cls, manifest: str | bytes) -> Piece:
        """Reads a manifest. The C function is aha_piece_read. Errors: DamagedError,
        UnknownFormatError, UnsupportedError, LimitError.
        """
        data = manifest.encode() if isinstance(manifest, str) else bytes(manifest)
        return cls._of(made(lib.aha_piece_read, data, len(data)))

    @classmethod
    def load_tags(cls, path: Path) -> Piece:
        """Reads the metadata tags of an audio file, of any program. Blocks. The C
        function is aha_piece_load_tags. Errors: UnknownFormatError, DamagedError.
        """
        piece = cls._of(made(lib.aha_piece_load_tags, encoded_path(path)))
        piece._path = known_path(path)
        return piece

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for base in type(self).__mro__
                  for name, one in vars(base).items()
                  if isinstance(one, property) and one.fset is not None}
        manifest = "" if self.problems else self.manifest
        return _unpickled, (type(self), manifest, values, self._path)

    @property
    def _info(self) -> _structs.PieceInfo:
        return got(_structs.PieceInfo(), lib.aha_piece_get_info, self._handle)

    def _set(self, **values: Any) -> None:
        info = _structs.PieceInfo(**{**self._info.values(), **values})
        lib.aha_piece_set_info(self._handle, info)

    @property
    def length_us(self) -> int:
        """The length; 0 if unknown. The C functions of all numbers are aha_piece_get_info and
        aha_piece_set_info.
        """
        return int(self._info.length_us)

    @length_us.setter
    def length_us(self, length_us: int) -> None:
        self._set(length_us=length_us)

    @property
    def tempo_bpm(self) -> float | None:
        """None without a constant tempo."""
        return float(self._info.tempo_bpm) or None

    @tempo_bpm.setter
    def tempo_bpm(self, tempo_bpm: float | None) -> None:
        self._set(tempo_bpm=tempo_bpm or 0)

    @property
    def loop_us(self) -> tuple[int, int] | None:
        """Begin and end of the loop."""
        loop = int(self._info.loop_begin_us), int(self._info.loop_end_us)
        return loop if any(loop) else None

    @loop_us.setter
    def loop_us(self, loop_us: tuple[int, int] | None) -> None:
        begin, end = loop_us or (0, 0)
        self._set(loop_begin_us=begin, loop_end_us=end)

    @property
    def loop_frames(self) -> tuple[int, int] | None:
        """Begin and end of the loop in frames of the file that the piece was loaded from, at the
        file's rate; None if unknown."""
        loop = int(self._info.loop_begin_frame), int(self._info.loop_end_frame)
        return loop if any(loop) else None

    @property
    def time_signature(self) -> tuple[int, int] | None:
        """As in ``(3, 4)``."""
        signature = int(self._info.beats_per_bar), int(self._info.beat_unit)
        return signature if any(signature) else None

    @time_signature.setter
    def time_signature(self, time_signature: tuple[int, int] | None) -> None:
        upper, lower = time_signature or (0, 0)
        self._set(beats_per_bar=upper, beat_unit=lower)

    @property
    def tonality(self) -> Tonality:
        """The key; may be set to a name."""
        return Tonality._of(self._info.tonality)

    @tonality.setter
    def tonality(self, tonality: Tonality | str) -> None:
        key = Tonality.read(tonality) if isinstance(tonality, str) else tonality
        self._set(tonality=key._struct())

    @property
    def listed(self) -> bool:
        """Whether public lists may contain it."""
        return not self._info.is_unlisted

    @listed.setter
    def listed(self, listed: bool) -> None:
        self._set(is_unlisted=not listed)

    @property
    def attachment_bytes(self) -> int:
        """Length of the attachment; 0 if unknown."""
        return int(self._info.attachment_bytes)

    @attachment_bytes.setter
    def attachment_bytes(self, count: int) -> None:
        self._set(attachment_bytes=count)

    @property
    def based_on(self) -> list[str]:
        """Ids of the pieces that it is based on; URLs may be set too. The C functions are
        aha_piece_based_on_count, aha_piece_copy_based_on, aha_piece_clear_based_on and
        aha_piece_add_based_on. Errors: LimitError.
        """
        count = lib.aha_piece_based_on_count(self._handle)
        return [copied_text(lib.aha_piece_copy_based_on, self._handle, index).decode()
                for index in range(count)]

    @based_on.setter
    def based_on(self, ids: list[str]) -> None:
        encoded = [encoded_text("id", one) for one in ids]
        lib.aha_piece_clear_based_on(self._handle)
        for one in encoded:
            lib.aha_piece_add_based_on(self._handle, one)

    def add_chapter(self, begin_us: int, title: str = "", end_us: int = 0) -> None:
        """Adds a chapter, in the order of time; ``embed`` writes the chapters. ``end_us``: 0 is the
        begin of the next chapter. The C function is aha_piece_add_chapter. Errors:
        InvalidArgumentError, LimitError (1000 chapters).
        """
        text = encoded_text("title", title)[:255].decode("utf-8", "ignore").encode()
        chapter = _structs.PieceChapter(begin_us=begin_us, end_us=end_us, title=text)
        lib.aha_piece_add_chapter(self._handle, chapter)

    def key_change(self, root: int) -> KeyChange | None:
        """The transposition to the root 0 (C) ... 11 (B); None without a key. The C function is
        aha_piece_get_key_change. Errors: PieceError.
        """
        from .effects import TunerRoot

        struct = got(_structs.KeyChange(), lib.aha_piece_get_key_change, self._handle,
                     unsigned32("root", root))
        return None if struct is None else KeyChange(
            struct.semitones, struct.pitch_cents, int(struct.tuner_scale),
            TunerRoot(int(struct.tuner_root)), Tonality._of(struct.tonality))

    @property
    def problems(self) -> list[PieceProblem]:
        """All problems of the piece. The C functions are aha_piece_problem_count and
        aha_piece_problem_get.
        """
        return self._problems(0)

    def refusals(self, kind: DestinationKind | str) -> list[PieceProblem]:
        """The problems, and the values over the limits of a kind of destination. The C functions
        are aha_piece_problem_count and aha_piece_problem_get. Errors: InvalidArgumentError.
        """
        return self._problems(DestinationKind.of(kind))

    def _problems(self, kind: int) -> list[PieceProblem]:
        return [*map(_problem, listed(_structs.PieceProblem, lib.aha_piece_problem_count,
                                      lib.aha_piece_problem_get, self._handle, kind))]

    def _repr_html_(self) -> str | None:
        """For notebooks: the metadata, and a player if they are the tags of a file."""
        from ._notebook import piece_html

        return None if self.closed else piece_html(self)
