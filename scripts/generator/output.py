"""Functions shared by the writers."""

from __future__ import annotations

import textwrap

#: Files for tools. Sources that a compiler or an interpreter finds by their folder stand beside
#: those written by hand.
BUILD = "build/generated"
HEAD = "Written by scripts/generate from include/aha; do not edit"
WIDTH = 100


def wrapped(text: str, indent: str = "", more: str = "", width: int = WIDTH) -> str:
    """Wraps text at blanks; all lines but the first also start with `more`."""
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent + more,
                         break_on_hyphens=False, break_long_words=False)
