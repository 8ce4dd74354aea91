"""Where the library is looked for."""

from __future__ import annotations

import os

#: The ABI that this binding speaks. The library is never looked for by an unversioned name.
SONAME = "libaha.so.0"


def library_name() -> str:
    """The library to load: AHA_LIBRARY, one beside this package, or the system's."""
    beside = os.path.join(os.path.dirname(__file__), SONAME)
    return os.environ.get("AHA_LIBRARY") or (beside if os.path.exists(beside) else SONAME)
