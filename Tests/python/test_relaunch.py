"""A URL that the desktop hands to a second process of an application."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import aha
import pytest
from aha import EventKind
from conftest import program
from servers import OAuthServer, given, kinds

REDIRECT = "myapp://signed-in"


@pytest.fixture
def provider(oauth: OAuthServer) -> aha.Provider:
    oauth.do("client", client_id="app", redirect_uris=[REDIRECT])
    return oauth.provider(client_id="app", redirect_url=REDIRECT)


@pytest.fixture
def second(oauth: OAuthServer, tmp_path: Path) -> Iterator[aha.Client]:
    with aha.Client("tests", ca_file=oauth.ca, state_folder=tmp_path / "state") as client:
        yield client


@pytest.fixture
def first(oauth: OAuthServer, provider: aha.Provider, tmp_path: Path) -> subprocess.Popen[str]:
    """A process that begins a sign-in."""
    return program("waiting.py", json.dumps({
        "state": str(tmp_path / "state"), "ca": oauth.ca, "provider": given(provider)}))


def url_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def test_a_redirect_reaches_the_process_that_waits(
        oauth: OAuthServer, provider: aha.Provider, second: aha.Client,
        first: subprocess.Popen[str]) -> None:
    assert second.handle_url(oauth.approve(url_of(first)))
    assert first.stdout and first.stderr
    # Not communicate(): it loses a second line that readline() has put into its buffer.
    assert first.wait(timeout=30) == 0 and first.stderr.read() == ""
    assert [line.split()[0] for line in first.stdout] == [
        "ACCOUNT_URL_PREPARED", "ACCOUNT_SIGNED_IN"]
    [event] = second.events_now()
    assert event.kind == EventKind.URL_PASSED_ON and event.line == REDIRECT
    assert second.account(provider).signed_in


@pytest.mark.parametrize("is_open", [True, False])
def test_the_sign_in_of_a_killed_process_is_finished(
        oauth: OAuthServer, provider: aha.Provider, second: aha.Client, tmp_path: Path,
        first: subprocess.Popen[str], is_open: bool) -> None:
    url = url_of(first)
    first.kill()
    first.communicate(timeout=30)
    location = oauth.approve(url)
    account = second.account(provider) if is_open else None
    assert second.handle_url(location)
    account = account or second.account(provider)
    while EventKind.ACCOUNT_SIGNED_IN not in (seen := kinds(second)):
        assert EventKind.ACCOUNT_FAILED not in seen
    assert account.signed_in and second.handle_url(location)
    assert second.request("GET", "/me", account=account).send().status == 200
    secrets = [file.read_text() for file in (tmp_path / "state/sign-ins").glob("*.json")]
    assert not [one for one in secrets if "verifier" in one]
