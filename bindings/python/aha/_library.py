"""Where the library is looked for."""

from __future__ import annotations

import os
from pathlib import Path

#: The ABI that this binding speaks. The library is never looked for by an unversioned name.
SONAME = "libaha.so.0"


def library_name() -> str:
    """What to load: the file AHA_LIBRARY names, one beside this package, or the system's."""
    beside = Path(__file__).with_name(SONAME)
    return os.environ.get("AHA_LIBRARY") or (str(beside) if beside.exists() else SONAME)
