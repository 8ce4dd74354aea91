"""Shared by the tests of the command: the program, its environment, and a few sounds."""

import os
from pathlib import Path

import pytest

from support import TONE, Aha, write_wav


@pytest.fixture(scope="session")
def prefix():
    """The installed tree under test."""
    return Path(os.environ["AHA_PREFIX"])


@pytest.fixture(scope="session")
def environment(prefix, tmp_path_factory):
    """Environment in which the program finds its library but not the user's catalogue,
    destinations and accounts."""
    library = next(prefix.glob("lib/**/libaha.so.0"))
    return {**os.environ, "LD_LIBRARY_PATH": str(library.parent),
            "XDG_CONFIG_HOME": str(tmp_path_factory.mktemp("config")),
            "XDG_DATA_HOME": str(tmp_path_factory.mktemp("data")),
            "XDG_STATE_HOME": str(tmp_path_factory.mktemp("state"))}


@pytest.fixture
def aha(prefix, environment, tmp_path):
    """Runs the program in an empty directory."""
    aha = Aha(prefix / "bin" / "aha", environment, tmp_path)
    yield aha
    aha.end_all()


@pytest.fixture(scope="session")
def loops():
    """Real loops of the Debian package lmms-common."""
    files = sorted(Path("/usr/share/lmms/samples/beats").glob("*.ogg"))
    assert len(files) >= 8, "the package lmms-common is not installed"
    return files[:8]


@pytest.fixture
def tone(tmp_path):
    """One second of a constant level in both channels, at 48 kHz, silent at its very end."""
    return write_wav(tmp_path / "tone.wav", TONE)


@pytest.fixture
def flat(tmp_path):
    """As tone, but loud to the end: it loops without a seam, and needs a fade after its end."""
    return write_wav(tmp_path / "flat.wav", [(8192, 8192)] * 48000)


@pytest.fixture
def other_tone(tmp_path):
    """Half a second of another level."""
    return write_wav(tmp_path / "other.wav", [(4096, 4096)] * 23999 + [(0, 0)])


def pytest_configure():
    """Fails early with a clear message if the tree is not an installed one."""
    program = Path(os.environ.get("AHA_PREFIX", "")) / "bin" / "aha"
    if not program.is_file():
        pytest.exit(f"{program} is missing: give Tests/cli/run an installed prefix", 2)
