"""WebDAV that writes parts of files by PATCH, as sabre/dav's plugin "PartialUpdate" does."""

from __future__ import annotations

import copy
import re

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request

from nextcloud import FILES, Nextcloud
from nextcloud_store import DavError, File
from stored import Content, Stored

ROOT = "/webdav"
_TYPE = "application/x-sabredav-partialupdate"
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")


class Sabre(Nextcloud):
    """/webdav. The setting ``lie``: "replace" stores the part as the file, "zeros" writes
    zeros, "refuse" answers 501."""

    def renew(self) -> None:
        super().renew()
        self.kept.limits.__dict__.update(lie="")

    def upload(self, request: Request) -> tuple[str, str] | None:
        if request.method == "PATCH":
            return request.path, request.headers.get("X-Update-Range") or "0"
        return (request.path, "0") if request.method == "PUT" else None

    def handle(self, request: Request) -> Answer:
        inner = copy.copy(request)
        inner.path = FILES + request.path.removeprefix(ROOT)
        return super().handle(inner)

    def _file_options(self, request: Request, path: str) -> Answer:
        return Reply(200, "", headers={"DAV": "1, 3, extended-mkcol, sabredav-partialupdate"})

    def _file_patch(self, request: Request, path: str) -> Answer:
        node, body = self.kept.find(path), self.body(request)
        found = _RANGE.fullmatch(request.headers.get("X-Update-Range") or "")
        if request.headers.get("Content-Type") != _TYPE:
            raise DavError(415, "UnsupportedMediaType", f"only {_TYPE}")
        if not isinstance(node, File) or not found:
            raise DavError(405, "MethodNotAllowed", "not a file, or no X-Update-Range")
        first, end = int(found[1]), int(found[2]) + 1
        lie = self.kept.limits.__dict__["lie"]
        if lie == "refuse":
            raise DavError(501, "NotImplemented", "no PATCH here")
        if end - first != body.size or first > node.content.size:
            raise DavError(416, "RequestedRangeNotSatisfiable", "another length")
        self.kept.check_room(end - node.content.size)
        old = b"".join(node.content.blocks())
        data = bytes(body.size) if lie == "zeros" else body.read()
        new = data if lie == "replace" else old[:first] + data + old[end:]
        whole = Stored(self.folder)
        whole.add(new)
        whole.end()
        file = File(Content([whole]))
        self.kept.put(path, file)
        return Reply(204, headers={"ETag": f'"{file.etag}"'})
