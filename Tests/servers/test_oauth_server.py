"""The OAuth server, tested with Authlib's client and with the standard library."""

from __future__ import annotations

import json
import secrets
import ssl
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

def test_a_code_gives_a_token(app: App) -> None:
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


def test_the_implicit_style_gives_a_token(app: App) -> None:
    url = app.url + "/account/login?response_type=token&client_id=allihoopa&state=s1"
    end = app.program.do("browse", url=url)["url"]
    assert end.startswith("ah-allihoopa://authorize?access_token=") and end.endswith("&state=s1")
    token = dict(parse_qsl(urlsplit(end).query))["access_token"]
    assert app.me(token, "PH-Access-Token")[0] == 200
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


def test_a_revocation_ends_both_tokens(app: App) -> None:
    token = app.signed_in()
    body, headers = prepare_revoke_token_request(token["refresh_token"])
    assert app.send("POST", "/revoke", body + "&client_id=native", headers)[0] == 200
    assert app.me(token["access_token"])[0] == 401
    assert app.refresh(token["refresh_token"])[0] == 400
    assert app.program.do("token", token=token["refresh_token"])["state"] == "revoked"
    assert app.statistics()["revocations"] == 1
