"""A URL that the desktop hands to a second process of an application."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import aha
import pytest
from aha import EventKind
from conftest import program
from servers import OAuthServer, kinds

REDIRECT = "myapp://signed-in"


@pytest.fixture
def provider(oauth: OAuthServer) -> aha.Provider:
    oauth.do("client", client_id="app", redirect_uris=[REDIRECT])
    return oauth.provider(client_id="app", redirect_url=REDIRECT)


@pytest.fixture
def second(oauth: OAuthServer, tmp_path: Path) -> Iterator[aha.Client]:
    with aha.Client("tests", ca_file=oauth.ca, state_folder=tmp_path / "state") as client:
        yield client


def first(oauth: OAuthServer, provider: aha.Provider, tmp_path: Path,
          waits_for: str) -> tuple[subprocess.Popen[str], str]:
    said: dict[str, Any] = {
        "state": str(tmp_path / "state"), "ca": oauth.ca, "waits_for": waits_for,
        "provider": {name: value for name, value in asdict(provider).items() if value is not None}}
    process = program("waiting.py", json.dumps(said))
    assert process.stdout
    return process, process.stdout.readline().strip()


def lines(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout and process.stderr
    # Not communicate(): it loses a second line that readline() has put into its buffer.
    assert process.wait(timeout=30) == 0 and process.stderr.read() == ""
    return [line.split()[0] for line in process.stdout]


def test_a_redirect_reaches_the_process_that_waits(
        oauth: OAuthServer, provider: aha.Provider, second: aha.Client, tmp_path: Path) -> None:
    process, url = first(oauth, provider, tmp_path, "sign-in")
    assert second.handle_url(oauth.approve(url))
    assert lines(process) == ["ACCOUNT_URL_PREPARED", "ACCOUNT_SIGNED_IN"]
    [event] = second.events_now()
    assert event.kind == EventKind.URL_PASSED_ON and event.line == REDIRECT
    assert second.account(provider).signed_in
    kept = [file.read_text() for file in (tmp_path / "state/sign-ins").glob("*.json")]
    assert not [one for one in kept if "verifier" in one]


def test_a_piece_is_opened_in_the_first_process(
        oauth: OAuthServer, provider: aha.Provider, second: aha.Client, tmp_path: Path) -> None:
    process, line = first(oauth, provider, tmp_path, "pieces")
    assert line == "ready"
    assert second.handle_url("ah-tests://open?uuid=12-34")
    assert lines(process) == ["OPEN_WANTED"]
    assert kinds(second) == [EventKind.URL_PASSED_ON]
    # The second process is the only one from now on.
    assert second.handle_url("ah-tests://open?uuid=56")
    assert kinds(second) == [EventKind.OPEN_WANTED]
