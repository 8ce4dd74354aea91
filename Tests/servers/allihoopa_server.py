#!/usr/bin/env python3
"""The Allihoopa protocol for tests, compatible with its public clients. See README.md."""

from __future__ import annotations

import argparse
from html import escape
from typing import Any

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.recorded import Request

from allihoopa_pieces import Pieces
from allihoopa_schema import Schema
from allihoopa_store import Store, fallback_cover
from service import Refused, Service, changed, main
from signin import ACCESS, SignIn
from stored import Content

API_KEY = "aha-api-key"
_ASSETS = "/production/piece_asset/"


class AllihoopaService(Service):
    """allihoopa.com, api.allihoopa.com and its asset store in one."""

    presets = {
        "expired_url": {"status": 403, "content_type": "application/xml", "body":
                        "<Error><Code>AccessDenied</Code><Message>Request has expired</Message>"
                        "</Error>"},
        "no_data": {"json": {"data": None, "errors": [{"message": "Internal server error"}]}}}

    def renew(self) -> None:
        self.store = Store()
        self.pieces = Pieces(self)
        self.schema = Schema(self.pieces.fields())
        self.signin = getattr(self, "signin", None) or SignIn(
            {"/account/login": "/account/login"}, False, {})
        self.signin.renew()
        self.settings: dict[str, Any] = {
            "not_ready": 0, "apps": {"allihoopa": "An app for tests"}}
        self.user: str | None = None
        self._cover = fallback_cover()

    def upload(self, request: Request) -> tuple[str, str] | None:
        wanted = request.method == "PUT" and request.path.startswith(_ASSETS)
        return (request.path.removeprefix(_ASSETS), "0") if wanted else None

    def handle(self, request: Request) -> Answer:
        path = request.path
        if self.signin.answers(request):
            return self.signin.answer(request)
        if path == "/v1/graphql" and request.method == "POST":
            return self._graphql(request)
        if path.startswith(_ASSETS) and request.method == "PUT":
            return self._put(request)
        if request.method in ("GET", "HEAD"):
            if path.startswith("/s/"):
                return self._page(path.removeprefix("/s/"))
            if path.startswith("/assets/"):
                return self._asset(path)
        return Reply(404, "<h1>Not found</h1>", content_type="text/html")

    def _graphql(self, request: Request) -> Answer:
        if request.headers.get("Allihoopa-API-Key") != API_KEY:
            return Reply(401, json={"errors": [{"message": "Unknown API key"}]})
        if (request.headers.get("Content-Type") or "").split(";")[0] != "application/json":
            return Reply(415, json={"errors": [{"message": "Content-Type is not JSON"}]})
        text = request.headers.get("PH-Access-Token")
        token = self.signin.find(text) if text and self.signin.state(text) == "good" else None
        self.user = token.user if token else None
        try:
            said = request.json
            query, variables = said["query"], said.get("variables") or {}
        except (ValueError, KeyError, TypeError):
            return Reply(400, json={"errors": [{"message": "Must provide query string."}]})
        status, reply = self.schema.answer(query, variables)
        return Reply(status, json=reply)

    def _put(self, request: Request) -> Answer:
        """Uploads raw bytes to a URL that was signed for them."""
        place = self.store.places.get(request.path)
        if not place or place.path != request.target:
            raise _forbidden("SignatureDoesNotMatch", "The request signature we calculated does "
                             "not match the signature you provided.")
        kind = (request.headers.get("Content-Type") or "").strip()
        if place.content_type not in (None, kind):
            raise _forbidden("SignatureDoesNotMatch", f"it was not signed for the type {kind!r}")
        place.content = Content([self.body(request)])
        return Reply(200)

    def _page(self, short_id: str) -> Answer:
        piece = self.store.piece(short_id)
        if not piece:
            return Reply(404, "<h1>Not found</h1>", content_type="text/html")
        title = escape(piece.said["presentation"]["title"])
        return Reply(200, f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title>'
                     f'<meta property="og:title" content="{title}"></head><body><h1>{title}</h1>'
                     f'<audio controls src="/assets/{piece.uuid}/preview_audio.wav"></audio>'
                     '</body></html>', content_type="text/html; charset=utf-8")

    def _asset(self, path: str) -> Answer:
        """``/assets/{uuid}/{name}.{format}``."""
        name, _, rest = path.removeprefix("/assets/").partition("/")
        piece, (what, _, ending) = self.store.piece(name), rest.partition(".")
        if not piece:
            return Reply(404, "<h1>Not found</h1>", content_type="text/html")
        body: Any = self._cover
        place = piece.assets.get(what)
        if what in ("mix_stem", "preview_audio") and ending in ("wav", "ogg", "m4a"):
            body = piece.sound(what, ending, self.folder)
        elif place:
            body = place.content
        elif what != "cover_image":
            body = None
        if body is None:
            return Reply(404, "<h1>Not found</h1>", content_type="text/html")
        return Reply(200, body, ranges=True, etag=f"{piece.short_id}-{rest}")

    def files(self) -> list[dict[str, Any]]:
        return [{"path": f"{piece.uuid}/{name}", "format": place.format,
                 "size": place.content.size if place.content else 0,
                 "sha256": place.content.hash("sha256") if place.content else ""}
                for piece in self.store.pieces.values() for name, place in piece.assets.items()]

    def statistics(self) -> dict[str, Any]:
        return {**self.signin.statistics(), "places": len(self.store.places), "pieces": [
            {"uuid": piece.uuid, "shortId": piece.short_id, "author": piece.author,
             "said": piece.said} for piece in self.store.pieces.values()]}

    def commands(self, control: Control) -> None:
        super().commands(control)
        self.signin.commands(control)
        control.commands.update(settings=lambda said: changed(self.settings, said))


def _forbidden(code: str, message: str) -> Refused:
    return Refused(Reply(403, f"<Error><Code>{code}</Code><Message>{message}</Message></Error>",
                         content_type="application/xml"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The Allihoopa protocol for tests.")
    main(AllihoopaService, parser, said=lambda server: {
        "access_token": ACCESS, "api_key": API_KEY, "app": "allihoopa"})
