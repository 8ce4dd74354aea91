"""Type checkers understand the package: mypy --strict passes on it and on user code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from conftest import PACKAGE, REPOSITORY


def checked(cache: Path, *arguments: str | Path) -> str:
    """Errors that mypy reports. Without PYTHONPATH, where mypy would look too."""
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}",
                           *arguments], capture_output=True, text=True, cwd=REPOSITORY,
                          env={**os.environ, "PYTHONPATH": ""})
    return done.stdout + done.stderr


def test_the_packages_pass_mypy_strict(tmp_path: Path) -> None:
    for package in (PACKAGE / "aha", REPOSITORY / "bindings" / "python-testing"):
        assert checked(tmp_path, package).startswith("Success:")


def test_a_users_script_passes_mypy_strict_with_the_installed_package(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv")
    site, = tmp_path.glob("venv/lib/python*/site-packages")
    shutil.copytree(PACKAGE / "aha", site / "aha")
    found = checked(tmp_path, f"--python-executable={tmp_path / 'venv' / 'bin' / 'python'}",
                    Path(__file__).with_name("typed_script.py"))
    assert found.startswith("Success:"), found
