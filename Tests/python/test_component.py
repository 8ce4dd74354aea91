"""Libraries that are loaded when they are first needed."""

import os
import subprocess
import sys
import warnings
from pathlib import Path


import aha

LIBRARY = Path(aha._abi.lib._name)


def test_each_component_has_a_package_and_can_be_loaded() -> None:
    found = aha.components()
    assert {"libcurl.so.4", "libsqlite3.so.0"} <= {one.name for one in found}
    for one in found:
        assert one.package.startswith("lib")
        if one.name == "libaha-ffmpeg.so" and not (LIBRARY.parent / "aha" / one.name).exists():
            # Built only where the packages of FFmpeg are.
            warnings.warn("libaha-ffmpeg.so was not built, so it is not loaded", stacklevel=1)
            continue
        one.load()


def report(**variables: str) -> str:
    return subprocess.run([sys.executable, "-m", "aha.doctor"], check=True, capture_output=True,
                          text=True, env={**os.environ, **variables}).stdout


def test_doctor_prints_rights_and_settings_without_secrets(tmp_path: Path) -> None:
    told = report(https_proxy="http://annabel:wonderland@proxy.example:3128", HOME=str(tmp_path),
                  http_proxy="annabel:wonderland@proxy.example:3128",
                  XDG_STATE_HOME=f"{tmp_path}/state")
    for name in ("system", "real time", "limits", "keyring", "proxy", "environment"):
        assert f"\n{name:24}" in told, told
    assert "http_proxy=...@proxy.example:3128" in told and "XDG_STATE_HOME=~/state" in told
    assert "wonderland" not in told and "annabel" not in told


def test_doctor_prints_the_file_of_the_library_and_of_each_component() -> None:
    told = report(HOME="")
    rows = dict(line.split(maxsplit=1) for line in told.splitlines())
    assert rows["libaha"].endswith(f" in {os.path.realpath(os.environ['AHA_LIBRARY'])}")
    for one in aha.components():
        assert rows[one.name].startswith("/"), rows[one.name]
