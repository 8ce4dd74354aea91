"""The OAuth server's refusals, which a good client never meets."""

from __future__ import annotations

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import requests
from conftest import Program, started

server, program = started("oauth_server.py")
VERIFIER = "a-verifier-of-at-least-forty-three-characters"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=")
# Nothing listens there: a redirect ends the browser's way.
REDIRECT = "http://127.0.0.1:1/callback"
ASKED = {"response_type": "code", "client_id": "native", "redirect_uri": REDIRECT,
         "code_challenge": CHALLENGE.decode(), "code_challenge_method": "S256"}


def answer_of(program: Program, **more: str) -> dict[str, str]:
    """The parameters of the redirect to a native application; empty without a redirect."""
    url = f"{program.url}/authorize?{urlencode({**ASKED, **more})}"
    reply = requests.get(url, verify=program.said["ca"], timeout=10, allow_redirects=False)
    return dict(parse_qsl(urlsplit(reply.headers.get("Location", "")).query))


def token_of(program: Program, grant: str, **more: str) -> tuple[int, Any]:
    said = {"grant_type": grant, "client_id": "native", **more}
    reply = requests.post(program.url + "/token", said, verify=program.said["ca"], timeout=10)
    return reply.status_code, reply.json()


def exchanged(program: Program, code: str, verifier: str = VERIFIER) -> tuple[int, Any]:
    return token_of(program, "authorization_code", code=code, code_verifier=verifier,
                    redirect_uri=REDIRECT)


def status_of(program: Program, token: str) -> int:
    return requests.get(program.url + "/me", headers={"Authorization": "Bearer " + token},
                        verify=program.said["ca"], timeout=10).status_code


@pytest.mark.parametrize("wrong", [
    {"code_challenge": ""}, {"code_challenge_method": "plain"}, {"code_challenge": "short"},
    {"client_id": "unknown"}, {"redirect_uri": "http://127.0.0.1:1/other"}])
def test_a_wrong_request_gets_no_code(program: Program, wrong: dict[str, str]) -> None:
    assert "code" in answer_of(program) and "code" not in answer_of(program, **wrong)


def test_a_code_is_good_once_and_a_second_use_ends_the_sign_in(program: Program) -> None:
    code = answer_of(program)["code"]
    assert exchanged(program, code, "another" + VERIFIER)[0] == 400
    code = answer_of(program)["code"]
    status, token = exchanged(program, code)
    assert status == 200 and status_of(program, token["access_token"]) == 200
    status, refusal = exchanged(program, code)
    assert (status, refusal["error"]) == (400, "invalid_grant")
    assert status_of(program, token["access_token"]) == 401
    assert program.do("statistics")["code_reuses"] == 1


def test_a_refresh_token_is_good_once(program: Program) -> None:
    _, first = exchanged(program, answer_of(program)["code"])
    status, second = token_of(program, "refresh_token", refresh_token=first["refresh_token"])
    assert status == 200 and second["refresh_token"] != first["refresh_token"]
    status, refusal = token_of(program, "refresh_token", refresh_token=first["refresh_token"])
    assert (status, refusal["error"]) == (400, "invalid_grant")
    # The tokens of the sign-in are still valid.
    assert status_of(program, second["access_token"]) == 200
    counted = program.do("statistics")
    assert (counted["refreshes"], counted["reuses"], counted["tokens_issued"]) == (1, 1, 2)


def test_a_revocation_ends_both_tokens(program: Program) -> None:
    _, token = exchanged(program, answer_of(program)["code"])
    said = {"token": token["refresh_token"], "client_id": "native"}
    assert requests.post(program.url + "/revoke", said, verify=program.said["ca"],
                         timeout=10).status_code == 200
    assert status_of(program, token["access_token"]) == 401
    assert token_of(program, "refresh_token", refresh_token=token["refresh_token"])[0] == 400
