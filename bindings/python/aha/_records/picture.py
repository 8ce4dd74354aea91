"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.picture import ImageFormat


class CoverInfo(NamedTuple):
    """Properties of a host's own cover."""

    format: ImageFormat
    #: Pixels, as in the file.
    width: int
    height: int
    #: True: its copy is a PNG of its own, cropped and scaled.
    scaled: bool

    @classmethod
    def _of(cls, struct: Any) -> CoverInfo:
        return cls(ImageFormat(struct.format), struct.width, struct.height, bool(struct.scaled))
