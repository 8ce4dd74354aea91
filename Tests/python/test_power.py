"""A power failure at any moment: a call that has returned is on the disk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import aha
import power
import powered
import pytest
from servers import OAuthServer, given


pytestmark = pytest.mark.skipif(not shutil.which("strace"),
                                reason="NOT TESTED: strace is not installed")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The traced folder."""
    for name in ("folder", "outside", "left"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("POWER_OUTSIDE", str(tmp_path / "outside"))
    return tmp_path / "folder"


def require_survival(task: str, folder: Path) -> None:
    read, before = powered.TASKS[task][1], power.loaded(folder)
    first = read(folder)
    trace = power.trace([Path(__file__).with_name("powered.py"), task, folder],
                        folder.with_name("trace"))
    states: list[str] = []
    for disk in power.replay(trace, str(folder), before):
        states = [first, *disk.states]
    assert len(states) > 1
    found: dict[bytes, str] = {}
    for seen, restored in power.cuts(trace, str(folder), before, folder.with_name("left"), seed=1):
        # The last call that has returned, or the one in progress.
        allowed = states[len(seen):len(seen) + 2]
        # Up to 30 cuts leave the same files, which are read once.
        files = power.digest(restored)
        if files not in found:
            found[files] = read(restored)
        assert found[files] in allowed, restored.name
        shutil.rmtree(restored)


@pytest.mark.parametrize("task", [name for name in powered.TASKS if name != "token"])
def test_a_returned_call_survives_a_power_failure(task: str, folder: Path) -> None:
    require_survival(task, folder)


def test_a_refreshed_token_survives_a_power_failure(
        oauth: OAuthServer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with aha.Client("tests", ca_file=oauth.ca, state_folder=folder) as client:
        oauth.sign_in(client.account(oauth.provider()))
    monkeypatch.setenv("POWER_ACCOUNT", json.dumps(
        {"ca": oauth.ca, "provider": given(oauth.provider())}))
    require_survival("token", folder)
