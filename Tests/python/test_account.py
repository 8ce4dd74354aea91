"""Accounts against a real OAuth 2.1 server over TLS: every grant, every event, every store."""

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


def test_a_browser_signs_in(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider())
    assert not account.signed_in and account.url == "" and account.name == "default"
    job = account.sign_in()
    assert query_of(job.wait_for_url())["redirect_uri"] == account.redirect_url
    assert oauth.do("browse", url=account.url)["status"] == 200
    assert job.wait(10) and account.signed_in
    told = [one for one in client.events_now() if one.kind != EventKind.JOB_FINISHED]
    assert [one.kind for one in told] == [EventKind.ACCOUNT_URL_PREPARED,
                                          EventKind.ACCOUNT_SIGNED_IN]
    assert told[1].source is account and told[1].line == "oauth2"
    assert told[1].value == aha.StoreKind.FILE == account.store
    assert me(account)["username"] == "alice" and account.scopes == "tracks"


def test_a_pasted_code_signs_in(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider())
    job = account.sign_in(listen=False)
    location = oauth.approve(job.wait_for_url())
    account.enter_code(query_of(location)["code"])
    assert job.wait(10) and me(account)["username"] == "alice"


def test_a_url_passed_by_the_host_signs_in(oauth: OAuthServer, client: aha.Client) -> None:
    oauth.do("client", client_id="app", redirect_uris=["myapp://signed-in"])
    account = client.account(oauth.provider(client_id="app", redirect_url="myapp://signed-in"))
    job = account.sign_in()
    location = oauth.approve(job.wait_for_url())
    assert not client.handle_url("myapp://elsewhere?code=1")
    with pytest.raises(aha.RefusedError):
        client.handle_url("myapp://signed-in?code=1&state=not-that-one")
    assert client.handle_url(location)
    assert job.wait(10) and account.signed_in


def test_a_sign_in_that_ends_names_the_answers_of_another_one(oauth: OAuthServer,
                                                              client: aha.Client) -> None:
    account = client.account(oauth.provider(client_id="app", redirect_url="myapp://signed-in"))
    job = account.sign_in(timeout=0.5)
    job.wait_for_url()
    with pytest.raises(aha.RefusedError):
        client.handle_url("myapp://signed-in?code=1&state=not-that-one")
    with pytest.raises(aha.Error, match="but 1 of another one: the state differs. Sign in again"):
        job.wait(10)


def test_a_password_signs_in_and_a_wrong_one_is_refused(oauth: OAuthServer,
                                                        client: aha.Client) -> None:
    account = client.account(oauth.confidential(grants=aha.Grant.PASSWORD))
    with pytest.raises(aha.RefusedError):
        account.sign_in(user="alice", password="wrong").wait(10)
    account.sign_in(user="alice", password="wonderland").wait(10)
    assert me(account)["username"] == "alice"
    assert kinds(client)[:2] == [EventKind.ACCOUNT_FAILED, EventKind.ACCOUNT_SIGNED_IN]


def test_an_application_signs_in_without_a_person(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.confidential(grants=aha.Grant.CLIENT, use_basic=True))
    account.sign_in().wait(10)
    assert me(account) == {"username": None, "client": "confidential", "scope": "tracks"}


def test_a_client_secret_is_read_from_its_file(oauth: OAuthServer, client: aha.Client,
                                               tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("confidential-secret\n")
    (tmp_path / "secret").chmod(0o600)
    provider = oauth.confidential(grants=aha.Grant.CLIENT, client_secret=None,
                                  secret_file=tmp_path / "secret")
    account = client.account(provider)
    account.sign_in().wait(10)
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

    asyncio.run(asyncio.wait_for(work(), 20))


# Failures


def test_a_grant_that_the_provider_lacks_is_refused(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider(grants=aha.Grant.CODE))
    with pytest.raises(aha.UnsupportedError):
        account.sign_in(aha.Grant.PASSWORD, user="alice", password="wonderland").wait(10)
    job = account.sign_in(aha.Grant.CODE, listen=False)
    job.cancel()
    with pytest.raises(aha.CancelledError):
        job.wait(10)
    with pytest.raises(aha.StateError):
        account.enter_code("nothing waits once it was cancelled")


@pytest.mark.parametrize("more", [
    {"token_url": "http://elsewhere.example/token"}, {"authorization_url": "ftp://x/"},
    {"api_url": "javascript:1"}, {"client_id": ""}, {"redirect_url": "http://evil.example/"},
    {"token_url": "https://u:p@x.example/"}, {"scopes": "a\nb"}, {"token_header": "a b"},
])
def test_wrong_urls_and_headers_of_a_provider_are_refused(oauth: OAuthServer, client: aha.Client,
                                                          more: dict[str, Any]) -> None:
    with pytest.raises(aha.Error):
        client.account(oauth.provider(**more)).sign_in(listen=False).wait_for_url(0)


@pytest.mark.parametrize("more", [
    {"grants": aha.Grant.CLIENT, "client_secret": ""}, {"grants": aha.Grant.PASSWORD}])
def test_empty_credentials_are_missing(oauth: OAuthServer, client: aha.Client,
                                       more: dict[str, Any]) -> None:
    account = client.account(oauth.provider(**more))
    with pytest.raises(aha.InvalidArgumentError):
        account.sign_in(user="alice", password="").wait(10)


def test_an_empty_key_is_missing(oauth: OAuthServer, tmp_path: Path) -> None:
    with aha.Client("tests", api_key="", state_folder=tmp_path / "state") as client:
        with pytest.raises(aha.StateError, match="no api_key"):
            client.account("allihoopa")


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
    for wrong in ("", "http", "a b", "a\nb"):
        with pytest.raises(aha.InvalidArgumentError):
            client.register_scheme("/bin/true", scheme=wrong)
    for wrong in ("", "a\nExec=b"):
        with pytest.raises(aha.InvalidArgumentError):
            client.register_scheme(wrong)


def test_an_unknown_provider_is_refused(client: aha.Client) -> None:
    with pytest.raises(aha.Error):
        client.account("myspace")
    with pytest.raises(aha.InvalidArgumentError):  # the client id is missing
        client.account(aha.Provider("oauth2", authorization_url="https://x.example/",
                                    token_url="https://x.example/"))


# Tokens


def test_accounts_of_a_provider_have_names(oauth: OAuthServer, account: aha.Account) -> None:
    client = account.client
    second = client.account(oauth.provider(), name="second")
    assert not second.signed_in
    oauth.sign_in(second)
    assert sorted(client.accounts) == [("oauth2", "default"), ("oauth2", "second")]
    assert client.account(oauth.provider()).signed_in


def test_a_token_is_refreshed_and_forgotten(oauth: OAuthServer, account: aha.Account) -> None:
    client = account.client
    before = client.request("GET", "/me", account=account).sign()
    account.refresh().wait(10)
    assert client.request("GET", "/me", account=account).sign() != before
    account.sign_out().wait(10)
    assert not account.signed_in and client.accounts == []
    assert EventKind.ACCOUNT_SIGNED_OUT in kinds(client)


def test_a_ready_token_signs_in(oauth: OAuthServer, account: aha.Account, tmp_path: Path) -> None:
    header = account.client.request("GET", "/me", account=account).sign()
    token = header[1].split()[-1]
    ready = account.client.account(oauth.provider(client_id="mine"), name="ready")
    ready.set_token(token)
    assert ready.signed_in and me(ready)["username"] == "alice"
    (tmp_path / "token").write_text(token + "\n")
    (tmp_path / "token").chmod(0o644)
    with pytest.raises(aha.AccessError):
        ready.set_token(file=tmp_path / "token")
    (tmp_path / "token").chmod(0o600)
    ready.set_token(file=tmp_path / "token")
    for wrong in ({}, {"token": ""}, {"token": "a b"},
                  {"token": token, "file": tmp_path / "token"}):
        with pytest.raises(aha.InvalidArgumentError):
            ready.set_token(**wrong)
    with pytest.raises(aha.UnsupportedError):
        ready.refresh().wait(10)
    assert ready.signed_in


def test_a_refused_token_ends_the_sign_in_for_good(oauth: OAuthServer, client: aha.Client) -> None:
    account = client.account(oauth.provider())
    account.set_token("not-known-to-the-server", lifetime=3600)
    with pytest.raises(aha.NotSignedInError):
        client.request("GET", "/me", account=account).send()
    assert not account.signed_in and client.accounts == []
    [event] = [one for one in client.events_now() if one.kind == EventKind.ACCOUNT_SIGNED_OUT]
    assert event.error is not None and "the server refused its token" in event.line
    assert not client.account(oauth.provider()).signed_in


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
    account.sign_out().wait(10)
    assert store.kept == {}


def test_one_store_is_one_account(oauth: OAuthServer, client: aha.Client) -> None:
    store = Store()
    account, again = (client.account(oauth.provider(), store=store) for _ in range(2))
    oauth.sign_in(account)
    oauth.do("expire")
    requests = [client.request("GET", "/me", account=one) for one in (account, again) * 8]
    for job in [request.start() for request in requests]:
        assert job.wait(20)
    assert oauth.statistics()["refresh_attempts"] == 1
    account.close()
    assert me(again)["username"] == "alice"


def test_a_store_that_fails_ends_the_sign_in(oauth: OAuthServer, client: aha.Client) -> None:
    store = Store()
    store.fails = True
    account = client.account(oauth.provider(), store=store)
    job = account.sign_in()
    with unraisable() as seen:
        oauth.do("browse", url=job.wait_for_url())
        with pytest.raises(aha.Error):
            job.wait(10)
    assert "the safe is shut" in str(seen[0].exc_value) and not account.signed_in


def test_a_memory_store_leaves_no_file(oauth: OAuthServer, client: aha.Client,
                                       tmp_path: Path) -> None:
    account = client.account(oauth.provider(), store="memory")
    oauth.sign_in(account)
    assert account.store == aha.StoreKind.MEMORY and client.accounts == []
    assert not list(tmp_path.rglob("*.json"))
