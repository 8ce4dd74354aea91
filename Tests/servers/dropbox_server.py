#!/usr/bin/env python3
"""A Dropbox for tests, following the public documentation of its API v2. See README.md."""

from __future__ import annotations

import argparse
import json
from typing import Any, Callable

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.recorded import Request

from dropbox_files import BadInput, File, RouteError, Tree, summary, tagged
from dropbox_routes import Routes
from dropbox_uploads import Uploads
from service import Service, main
from signin import SAID, SignIn

_ACCOUNT = {"account_id": "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc", "uid": "12345"}
_UPLOADS = {"/2/files/upload": "upload", "/2/files/upload_session/start": "start",
            "/2/files/upload_session/append_v2": "append",
            "/2/files/upload_session/finish": "finish"}
#: Calls with the argument null instead of an object.
_WITHOUT_ARGUMENT = ("/2/users/get_current_account",)
_TYPES = ("application/octet-stream", "text/plain; charset=dropbox-cors-hack")


def _limited(reason: str, retry_after: int) -> dict[str, Any]:
    return {"status": 429, "headers": {"Retry-After": str(retry_after)}, "json": {
        "error_summary": f"{reason}/..", "error": {"reason": tagged(reason),
                                                   "retry_after": retry_after}}}


class DropboxService(Service):
    """api.dropboxapi.com, content.dropboxapi.com and www.dropbox.com in one."""

    presets = {
        "too_many_requests": _limited("too_many_requests", 1),
        "too_many_write_operations": _limited("too_many_write_operations", 1),
        "bare_429": {"status": 429, "body": "", "headers": {"Retry-After": "1"}}}

    def renew(self) -> None:
        self.tree = Tree()
        self.uploads = Uploads(self.tree)
        self.routes = Routes(self.tree, _ACCOUNT["account_id"], lambda: self.url)
        paths = {"/oauth2/authorize": "/authorize", "/oauth2/token": "/token", "/code": "/code"}
        self.signin = getattr(self, "signin", None) or SignIn(paths, False, _ACCOUNT)
        self.signin.renew()

    def upload(self, request: Request) -> tuple[str, str] | None:
        if request.path not in _UPLOADS:
            return None
        try:
            said = json.loads(_argument(request) or "{}")
            cursor = said.get("cursor", {})
            return (str(cursor.get("session_id", said.get("path", "sessions"))),
                    str(cursor.get("offset", 0)))
        except (BadInput, ValueError, AttributeError):
            return "?", "0"

    def hashes(self, request: Request) -> list[str]:
        return ["dropbox", "sha256"]

    def handle(self, request: Request) -> Answer:
        if self.signin.answers(request):
            return self.signin.answer(request)
        if request.path.startswith("/scl/"):
            return self.routes.shared(request)
        try:
            made = self._route(request)
            reply = made if isinstance(made, Reply) else Reply(json=made)
        except RouteError as error:
            reply = Reply(409, json={"error_summary": summary(error.error), "error": error.error})
        except BadInput as error:
            reply = Reply(400, f'Error in call to API function "{request.path[3:]}": {error}')
        except _Unauthorized as error:
            reply = Reply(401, json={"error_summary": f"{error}/..", "error": tagged(str(error))})
        reply.headers = {**dict(reply.headers), "X-Dropbox-Request-Id": f"{request.number:032x}"}
        return reply

    def _route(self, request: Request) -> Any:
        known = self.routes.calls.get(request.path)
        download = {"/2/files/download": self.routes.download,
                    "/2/sharing/get_shared_link_file": self.routes.link_file}.get(request.path)
        if request.method != "POST" and not download or not known \
                and request.path not in _UPLOADS and not download \
                and request.path != "/2/auth/token/revoke":
            return Reply(404, "")
        token = self._token(request)
        if request.path == "/2/auth/token/revoke":
            self.signin.store.revoke(token)
            return None
        if known:
            said = _json_body(request)
            if request.path in _WITHOUT_ARGUMENT and said is not None:
                raise BadInput("request body: expected null, got value")
            return _call(known, said)
        said = _parsed(_argument(request))
        if download:
            return _call(download, said)
        if request.headers.get("Content-Type") not in _TYPES:
            raise BadInput(f'Bad HTTP "Content-Type" header: '
                           f'"{request.headers.get("Content-Type")}". Expecting one of {_TYPES}.')
        call = getattr(self.uploads, _UPLOADS[request.path])
        return _call(lambda said: call(said, self.body(request)), said)

    def _token(self, request: Request) -> Any:
        scheme, _, text = (request.headers.get("Authorization") or "").partition(" ")
        if scheme != "Bearer" or not text:
            raise BadInput('Must provide HTTP header "Authorization" or URL parameter '
                           '"authorization".')
        state = self.signin.state(text)
        if state != "good":
            raise _Unauthorized("expired_access_token" if state == "expired"
                                else "invalid_access_token")
        return self.signin.find(text)

    def files(self) -> list[dict[str, Any]]:
        return [{"path": one.path, "size": one.content.size, "rev": one.rev, "id": one.id,
                 "sha256": one.content.hash("sha256"), "content_hash": one.content.hash("dropbox"),
                 "client_modified": one.client_modified}
                for one in self.tree.entries.values() if isinstance(one, File)]

    def statistics(self) -> dict[str, Any]:
        return {**self.signin.statistics(), "sessions": len(self.uploads.sessions),
                "used": self.tree.used(), "links": list(self.routes.links)}

    def commands(self, control: Control) -> None:
        super().commands(control)
        self.signin.commands(control)
        control.commands.update(
            settings=self._settings, expire_sessions=self._expire_sessions,
            forget_lists=lambda said: self.routes.forget_lists())

    def _settings(self, said: dict[str, Any]) -> dict[str, Any]:
        self.tree.quota = said.get("quota", self.tree.quota)
        self.routes.tell_link = said.get("tell_link", self.routes.tell_link)
        self.routes.page = said.get("page", self.routes.page)
        return {}

    def _expire_sessions(self, said: dict[str, Any]) -> None:
        """Expires sessions, as after their seven days."""
        with self.lock:
            self.uploads.sessions.clear()


class _Unauthorized(Exception):
    pass


def _argument(request: Request) -> str:
    """Errors: BadInput for non-ASCII characters, as documented."""
    text = request.headers.get("Dropbox-API-Arg", request.query.get("arg")) or ""
    if "Dropbox-API-Arg" in request.headers and not all(" " <= letter < "\x7f" for letter in text):
        raise BadInput("HTTP header \"Dropbox-API-Arg\": could not decode input as JSON")
    return text


def _json_body(request: Request) -> Any:
    if not request.size:
        return None
    kind = (request.headers.get("Content-Type") or "").replace(" ", "").lower()
    if kind not in ("application/json", "application/json;charset=utf-8"):
        raise BadInput(f'Bad HTTP "Content-Type" header: "{kind}". Expecting one of '
                       '"application/json"')
    return _parsed(request.text)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise BadInput("could not decode input as JSON") from None


def _call(call: Callable[[Any], Any], said: Any) -> Any:
    try:
        return call(said)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"missing or wrong field: {error}") from None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A Dropbox for tests.")
    main(DropboxService, parser, said=lambda server: SAID)
