"""Shared by the tests: libaha's location, sounds, and a count of called functions."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import numpy as np
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "bindings" / "python"
PACKAGES = {"aha": PACKAGE, "aha_testing": REPOSITORY / "bindings" / "python-testing"}
BUILT = REPOSITORY / ".build" / "embedded" / "release" / "libaha.so"
LOOPS = Path("/usr/share/lmms/samples")  # Debian package lmms-common

# Uses installed packages and library if the environment names them; else this checkout's.
for name, folder in PACKAGES.items():
    if importlib.util.find_spec(name) is None:
        sys.path.insert(0, str(folder))
        os.environ["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
if "AHA_LIBRARY" not in os.environ and BUILT.exists():
    os.environ["AHA_LIBRARY"] = str(BUILT)
sys.path.insert(0, str(REPOSITORY / "scripts" / "generator"))
if sys.dont_write_bytecode:  # the interpreters that the tests start write none either
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

if not (PACKAGE / "aha" / "_tables.py").exists():  # in a fresh clone
    subprocess.run([REPOSITORY / "scripts" / "generate"], check=True)

import aha  # noqa: E402
from aha import _abi  # noqa: E402
from aha._tables import FUNCTIONS  # noqa: E402
from aha_testing import StubServer  # noqa: E402

if TYPE_CHECKING:
    from servers import OAuthServer

CALLED: set[str] = set()


def _counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        CALLED.add(name)
        return function(*arguments)

    return call


for _name in FUNCTIONS:
    setattr(_abi.lib, _name, _counting(_name, getattr(_abi.lib, _name)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The check of called functions runs last, and only if all tests run."""
    last = [item for item in items if item.name == "test_every_function_was_called"]
    files = {item.path for item in items}
    partial = config.option.keyword or any("::" in argument for argument in config.args)
    if partial or files != set(Path(__file__).parent.glob("test_*.py")):
        config.hook.pytest_deselected(items=last)
        items[:] = [item for item in items if item not in last]
    else:
        items.sort(key=lambda item: item in last)


@pytest.fixture
def engine() -> Iterator[aha.Engine]:
    """An engine without the limiter, whose look-ahead would delay the output."""
    with aha.Engine.offline(sample_rate=44100, limiter=False) as made:
        yield made


@pytest.fixture
def library(tmp_path: Path) -> aha.Library:
    return aha.Library(tmp_path / "songs.library")


@pytest.fixture
def live() -> Iterator[aha.Engine]:
    """An engine that a device can play, without the limiter."""
    with aha.Engine(sample_rate=44100, limiter=False) as made:
        yield made


@pytest.fixture
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[aha.Client]:
    """It trusts the test's OAuth server, if there is one."""
    ca = request.getfixturevalue("oauth").ca if "oauth" in request.fixturenames else None
    with aha.Client("tests", ca_file=ca, state_folder=tmp_path / "state", proxy="") as made:
        yield made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OAuthServer]:
    from servers import OAuthServer

    made = OAuthServer(tmp_path_factory.mktemp("authority"))
    yield made
    made.end()


@pytest.fixture
def oauth(server: OAuthServer) -> OAuthServer:
    """An OAuth 2.1 server over TLS, as new."""
    server.do("reset")
    return server


@pytest.fixture
def account(oauth: OAuthServer, client: aha.Client) -> aha.Account:
    """Signed in; the events until then are read."""
    made = client.account(oauth.provider())
    oauth.sign_in(made)
    client.events_now()
    return made


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own folders."""
    for name in "CONFIG", "STATE":
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A WAV file without repetitions."""
    from places import write_noise

    return write_noise(tmp_path / "mix.wav", 400_000)


def interpreted(script: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A script in an interpreter of its own."""
    return subprocess.run([sys.executable, "-B", *options, "-c", script], capture_output=True,
                          text=True, timeout=120, env={**os.environ, **environment})


def program(name: str, *arguments: object) -> subprocess.Popen[str]:
    """A program of this folder."""
    here = Path(__file__).parent
    paths = os.pathsep.join([str(PACKAGE), str(here), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen([sys.executable, "-B", str(here / name), *map(str, arguments)],
                            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})


def wav(engine: aha.Engine, frames: int = 20000) -> bytes:
    """A WAV file of 16 bits, rendered by an engine."""
    engine.play(engine.sound(sine(frames), engine.sample_rate))
    with aha.Stream.memory() as stream:
        engine.save(stream, frames=frames).wait()
        return stream.getvalue()


@contextmanager
def unraisable() -> Iterator[list[Any]]:
    """Collects errors of sys.unraisablehook inside the block; elsewhere they fail the test."""
    seen: list[Any] = []
    before, sys.unraisablehook = sys.unraisablehook, seen.append
    try:
        yield seen
    finally:
        sys.unraisablehook = before


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("filterwarnings", "error::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="session")
def loops() -> list[Path]:
    """Real loops, required by the tests."""
    found = sorted((LOOPS / "beats").glob("*.ogg"))
    assert len(found) >= 4, f"no loops in {LOOPS}: install the package lmms-common"
    return found


def sine(frames: int = 44100, rate: int = 44100, hz: float = 441.0,
         gain: float = 0.5) -> np.ndarray[Any, Any]:
    """A sine of the shape (frames,)."""
    wave = gain * np.sin(2 * np.pi * hz * np.arange(frames) / rate)
    return wave.astype(np.float32)


def constant(engine: aha.Engine, frames: int, value: float = 0.25) -> aha.Sound:
    """A stereo sound of one value, which shows every change of gain."""
    return engine.sound(np.full((frames, 2), value, np.float32), engine.sample_rate)
