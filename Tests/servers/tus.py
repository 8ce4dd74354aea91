"""WebDAV without chunks, and with uploads by tus 1.0.0, as the protocol's page describes them."""

from __future__ import annotations

import base64
import binascii
import copy
import secrets
from dataclasses import dataclass, field
from typing import Any

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request

from nextcloud import FILES, Nextcloud
from nextcloud_store import DavError, File
from stored import Content, Stored

ROOT, UPLOADS = "/webdav", "/tus/"
_TYPE = "application/offset+octet-stream"


@dataclass
class _Partial:
    path: str
    total: int
    parts: list[Stored] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


class Tus(Nextcloud):
    """/webdav, and an upload's own URL below /tus/."""

    def renew(self) -> None:
        super().renew()
        self.partial: dict[str, _Partial] = {}
        #: Whether tus is offered, and the start of an upload's URL.
        self.kept.limits.__dict__.update(tus=True, location=UPLOADS)

    def upload(self, request: Request) -> tuple[str, str] | None:
        if request.method == "PATCH":
            return request.path, request.headers.get("Upload-Offset") or "0"
        return (request.path, "0") if request.method == "PUT" else None

    def handle(self, request: Request) -> Answer:
        if request.path.startswith(UPLOADS):
            try:
                self._check_user(request)
                return self._tus(request, request.path[len(UPLOADS):])
            except DavError as error:
                return Reply(error.status, str(error))
        inner = copy.copy(request)
        inner.path = FILES + request.path.removeprefix(ROOT)
        return super().handle(inner)

    def _file_options(self, request: Request, path: str) -> Answer:
        if not self.kept.limits.__dict__["tus"]:
            return super()._file_options(request, path)
        return Reply(200, "", headers={
            "DAV": "1, 2", "Tus-Resumable": "1.0.0", "Tus-Version": "1.0.0",
            "Tus-Extension": "creation,termination", "Tus-Max-Size": "1000000000"})

    def _file_post(self, request: Request, path: str) -> Answer:
        if not self.kept.limits.__dict__["tus"]:
            raise DavError(405, "MethodNotAllowed", "no POST here")
        _check_version(request)
        self.kept.find(path)
        said = dict(part.strip().partition(" ")[::2] for part in
                    (request.headers.get("Upload-Metadata") or "").split(","))
        total = request.headers.get("Upload-Length") or ""
        try:
            name = base64.b64decode(said["filename"], validate=True).decode()
        except (KeyError, ValueError, binascii.Error) as error:
            raise DavError(400, "BadRequest", f"no file name: {error}") from error
        if not total.isdigit() or "/" in name:
            raise DavError(400, "BadRequest", "no Upload-Length, or a bad name")
        number = secrets.token_hex(8)
        self.partial[number] = _Partial(f"{path}/{name}".strip("/"), int(total))
        return self._reply(201, Location=f"{self.kept.limits.__dict__['location']}{number}")

    def _tus(self, request: Request, number: str) -> Answer:
        _check_version(request)
        found = self.partial.get(number)
        if found is None:
            raise DavError(404, "NotFound", "no such upload")
        if request.method == "DELETE":
            del self.partial[number]
            return self._reply(204)
        if request.method == "PATCH":
            self._append(request, found)
        elif request.method != "HEAD":
            raise DavError(405, "MethodNotAllowed", f"no {request.method} here")
        return self._reply(204 if request.method == "PATCH" else 200,
                           Upload_Offset=str(found.size), Upload_Length=str(found.total),
                           Cache_Control="no-store")

    def _append(self, request: Request, found: _Partial) -> None:
        if request.headers.get("Content-Type") != _TYPE:
            raise DavError(415, "UnsupportedMediaType", f"only {_TYPE}")
        if request.headers.get("Upload-Offset") != str(found.size):
            raise DavError(409, "Conflict", f"the offset is {found.size}")
        body = self.body(request)
        if found.size + body.size > found.total:
            raise DavError(413, "TooLarge", "more than Upload-Length")
        self.kept.check_room(body.size)
        found.parts.append(body)
        if found.size == found.total:
            self.kept.put(found.path, File(Content(found.parts)))

    def _reply(self, status: int, **headers: str) -> Reply:
        return Reply(status, "", headers={"Tus-Resumable": "1.0.0", **{
            name.replace("_", "-"): value for name, value in headers.items()}})

    def statistics(self) -> dict[str, Any]:
        return {**super().statistics(), "tus_uploads": [
            {"path": one.path, "size": one.size, "total": one.total}
            for one in self.partial.values()]}


def _check_version(request: Request) -> None:
    if request.headers.get("Tus-Resumable") != "1.0.0":
        raise DavError(412, "PreconditionFailed", "Tus-Resumable: 1.0.0 is missing")
