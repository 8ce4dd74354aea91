"""Containers and encodings, and how a file is to be written."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import encoded_text
from ._constants.format import Container as Container, Dither as Dither, Encoding as Encoding
from ._errors import InvalidArgumentError
from ._handle import copied_text


def media_type(name: str) -> str:
    """The usual media type of a format's name: an ending of files (``"m4a"``, ``".m4a"``) or a
    media type (``"audio/x-m4a"``), in any case. The C function is aha_format_copy_media_type.
    """
    return copied_text(lib.aha_format_copy_media_type, encoded_text("name", name)).decode()


def format_named(container: Container | str,
                 encoding: Encoding | str) -> tuple[Container, Encoding]:
    """The container and encoding of a format's name: one of ``aha formats`` or of
    :func:`media_type`, or a member of :class:`Container`.
    """
    pair = Encoding.of(encoding)
    if not isinstance(container, str) or container.upper() in Container.__members__:
        return Container.of(container), pair
    try:
        kind = media_type(container)
    except InvalidArgumentError:
        kind = container.lower()
    for one, its in (("opus", Encoding.OPUS), ("alac", Encoding.ALAC)):
        if kind in (one, f"audio/{one}"):
            home = Container.OGG if one == "opus" else Container.M4A
            return home, its if pair == Encoding.AUTO else pair
    for member in (Container.WAV, Container.W64, Container.AIFF, Container.CAF, Container.FLAC,
                   Container.OGG, Container.MP3, Container.M4A):
        if kind == media_type(member.name):
            return member, pair
    return Container.of(container), pair


def encode_options(container: Container | str, encoding: Encoding | str,
                   sample_rate: int, quality: float,
                   dither: Dither | str, channels: int = 0, loudness_lufs: float = 0.0,
                   ceiling_db: float = 0.0, peak_db: float = 0.0, bitrate_kbps: int = 0,
                   vbr: bool = False) -> _structs.EncodeOptions:
    """The options of a save; :meth:`Engine.save` documents the keywords."""
    home, kind = format_named(container, encoding)
    return _structs.EncodeOptions(container=home, encoding=kind, sample_rate=sample_rate,
                                  dither=Dither.of(dither), quality=quality, channels=channels,
                                  loudness_lufs=loudness_lufs, ceiling_db=ceiling_db,
                                  peak_db=peak_db, bitrate_kbps=bitrate_kbps, vbr=bool(vbr))
