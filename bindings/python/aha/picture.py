"""Pictures of sounds and pieces: covers, waveforms, spectrograms."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path, optional_path, unsigned32
from ._constants.picture import COLOR_BLACK, COVER_PIXELS as COVER_PIXELS
from ._errors import InvalidArgumentError
from ._handle import got
from ._records.picture import CoverInfo
from .piece import Piece


def draw_cover(piece: Piece, path: Path, *, sound: Path | None = None) -> None:
    """Draws the cover of a piece into a PNG file: from its sound too, if there is one. Blocks.
    The C function is aha_picture_draw_cover.
    """
    lib.aha_picture_draw_cover(piece._handle, optional_path(sound), encoded_path(path))


def check_cover(image: Path) -> CoverInfo:
    """Checks a host's own cover. Blocks. The C function is aha_picture_copy_cover. Errors:
    UnknownFormatError, UnsupportedError (a lossless or 12-bit JPEG, or one to convert without
    libjpeg), DamagedError, FormatLimitError, EmptyError.
    """
    return CoverInfo._of(
        got(_structs.CoverInfo(), lib.aha_picture_copy_cover, encoded_path(image), None))


def copy_cover(image: Path, path: Path) -> CoverInfo:
    """Makes a cover from a host's own picture. Blocks. The C function is aha_picture_copy_cover.
    Errors: as check_cover.
    """
    paths = encoded_path(image), encoded_path(path)
    return CoverInfo._of(got(_structs.CoverInfo(), lib.aha_picture_copy_cover, *paths))


def draw_waveform(sound: Path, path: Path, *, width: int = 0, height: int = 0,
                  foreground: int | None = None, background: int | None = None) -> None:
    """Draws a sound's waveform into a PNG file, 1600 x 400 pixels by default. Colors
    are as 0xRRGGBB. Blocks. The C function is aha_picture_draw_waveform.
    """
    lib.aha_picture_draw_waveform(encoded_path(sound), encoded_path(path),
                          strip_options(width, height, foreground, background))


def draw_spectrogram(sound: Path, path: Path, *, width: int = 0, height: int = 0,
                     foreground: int | None = None, background: int | None = None) -> None:
    """Draws a sound's spectrum over time; the rest is as in draw_waveform. Blocks. The C function
    is aha_picture_draw_spectrogram.
    """
    lib.aha_picture_draw_spectrogram(encoded_path(sound), encoded_path(path),
                             strip_options(width, height, foreground, background))


def strip_options(width: int, height: int, foreground: int | None,
                  background: int | None) -> _structs.StripOptions:
    """Options of a drawing over time, in C's form."""
    return _structs.StripOptions(width=width, height=height,
                                 foreground=_color("foreground", foreground),
                                 background=_color("background", background))


def _color(name: str, color: int | None) -> int:
    if color is None:
        return 0
    if unsigned32(name, color) >= COLOR_BLACK:
        raise InvalidArgumentError(f"{name} {color:#x} is over 0xffffff")
    return color or COLOR_BLACK
