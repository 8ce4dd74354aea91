"""The OAuth server, tested with Authlib's client and with the standard library."""

from __future__ import annotations

import http.client
import json
import secrets
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from aha_testing.answers import Reply
from aha_testing.server import StubServer
from authlib.common.encoding import to_bytes
from authlib.oauth2.rfc6749.parameters import (
    parse_authorization_code_response, prepare_grant_uri, prepare_token_request,
)
from authlib.oauth2.rfc7009 import prepare_revoke_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from conftest import Program

SECRET = {"client_id": "confidential", "client_secret": "confidential-secret"}
Answer = tuple[int, Any, Message]


class App:
    """An application registered with the server."""

    def __init__(self, program: Program) -> None:
        self.program, self.url = program, program.url
        self.context = ssl.create_default_context(cafile=program.said["ca"])
        self.verifier, self.state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
        self.redirect: str | None = None

    def send(self, method: str, path: str, body: str | bytes | None = None,
             headers: dict[str, str] | None = None) -> Answer:
        asked = urllib.request.Request(self.url + path, None if body is None else to_bytes(body),
                                       headers or {}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=10, context=self.context) as reply:
                return reply.status, _json(reply.read()), reply.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _json(error.read()), error.headers

    def authorization_url(self, client_id: str = "native", **more: str | None) -> str:
        said = {"code_challenge": create_s256_code_challenge(self.verifier),
                "code_challenge_method": "S256", "redirect_uri": self.redirect, **more}
        url: str = prepare_grant_uri(self.url + "/authorize", client_id, "code", state=self.state,
                                     **{name: said[name] for name in said if said[name]})
        return url

    def code(self, **more: str | None) -> str:
        """Signs in as a browser and returns the code of the redirect."""
        end = self.program.do("browse", url=self.authorization_url(**more))
        answer = parse_authorization_code_response(end["url"], state=self.state)
        return str(answer["code"])

    def token(self, grant: str, **more: str | None) -> Answer:
        said = {name: value for name, value in more.items() if value is not None}
        body = prepare_token_request(grant, **said)
        return self.send("POST", "/token", body,
                         {"Content-Type": "application/x-www-form-urlencoded"})

    def exchange(self, code: str, **more: str | None) -> Answer:
        return self.token("authorization_code", **{
            "code": code, "client_id": "native", "code_verifier": self.verifier,
            "redirect_uri": self.redirect, **more})

    def refresh(self, refresh_token: str, **more: str) -> Answer:
        return self.token("refresh_token", refresh_token=refresh_token,
                          **{"client_id": "native", **more})

    def signed_in(self) -> dict[str, Any]:
        status, token, _ = self.exchange(self.code())
        assert status == 200, token
        return dict(token)

    def me(self, token: str, style: str = "Bearer") -> Answer:
        headers = {style: token} if "-" in style else {"Authorization": f"{style} {token}"}
        return self.send("GET", "/me", headers=headers)

    def statistics(self) -> dict[str, Any]:
        return self.program.do("statistics")


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data


@pytest.fixture
def app(program: Program) -> Iterator[App]:
    """A native application, with its listener on a free loopback port."""
    made = App(program)
    with StubServer() as listener:
        listener.on("GET", "/callback", Reply(body="You can close this page."))
        made.redirect = listener.url + "/callback"
        yield made


# Grants

def test_authorization_code(app: App) -> None:
    status, token, headers = app.exchange(app.code(scope="a b"))
    assert status == 200 and headers["Cache-Control"] == "no-store"
    assert token["token_type"] == "Bearer" and token["expires_in"] == 3600
    assert token["scope"] == "a b" and token["refresh_token"]
    assert app.me(token["access_token"])[:2] == (
        200, {"username": "alice", "client": "native", "scope": "a b"})
    assert app.statistics()["paths"] == {"/authorize": 1, "/token": 1, "/me": 1}


def test_a_code_is_good_once_and_a_second_use_ends_the_sign_in(app: App) -> None:
    code = app.code()
    _, token, _ = app.exchange(code)
    status, answer, _ = app.exchange(code)
    assert (status, answer["error"]) == (400, "invalid_grant")
    assert app.me(token["access_token"])[0] == 401 and app.statistics()["code_reuses"] == 1


@pytest.mark.parametrize("change, error", [
    ({"code_verifier": "x" * 43}, "invalid_grant"), ({"code_verifier": None}, "invalid_request"),
    ({"code_verifier": "short"}, "invalid_request"), ({"code": "another"}, "invalid_grant"),
    ({"redirect_uri": "http://127.0.0.1:1/callback"}, "invalid_grant"),
    ({"redirect_uri": None}, "invalid_grant"), ({"client_id": "nobody"}, "invalid_client"),
    (SECRET, "invalid_grant"), ({"client_secret": "guess"}, "invalid_client"),
])
def test_bad_exchanges(app: App, change: dict[str, str | None], error: str) -> None:
    status, answer, _ = app.exchange(**{"code": app.code(), **change})  # type: ignore[arg-type]
    assert status in (400, 401) and answer["error"] == error
    assert app.statistics()["tokens_issued"] == 0


@pytest.mark.parametrize("change", [
    {"code_challenge": None}, {"code_challenge_method": None},
    {"code_challenge_method": "plain"}, {"code_challenge": "x" * 42},
])
def test_pkce_is_wanted_at_once(app: App, change: dict[str, str | None]) -> None:
    end = app.program.do("browse", url=app.authorization_url(**change))
    answer = dict(parse_qsl(urlsplit(end["url"]).query))
    assert answer["error"] == "invalid_request" and answer["state"] == app.state


@pytest.mark.parametrize("uri", [
    "http://127.0.0.1:{port}/other", "http://localhost:{port}/callback",
    "http://127.0.0.1:{port}/callback?x=1", "https://127.0.0.1:{port}/callback",
    "http://a@127.0.0.1:{port}/callback", "http://127.0.0.1.example/callback",
])
def test_redirect_uris_are_exact(app: App, uri: str) -> None:
    redirect = uri.format(port=urlsplit(app.redirect or "").port)
    end = app.program.do("browse", url=app.authorization_url(redirect_uri=redirect))
    assert end["status"] == 400 and end["url"].startswith(app.url + "/authorize")


def test_only_where_it_is_registered_may_the_port_differ(app: App) -> None:
    end = app.program.do("browse", url=app.authorization_url("confidential"))
    assert end["status"] == 400


def test_a_code_to_paste(app: App) -> None:
    app.redirect = None
    end = app.program.do("browse", url=app.authorization_url())
    assert app.exchange(end["text"])[0] == 200


def test_denied(app: App) -> None:
    app.program.do("settings", deny=True)
    end = app.program.do("browse", url=app.authorization_url())
    answer = dict(parse_qsl(urlsplit(end["url"]).query))
    assert (answer["error"], answer["state"]) == ("access_denied", app.state)


def test_password_and_client_credentials(app: App) -> None:
    status, token, _ = app.token("password", username="bob", password="builder", **SECRET)
    assert status == 200 and app.me(token["access_token"])[1]["username"] == "bob"
    assert app.refresh(token["refresh_token"], **SECRET)[0] == 200
    assert app.token("password", username="bob", password="", **SECRET)[0] == 400
    status, token, _ = app.token("client_credentials", **SECRET)
    assert status == 200 and "refresh_token" not in token
    assert app.me(token["access_token"])[1]["username"] is None
    for grant in ("client_credentials", "password"):  # not for public clients
        answer = app.token(grant, username="bob", password="builder", client_id="native")[1]
        assert answer["error"] == "unauthorized_client"


def test_the_implicit_style(app: App) -> None:
    url = app.url + "/account/login?response_type=token&client_id=allihoopa&state=s1"
    end = app.program.do("browse", url=url)["url"]
    assert end.startswith("ah-allihoopa://authorize?access_token=") and end.endswith("&state=s1")
    token = dict(parse_qsl(urlsplit(end).query))["access_token"]
    assert app.me(token, "PH-Access-Token")[0] == 200
    query = {"query": "{me{profileUrl}}", "variables": {}}
    for value, known in ((token, True), ("another", False)):
        answer = app.send("POST", "/v1/graphql", json.dumps(query), {"PH-Access-Token": value})[1]
        assert bool(answer["data"]["me"]) is known
    assert app.program.do("browse", url=url.replace("allihoopa", "native"))["status"] == 400


# Tokens

def test_refresh_tokens_are_good_once(app: App) -> None:
    first = app.signed_in()
    status, second, _ = app.refresh(first["refresh_token"])
    assert status == 200 and second["refresh_token"] != first["refresh_token"]
    assert app.me(second["access_token"])[0] == 200
    status, answer, _ = app.refresh(first["refresh_token"])
    assert (status, answer["error"]) == (400, "invalid_grant")
    assert app.refresh(second["refresh_token"])[0] == 200  # the sign-in's tokens are still valid
    counted = app.statistics()
    assert (counted["refreshes"], counted["reuses"], counted["tokens_issued"]) == (2, 1, 3)


def test_refresh_tokens_that_stay(app: App) -> None:
    app.program.do("settings", rotate=False)
    token = app.signed_in()
    for _ in range(2):
        status, answer, _ = app.refresh(token["refresh_token"])
        assert status == 200 and "refresh_token" not in answer


def test_of_many_refreshes_at_once_one_succeeds(app: App) -> None:
    token = app.signed_in()
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda: statuses.append(
        app.refresh(token["refresh_token"])[0])) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(statuses) == [200] + [400] * 15 and app.statistics()["reuses"] == 15


def test_expiry(app: App) -> None:
    token = app.signed_in()
    app.program.do("expire")
    status, _, headers = app.me(token["access_token"])
    assert status == 401 and 'error="invalid_token"' in headers["WWW-Authenticate"]
    assert app.program.do("token", token=token["access_token"])["state"] == "expired"


def test_signing_out(app: App) -> None:
    """RFC 7009, SoundCloud's and Dropbox's revocation: all end the refresh token too."""
    def revoke(token: dict[str, Any]) -> int:
        body, headers = prepare_revoke_token_request(token["refresh_token"])
        return app.send("POST", "/revoke", body + "&client_id=native", headers)[0]

    def sign_out(token: dict[str, Any]) -> int:
        body = json.dumps({"access_token": token["access_token"]})
        return app.send("POST", "/sign-out", body, {"Content-Type": "application/json"})[0]

    def dropbox(token: dict[str, Any]) -> int:
        return app.send("POST", "/2/auth/token/revoke",
                        headers={"Authorization": "Bearer " + token["access_token"]})[0]

    for way in (revoke, sign_out, dropbox):
        token = app.signed_in()
        assert way(token) == 200
        assert app.me(token["access_token"])[0] == 401
        assert app.refresh(token["refresh_token"])[0] == 400
        assert app.program.do("token", token=token["refresh_token"])["state"] == "revoked"
    assert app.statistics()["revocations"] == 3


# Faults

def test_a_lost_reply_has_spent_its_token(app: App) -> None:
    token = app.signed_in()
    app.program.do("fault", path="/token", reply={"fault": "Reset"})
    with pytest.raises((OSError, http.client.HTTPException)):
        app.refresh(token["refresh_token"])
    assert app.program.do("token", token=token["refresh_token"])["state"] == "spent"
    assert app.refresh(token["refresh_token"])[0] == 400


def test_a_fault_without_a_reply_comes_instead(app: App) -> None:
    token = app.signed_in()
    app.program.do("fault", path="/token", count=2, reply={"fault": "HtmlError", "status": 503})
    app.program.do("fault", path="/token", reply={"fault": "Delay", "seconds": 0.05})
    assert [app.refresh(token["refresh_token"])[0] for _ in range(3)] == [503, 503, 200]


# The service

def test_styles_of_tokens(app: App) -> None:
    token = app.signed_in()["access_token"]
    for style in ("Bearer", "OAuth", "PH-Access-Token"):
        assert app.me(token, style)[0] == 200
        assert app.statistics()["style_" + style] == 1
    assert app.me(token, "Basic")[0] == 401
    status, _, headers = app.send("GET", "/me")
    assert status == 401 and "error" not in headers["WWW-Authenticate"]


def test_uploads(app: App) -> None:
    def upload(token: str, name: str = "track[asset_data]") -> Answer:
        body = (b'--b\r\nContent-Disposition: form-data; name="track[title]"\r\n\r\n\xc3\xa9\r\n'
                b'--b\r\nContent-Disposition: form-data; name="%s"; filename="a.wav"\r\n\r\n'
                b"RIFF\r\n--b--\r\n" % name.encode())
        return app.send("POST", "/tracks", body, {
            "Authorization": "OAuth " + token, "Content-Type": "multipart/form-data; boundary=b"})

    token = app.signed_in()["access_token"]
    status, track, _ = upload(token)
    assert (status, track["title"], track["size"], track["filename"]) == (201, "é", 4, "a.wav")
    assert upload(token, "track[other]")[0] == 422
    of_app = app.token("client_credentials", **SECRET)[1]["access_token"]
    assert upload(of_app)[:2] == (401, b"")


def test_resources(app: App) -> None:
    bearer = {"Authorization": "Bearer " + app.signed_in()["access_token"]}
    status, said, _ = app.send("PUT", "/echo?a=1", "body", {**bearer, "X-Own": "2"})
    assert (status, said["method"], said["query"], said["text"]) == (200, "PUT", {"a": "1"}, "body")
    assert bearer["Authorization"] not in json.dumps(said) and ["X-Own", "2"] in said["headers"]
    _, audio, _ = app.send("GET", "/audio", headers=bearer)
    assert audio[:4] == b"RIFF" and len(audio) == 44 + 4 * 441000
    status, part, headers = app.send("GET", "/audio", headers={**bearer, "Range": "bytes=40-99"})
    assert (status, part) == (206, audio[40:100])
    assert headers["Content-Range"] == f"bytes 40-99/{len(audio)}"
    assert app.send("GET", "/audio", headers={"Range": "bytes=40-99"})[0] == 401


def test_clients_can_be_added(app: App) -> None:
    app.program.do("client", client_id="mine", redirect_uris=["myapp://done"])
    url = app.authorization_url("mine", redirect_uri="myapp://done")
    end = app.program.do("browse", url=url)["url"]
    assert end.startswith("myapp://done?code=")
    code = dict(parse_qsl(urlsplit(end).query))["code"]
    assert app.exchange(code, client_id="mine", redirect_uri="myapp://done")[0] == 200
