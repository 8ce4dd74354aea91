"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: Width and height of a cover.
COVER_PIXELS = 640
#: Black, for fields in which 0 means the default.
COLOR_BLACK = 16777216


class ImageFormat(Named):
    """The format of an image file."""

    PNG = 1
    JPEG = 2
