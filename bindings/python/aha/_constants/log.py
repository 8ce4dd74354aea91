"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class LogLevel(Named):
    """The severity of a line."""

    NONE = 0
    ERROR = 1
    WARNING = 2
    INFO = 3
    DEBUG = 4
