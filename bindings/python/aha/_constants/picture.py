"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: The sides of a cover.
COVER_PIXELS = 640
#: Black, where 0 is a default.
COLOR_BLACK = 16777216


class ImageFormat(Named):
    """What a file with a picture is."""

    PNG = 1
    JPEG = 2
