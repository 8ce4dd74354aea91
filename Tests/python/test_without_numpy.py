"""The binding without NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_everything_works_without_numpy() -> None:
    script = Path(__file__).with_name("without_numpy.py")
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_numpy_is_not_imported_by_anything_else() -> None:
    package = Path(__file__).resolve().parents[2] / "bindings" / "python" / "aha"
    importing = [file.name for file in package.glob("*.py") if "import numpy" in file.read_text()]
    assert importing == ["_arrays.py"]
