"""Accounts against a real OAuth 2.1 server over TLS: grants, events, stores."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aha
import pytest
from aha import EventKind
from conftest import unraisable
from servers import OAuthServer, kinds, query_of


def me(account: aha.Account) -> Any:
    return account.client.request("GET", "/me", account=account, format="json").send().json()


# Signing in


def test_a_device_signs_in_with_a_code(oauth: OAuthServer, client: aha.Client) -> None:
    oauth.do("settings", device_page=oauth.url + "/device")
    account = client.account(oauth.provider(
        grants=aha.Grant.DEVICE, device_url=oauth.url + "/device_authorization"))
    sign_in = account.sign_in()
    url = sign_in.wait_for_url()
    assert account.user_code and url.endswith(account.user_code)
    oauth.do("browse", url=url)
    sign_in.wait(60)
    assert account.signed_in and account.user_code == ""


def test_a_browser_signs_in(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider())
    assert not account.signed_in and account.url == "" and account.name == "default"
    job = account.sign_in()
    assert query_of(job.wait_for_url())["redirect_uri"] == account.redirect_url
    assert oauth.do("browse", url=account.url)["status"] == 200
    assert job.wait(60) and account.signed_in
    told = [one for one in client.events_now() if one.kind != EventKind.JOB_FINISHED]
    assert [one.kind for one in told] == [EventKind.ACCOUNT_URL_PREPARED,
                                          EventKind.ACCOUNT_SIGNED_IN]
    assert told[1].source is account and told[1].line == "oauth2"
    assert told[1].value == aha.StoreKind.FILE == account.store
    assert me(account)["username"] == "alice" and account.scopes == "tracks"


def test_a_client_secret_is_read_from_its_file(oauth: OAuthServer, client: aha.Client,
                                               tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("confidential-secret\n")
    (tmp_path / "secret").chmod(0o600)
    provider = oauth.confidential(grants=aha.Grant.CLIENT, client_secret=None,
                                  secret_file=tmp_path / "secret")
    account = client.account(provider)
    account.sign_in().wait(60)
    assert account.signed_in and "confidential-secret" not in repr(oauth.confidential())


def test_accounts_and_sign_ins_are_awaited(oauth: OAuthServer, client: aha.Client) -> None:
    async def work() -> None:
        account = await client.account_async(oauth.provider())
        job = account.sign_in()
        url = job.wait_for_url()
        await asyncio.get_running_loop().run_in_executor(
            None, lambda: oauth.do("browse", url=url))
        await job
        reply = await client.request("GET", "/me", account=account)
        assert reply.json()["username"] == "alice"
        await account.refresh()
        await account.sign_out()
        assert not account.signed_in

    asyncio.run(asyncio.wait_for(work(), 60))


# Failures


def test_a_grant_that_the_provider_lacks_is_refused(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider(grants=aha.Grant.CODE))
    with pytest.raises(aha.UnsupportedError):
        account.sign_in(aha.Grant.PASSWORD, user="alice", password="wonderland").wait(60)
    job = account.sign_in(aha.Grant.CODE, listen=False)
    job.cancel()
    with pytest.raises(aha.CancelledError):
        job.wait(60)
    with pytest.raises(aha.StateError):
        account.enter_code("nothing waits once it was cancelled")


def test_a_scheme_is_registered_and_required(oauth: OAuthServer, client: aha.Client,
                                             tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    provider = oauth.provider(redirect_url="mydrums://back", require_scheme=True)
    assert not client.scheme_registered("mydrums") and not client.scheme_registered()
    with pytest.raises(aha.StateError, match="mydrums"):
        client.account(provider)
    client.register_scheme("/bin/true --open", scheme="mydrums")
    assert client.scheme_registered("mydrums") and not client.scheme_registered()
    assert client.account(provider).name == "default"
    client.remove_scheme("mydrums")
    assert not client.scheme_registered("mydrums")
    for command, scheme in (("/bin/true", "a\nb"), ("a\nExec=b", "mydrums")):
        with pytest.raises(aha.InvalidArgumentError):
            client.register_scheme(command, scheme=scheme)


# Tokens


def test_a_token_is_refreshed_and_forgotten(oauth: OAuthServer, account: aha.Account) -> None:
    client = account.client
    before = client.request("GET", "/me", account=account).sign()
    account.refresh().wait(60)
    assert client.request("GET", "/me", account=account).sign() != before
    account.sign_out().wait(60)
    assert not account.signed_in and client.accounts == []
    assert EventKind.ACCOUNT_SIGNED_OUT in kinds(client)


def test_a_ready_token_signs_in(oauth: OAuthServer, account: aha.Account, tmp_path: Path) -> None:
    header = account.client.request("GET", "/me", account=account).sign()
    token = header[1].split()[-1]
    ready = account.client.account(oauth.provider(client_id="mine"), name="ready")
    ready.set_token(token)
    assert ready.signed_in and me(ready)["username"] == "alice"
    (tmp_path / "token").write_text(token + "\n")
    (tmp_path / "token").chmod(0o600)
    ready.set_token(file=tmp_path / "token")
    with pytest.raises(aha.InvalidArgumentError):
        ready.set_token(token, file=tmp_path / "token")


# Stores


class Store(aha.TokenStore):
    """In memory, for two runs."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}
        self.fails = False

    def load(self, provider: str, name: str) -> bytes | None:
        return self.kept.get((provider, name))

    def save(self, provider: str, name: str, token: bytes) -> None:
        if self.fails:
            raise OSError("the safe is shut")
        self.kept[provider, name] = token

    def forget(self, provider: str, name: str) -> None:
        self.kept.pop((provider, name), None)


def test_the_hosts_store_keeps_the_token(oauth: OAuthServer, client: aha.Client,
                                         tmp_path: Path) -> None:
    store = Store()
    account = client.account(oauth.provider(), store=store, name="mine")
    oauth.sign_in(account)
    assert account.store == aha.StoreKind.HOST and list(store.kept) == [("oauth2", "mine")]
    assert not list(tmp_path.rglob("*.json"))
    with aha.Client("tests", ca_file=oauth.ca, state_folder=tmp_path / "state") as other:
        assert me(other.account(oauth.provider(), store=store, name="mine"))["username"] == "alice"
    account.sign_out().wait(60)
    assert store.kept == {}


def test_a_memory_store_leaves_no_file(oauth: OAuthServer, client: aha.Client,
                                       tmp_path: Path) -> None:
    account = client.account(oauth.provider(), store="memory")
    oauth.sign_in(account)
    assert account.store == aha.StoreKind.MEMORY and client.accounts == []
    assert not list(tmp_path.rglob("*.json"))


def test_an_empty_key_is_missing(oauth: OAuthServer, tmp_path: Path) -> None:
    with aha.Client("tests", api_key="", state_folder=tmp_path / "state") as client:
        with pytest.raises(aha.StateError, match="no api_key"):
            client.account("allihoopa")


def test_a_store_that_fails_ends_the_sign_in(oauth: OAuthServer, client: aha.Client) -> None:
    store = Store()
    store.fails = True
    account = client.account(oauth.provider(), store=store)
    job = account.sign_in()
    with unraisable() as seen:
        oauth.do("browse", url=job.wait_for_url())
        with pytest.raises(aha.Error):
            job.wait(60)
    assert "the safe is shut" in str(seen[0].exc_value) and not account.signed_in


def test_accounts_of_a_provider_have_names(oauth: OAuthServer, account: aha.Account) -> None:
    client = account.client
    second = client.account(oauth.provider(), name="second")
    assert not second.signed_in
    oauth.sign_in(second)
    assert sorted(client.accounts) == [("oauth2", "default"), ("oauth2", "second")]
    assert client.account(oauth.provider()).signed_in
