"""Containers and encodings, and how a file is to be written."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import unsigned32
from ._names import Named


class Container(Named):
    """What kind of file."""

    AUTO = 0
    WAV = 1
    RF64 = 2
    W64 = 3
    AIFF = 4
    CAF = 5
    FLAC = 6
    OGG = 7
    MP3 = 8

    @property
    def label(self) -> str:
        """For people, as in ``"FLAC"``. The C function is aha_container_name."""
        text: str = lib.aha_container_name(self)
        return text


class Encoding(Named):
    """How the samples are stored."""

    AUTO = 0
    PCM_16 = 1
    PCM_24 = 2
    FLOAT_32 = 3
    VORBIS = 4
    OPUS = 5
    MP3 = 6

    @property
    def label(self) -> str:
        """For people, as in ``"16-bit PCM"``. The C function is aha_encoding_name."""
        text: str = lib.aha_encoding_name(self)
        return text


class Dither(Named):
    """Whether noise is added where the word length shrinks."""

    TPDF = 0
    NONE = 1


def encode_options(container: Container | str, encoding: Encoding | str,
                   sample_rate: int, quality: float,
                   dither: Dither | str) -> _structs.EncodeOptions:
    """The options of a save; what the keywords mean is told at :meth:`Engine.save`."""
    return _structs.EncodeOptions(container=Container.of(container), encoding=Encoding.of(encoding),
                                  sample_rate=unsigned32("sample_rate", sample_rate),
                                  dither=Dither.of(dither), quality=quality)
