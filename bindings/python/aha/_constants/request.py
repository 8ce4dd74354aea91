"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: Value of retries for no retry, because 0 is the default.
NO_RETRIES = 4294967295


class ReplyFormat(Named):
    """Reply formats for the Accept header."""

    ANY = 0
    JSON = 1
    XML = 2
