"""The OAuth 2.1 part of the server: Authlib's grants, with mandatory PKCE, on Flask."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any
from urllib.parse import urlencode

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import InvalidRequestError, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import (
    DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict)

from aha_testing.answers import Reply
from aha_testing.recorded import Request

from oauth_store import USERS, Code, Store, Token

# Authlib refuses plain HTTP. The tests choose whether the server uses TLS.
_BASE_URL = "https://oauth.test"
CODE_LIFETIME = 60
_METHODS = ["none", "client_secret_basic", "client_secret_post"]


class S256Challenge(CodeChallenge):  # type: ignore[misc] # Authlib has no types
    """PKCE as OAuth 2.1 requires it: always, and with S256."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any) -> None:
        said = grant.request.data
        redirect = said.get("redirect_uri")
        if not said.get("code_challenge"):
            raise _refused('Missing "code_challenge"', said.get("state"), redirect)
        if said.get("code_challenge_method") != "S256":
            raise _refused('"code_challenge_method" is not S256', said.get("state"), redirect)
        if len(said["code_challenge"]) != 43:
            raise _refused('"code_challenge" is no SHA-256', said.get("state"), redirect)


def _refused(text: str, state: str | None, redirect: str | None) -> InvalidRequestError:
    return InvalidRequestError(text, state=state, redirect_uri=redirect)


def _code_grant(store: Store) -> type:
    class Grant(grants.AuthorizationCodeGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = _METHODS

        def save_authorization_code(self, code: str, request: Any) -> None:
            store.add_code(Code(
                code, request.client.client_id, request.user, request.redirect_uri, request.scope,
                request.data.get("code_challenge"), request.data.get("code_challenge_method"),
                time.time() + CODE_LIFETIME))

        def query_authorization_code(self, code: str, client: Any) -> Code | None:
            return store.use_code(code, client)

        def delete_authorization_code(self, code: Code) -> None:
            pass  # marked as used when it was found

        def authenticate_user(self, code: Code) -> str:
            return code.user

    return Grant


def _password_grant(store: Store) -> type:
    class Grant(grants.ResourceOwnerPasswordCredentialsGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = _METHODS

        def authenticate_user(self, username: str, password: str) -> str | None:
            known = secrets.compare_digest(USERS.get(username, ""), password)
            return username if known and password else None

    return Grant


def _client_grant(store: Store) -> type:
    class Grant(grants.ClientCredentialsGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = _METHODS

    return Grant


def _refresh_grant(store: Store) -> type:
    class Grant(grants.RefreshTokenGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = _METHODS

        @property
        def INCLUDE_NEW_REFRESH_TOKEN(self) -> bool:  # noqa: N802 # Authlib's name
            return store.settings.rotate

        def authenticate_refresh_token(self, text: str) -> Token | None:
            return store.use_refresh(text, self.request.client)

        def authenticate_user(self, token: Token) -> str | None:
            return token.user

        def revoke_old_credential(self, token: Token) -> None:
            pass  # marked as spent when it was found

    return Grant


def _device_grant(store: Store) -> type:
    class Grant(DeviceCodeGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = _METHODS

        def query_device_credential(self, device_code: str) -> Any:
            return store.devices.get(device_code)

        def query_user_grant(self, user_code: str) -> tuple[str, bool] | None:
            return store.user_codes.get(user_code)

        def should_slow_down(self, credential: Any) -> bool:
            store.count("device_polls")
            store.settings.slow_polls -= 1
            return store.settings.slow_polls >= 0

    return Grant


def _device_codes(store: Store) -> type:
    class Endpoint(DeviceAuthorizationEndpoint):  # type: ignore[misc]
        CLIENT_AUTH_METHODS = _METHODS
        INTERVAL = 1

        def get_verification_uri(self) -> str:
            return store.settings.device_page

        def save_device_credential(self, client_id: str, scope: str | None,
                                   said: dict[str, Any]) -> None:
            store.devices[said["device_code"]] = DeviceCredentialDict(
                client_id=client_id or flask.request.authorization.username, scope=scope,
                expires_at=time.time() + self.EXPIRES_IN, **said)

    return Endpoint


def _revocation(store: Store) -> type:
    class Endpoint(RevocationEndpoint):  # type: ignore[misc]
        CLIENT_AUTH_METHODS = _METHODS

        def query_token(self, text: str, hint: str | None) -> Token | None:
            return store.find(text)

        def revoke_token(self, token: Token, request: Any) -> None:
            store.revoke(token)

    return Endpoint


def _save_token(store: Store, said: dict[str, Any], request: Any) -> None:
    family = getattr(request.credential, "family", None) or secrets.token_hex(8)
    lifetime = store.settings.lifetime
    store.add_token(
        Token(said["access_token"], said.get("refresh_token"), request.client.client_id,
              request.user, said.get("scope", ""), time.time() + lifetime, family),
        request.grant_type)
    said["expires_in"] = lifetime


def make_app(store: Store) -> flask.Flask:
    """/authorize, /token, /revoke and similar routes as a WSGI application."""
    app = flask.Flask("oauth_server")
    app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
    server = AuthorizationServer(
        app, store.client, lambda said, request: _save_token(store, said, request))
    server.register_grant(_code_grant(store), [S256Challenge(required=True)])
    for grant in (_password_grant, _client_grant, _refresh_grant, _device_grant):
        server.register_grant(grant(store))
    server.register_endpoint(_revocation(store))
    server.register_endpoint(_device_codes(store))

    @app.get("/authorize")
    def authorize() -> Any:
        user = None if store.settings.deny else flask.request.args.get("user", "alice")
        return server.create_authorization_response(grant_user=user)

    @app.post("/token")
    def token() -> Any:
        store.count("token_requests")
        return server.create_token_response()

    @app.post("/revoke")
    def revoke() -> Any:
        return server.create_endpoint_response("revocation")

    @app.post("/device_authorization")
    def device_authorization() -> Any:
        return server.create_endpoint_response("device_authorization")

    @app.get("/device")
    def device() -> str:
        code = flask.request.args.get("user_code", "")
        store.user_codes[code] = ("alice", not store.settings.deny)
        return code

    @app.get("/code")
    def code() -> str:
        return flask.request.args.get("code", "")  # shown to the user for copying

    _add_implicit(app, store)
    return app


def answered(app: flask.Flask, request: Request, target: str) -> Reply:
    """The application's reply to a request."""
    reply = app.test_client(use_cookies=False).open(
        target, base_url=_BASE_URL, method=request.method, data=request.body,
        headers=[pair for pair in request.headers if pair[0].lower() != "transfer-encoding"])
    return Reply(reply.status_code, reply.data, headers=[
        (name, value) for name, value in reply.headers if name != "Content-Length"])


def _add_implicit(app: flask.Flask, store: Store) -> None:
    """The Allihoopa protocol's login returns the token itself in the query."""

    @app.get("/account/login")
    def login() -> Any:
        said = flask.request.args
        client = store.client(said.get("client_id"))
        if not client or not client.check_response_type(said.get("response_type", "")):
            return json.dumps({"error": "unauthorized_client"}), 400
        redirect = said.get("redirect_uri", client.redirect_uris[0])
        if not client.check_redirect_uri(redirect):
            return json.dumps({"error": "invalid_request"}), 400
        answer = {"error": "access_denied"} if store.settings.deny else {
            "access_token": _implicit_token(store, client.client_id)}
        if "state" in said:
            answer["state"] = said["state"]
        return flask.Response("", 302, {"Location": redirect + "?" + urlencode(answer)})


def _implicit_token(store: Store, client_id: str) -> str:
    text = secrets.token_urlsafe(32)
    store.add_token(Token(text, None, client_id, "alice", "", time.time() + store.settings.lifetime,
                          secrets.token_hex(8)), "implicit")
    return text
