"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.picture import ImageFormat


class CoverInfo(NamedTuple):
    """What a host's own cover was found to be."""

    #: ImageFormat
    format: ImageFormat
    #: As in the file.
    width: int
    height: int
    #: True: it is a PNG of another size, and its copy is cut and scaled.
    scaled: bool

    @classmethod
    def _of(cls, struct: Any) -> CoverInfo:
        return cls(ImageFormat(struct.format), struct.width, struct.height, bool(struct.scaled))
