"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: The value of retries for none, where 0 is the default.
NO_RETRIES = 4294967295


class ReplyFormat(Named):
    """Formats that a request asks for by Accept."""

    ANY = 0
    JSON = 1
    XML = 2
