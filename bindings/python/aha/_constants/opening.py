"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class OpeningText(Named):
    """Texts of an opened piece."""

    ID = 0
    #: The public URL.
    URL = 1
    #: ISO 8601, as in "2026-11-22T05:49:43Z".
    CREATED = 2
