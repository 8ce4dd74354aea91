"""Where Python found libaha and the libraries around it: ``python -m aha.doctor``.

A missing library is no failure: only the feature that needs it is unavailable.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from . import Error, components, version_text


def mapped(name: str) -> str:
    """The loaded file whose name starts with ``name``, or ""."""
    with open("/proc/self/maps", encoding=sys.getfilesystemencoding(), errors="replace") as maps:
        paths = [line.rstrip("\n").split(maxsplit=5)[5] for line in maps if "/" in line]
    return next((path for path in paths if os.path.basename(path).startswith(name)), "")


def numpy_found() -> str:
    spec = find_spec("numpy")
    return spec.origin if spec and spec.origin else \
        "missing; samples are memoryviews: pip install numpy"


def main() -> None:
    command = os.path.join(os.path.dirname(__file__), "_aha")
    rows = [("Python", f"{sys.version.split()[0]} in {sys.executable}"),
            ("package", os.path.dirname(__file__)),
            ("libaha", f"{version_text()} in {mapped('libaha.so')}"),
            ("command", command if os.path.exists(command) else "not in this package"),
            ("NumPy", numpy_found()),
            ("libsndfile", mapped("libsndfile"))]
    for one in components():
        try:
            one.load()
            rows.append((one.name, mapped(one.name)))
        except Error:
            folder = ", and set AHA_MODULES to its folder" if "aha" in one.name else ""
            rows.append((one.name, f"missing; for {one.feature}, install the Debian package"
                                   f" {one.package}{folder}"))
    for name, found in rows:
        print(f"{name:24}{found}")


if __name__ == "__main__":
    main()
