"""The console script of the wheel: runs the bundled command, which finds the bundled library."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.execv(os.path.join(os.path.dirname(__file__), "_aha"), ["aha", *sys.argv[1:]])
