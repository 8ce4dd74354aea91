"""Containers and encodings, and how a file is to be written."""

from __future__ import annotations

from . import _structs
from ._constants.format import Container as Container, Dither as Dither, Encoding as Encoding


def encode_options(container: Container | str, encoding: Encoding | str,
                   sample_rate: int, quality: float,
                   dither: Dither | str) -> _structs.EncodeOptions:
    """The options of a save; :meth:`Engine.save` documents the keywords."""
    return _structs.EncodeOptions(container=Container.of(container),
                                  encoding=Encoding.of(encoding), sample_rate=sample_rate,
                                  dither=Dither.of(dither), quality=quality)
