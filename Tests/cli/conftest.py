"""Shared by the tests of the command: the program, its environment, servers and a few sounds."""

import contextlib
import functools
import os
from pathlib import Path

import pytest

from servers import Server
from signing import PATHS
from support import TONE, Aha, write_wav


@pytest.fixture(scope="session")
def prefix():
    """The installed tree under test."""
    return Path(os.environ["AHA_PREFIX"])


@pytest.fixture(scope="session")
def environment(prefix, tmp_path_factory):
    """Environment in which the program finds its library but not the user's catalogue,
    destinations, accounts and keys."""
    library = next(prefix.glob("lib/**/libaha.so"))
    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("AWS_", "AHA_"))}
    return {**plain, "LD_LIBRARY_PATH": str(library.parent),
            **folders_of(tmp_path_factory.mktemp("user"))}


def folders_of(user):
    """The folders of a user's files."""
    return {f"XDG_{name.upper()}_HOME": str(user / name) for name in ("config", "data", "state")}


@pytest.fixture
def user(tmp_path_factory):
    """Holds the folders of the test's user: config, data and state."""
    return tmp_path_factory.mktemp("user")


@pytest.fixture
def aha(prefix, environment, tmp_path, user):
    """Runs the program in an empty directory, as a new user."""
    aha = Aha(prefix / "bin" / "aha", {**environment, **folders_of(user)}, tmp_path)
    yield aha
    aha.end_all()


@pytest.fixture(scope="session")
def servers():
    """Returns a program of Tests/servers, which is started once."""
    with contextlib.ExitStack() as stack:
        yield functools.cache(
            lambda name, *options: stack.enter_context(Server(f"{name}_server.py", *options)))


@pytest.fixture
def s3(servers):
    """An S3 server, as new."""
    servers("s3").do("reset")
    return servers("s3")


@pytest.fixture
def cloud(servers):
    """A WebDAV server of Nextcloud's kind, as new."""
    server = servers("webdav", "--kind", "nextcloud")
    server.do("reset")
    return server


@pytest.fixture(params=list(PATHS))
def service(request, servers):
    """The name of a service with sign-in, and its server."""
    return request.param, servers(request.param)


@pytest.fixture
def pieces(aha):
    """A folder for drops."""
    folder = aha.directory / "pieces"
    folder.mkdir()
    return folder


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
