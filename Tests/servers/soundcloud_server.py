#!/usr/bin/env python3
"""A SoundCloud for tests, following its public specification. See README.md."""

from __future__ import annotations

import argparse
import re
from html import escape
from typing import Any

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.reading import Sum
from aha_testing.recorded import Part, Request

from oauth_store import Token
from service import Refused, Service, changed, main
from signin import SAID, SignIn
from soundcloud_tracks import KNOWN, Track, wrong_with

_PHRASES = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
            405: "Method Not Allowed", 413: "Request Entity Too Large",
            422: "Unprocessable Entity", 429: "Too Many Requests", 500: "Internal Server Error"}


def _document(status: int, message: str, *more: dict[str, Any]) -> dict[str, Any]:
    return {"code": status, "message": message, "status": f"{status} - {_PHRASES[status]}",
            "link": "https://developers.soundcloud.com/docs/api/explorer/open-api",
            "errors": [*more] or [{"error_message": message}], "error": None}


def _error(status: int, message: str, *more: dict[str, Any]) -> Refused:
    return Refused(Reply(status, json=_document(status, message, *more)))


class _Counted(Sum):
    """A body that is counted and stored in its parts."""

    def __init__(self, service: SoundCloudService, upload: str) -> None:
        super().__init__(0, hashing=False)
        self._service, self._upload = service, upload

    def put_into(self, target: Request | Part) -> None:
        super().put_into(target)
        self._service.tally.add(self._upload, "0", self.size)


class SoundCloudService(Service):
    """api.soundcloud.com, secure.soundcloud.com and soundcloud.com in one."""

    presets = {
        "forbidden_page": {"fault": "HtmlError", "status": 403},
        "unable_to_process": {"status": 422, "json": _document(
            422, "unable to process provided asset_data")}}

    def renew(self) -> None:
        self.signin = getattr(self, "signin", None) or SignIn(
            {"/authorize": "/authorize", "/oauth/token": "/token", "/code": "/code"}, True, {})
        self.signin.renew()
        self.tracks: dict[int, Track] = {}
        self.settings: dict[str, Any] = {
            "polls": 0, "outcome": "finished", "seconds_left": None}

    def sum_for(self, request: Request) -> Sum:
        if request.method == "POST" and request.path == "/tracks":
            return _Counted(self, "tracks")
        return super().sum_for(request)

    def handle(self, request: Request) -> Answer:
        if self.signin.answers(request):
            return self.signin.answer(request)
        if re.fullmatch("/alice/[^/]+(/s-[0-9a-f]+)?", request.path) and request.method == "GET":
            return self._page(request)
        token = self._token(request)
        sound = re.fullmatch(r"/tracks/soundcloud:tracks:([0-9]+)/download", request.path)
        if sound and int(sound[1]) in self.tracks:
            return Reply(200, self.tracks[int(sound[1])].sound.data)
        found = re.fullmatch(r"/tracks/(?:soundcloud:tracks:)?([0-9]+)", request.path)
        if found:
            return self._track(request, token, int(found[1]))
        calls = {("POST", "/tracks"): self._upload, ("GET", "/me"): self._me,
                 ("GET", "/me/tracks"): self._my_tracks, ("GET", "/resolve"): self._resolve}
        call = calls.get((request.method, request.path))
        if not call:
            known = any(path == request.path for _, path in calls)
            raise _error(405 if known else 404, request.path)
        return call(request, token)

    def _token(self, request: Request) -> Token:
        scheme, _, text = (request.headers.get("Authorization") or "").partition(" ")
        token = self.signin.find(text)
        if scheme not in ("OAuth", "Bearer") or not token or self.signin.state(text) != "good":
            raise _error(401, "invalid access token" if text else "no credentials")
        return token

    # Tracks

    def _upload(self, request: Request, token: Token) -> Answer:
        if token.user is None:
            raise Refused(Reply(401, ""))  # a client-credentials token
        fields, files = self._said(request)
        sound = files.get("asset_data")
        if not fields.get("title") or not sound or not sound.size:
            raise _error(422, "track[title] and track[asset_data] are needed")
        if self.settings["seconds_left"] == 0:
            raise _error(422, "the upload quota is used up")
        ignored = sorted(set(fields) - KNOWN)
        track = Track(len(self.tracks) + 1001, token.user, fields, sound,
                      files.get("artwork_data"), self.settings["polls"], self.settings["outcome"],
                      ignored=ignored)
        self.tracks[track.number] = track
        return Reply(201, json=track.shown(self.url))

    def _said(self, request: Request) -> tuple[dict[str, str], dict[str, Part]]:
        """Fields and files of ``track[…]``, if they are valid."""
        if not request.parts:
            raise _error(400, "multipart/form-data is needed")
        parts = {part.name[6:-1]: part for part in request.parts
                 if part.name.startswith("track[") and part.name.endswith("]")}
        files = {name: part for name, part in parts.items() if part.filename is not None}
        if not all((part.filename or "").isascii() for part in files.values()):
            raise _error(500, "Internal Server Error")  # as the service does
        fields = {name: part.text for name, part in parts.items() if part.filename is None}
        wrong = wrong_with(fields, files.get("artwork_data"))
        if wrong:
            raise _error(422, "; ".join(wrong), *({"error_message": one} for one in wrong))
        return fields, files

    def _track(self, request: Request, token: Token, number: int) -> Answer:
        track = self.tracks.get(number)
        if not track:
            raise _error(404, "404 - Not Found")
        if request.method == "GET":
            reply = Reply(json=track.shown(self.url))
            track.asked()
            return reply
        if token.user != track.user:
            raise _error(403, "the track has another owner")
        if request.method == "DELETE":
            del self.tracks[number]
            return Reply(json={"status": "200 - OK"})
        if request.method != "PUT":
            raise _error(405, "Method Not Allowed")
        if request.parts:
            fields, files = self._said(request)
            track.artwork = files.get("artwork_data", track.artwork)
        else:
            fields = {name: value for name, value in request.json["track"].items()}
        if wrong := wrong_with(fields, None):
            raise _error(422, "; ".join(wrong))
        track.fields.update(fields)
        return Reply(json=track.shown(self.url))

    def _me(self, request: Request, token: Token) -> Answer:
        left = self.settings["seconds_left"]
        return Reply(json={
            "kind": "user", "id": 1, "urn": "soundcloud:users:1", "username": token.user,
            "permalink_url": f"{self.url}/{token.user}", "track_count": len(self.tracks),
            "quota": {"unlimited_upload_quota": left is None, "upload_seconds_used": 0,
                      "upload_seconds_left": left}})

    def _my_tracks(self, request: Request, token: Token) -> Answer:
        said = request.query
        limit, offset = int(said.get("limit", 50)), int(said.get("offset", 0))
        if not 1 <= limit <= 200:
            raise _error(400, "limit must be 1 to 200")
        mine = [track.shown(self.url) for track in reversed(self.tracks.values())]
        page = mine[offset:offset + limit]
        if said.get("linked_partitioning") not in ("true", "1"):
            return Reply(json=page)
        more = offset + limit < len(mine)
        next_href = f"{self.url}/me/tracks?linked_partitioning=true&limit={limit}" \
            f"&offset={offset + limit}"
        return Reply(json={"collection": page, "next_href": next_href if more else None})

    def _resolve(self, request: Request, token: Token) -> Answer:
        """Redirects from the URL of a page to that of its resource."""
        for track in self.tracks.values():
            shown = track.shown(self.url)
            secret = (shown.get("secret_uri") or "").partition("secret_token=")[2]
            page = shown["permalink_url"]
            if request.query.get("url") in (page, f"{page}/{secret}"):
                return Reply(302, "", headers={
                    "Location": f"{self.url}/tracks/soundcloud:tracks:{track.number}"})
        raise _error(404, "404 - Not Found")

    def _page(self, request: Request) -> Answer:
        url = self.url + request.path
        for track in self.tracks.values():
            if track.shown(self.url)["permalink_url"] == url:
                title = escape(track.fields["title"])
                return Reply(200, f"<title>{title}</title><h1>{title}</h1>",
                             content_type="text/html; charset=utf-8")
        return Reply(404, "<h1>Not found</h1>", content_type="text/html")

    def files(self) -> list[dict[str, Any]]:
        return [track.as_file() for track in self.tracks.values()]

    def statistics(self) -> dict[str, Any]:
        return self.signin.statistics()

    def commands(self, control: Control) -> None:
        super().commands(control)
        self.signin.commands(control)
        control.commands["settings"] = lambda said: changed(self.settings, said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A SoundCloud for tests.")
    main(SoundCloudService, parser, said=lambda server: SAID)
