"""A Nextcloud for tests, following its developer manual: files over WebDAV, and chunked upload
v2."""

from __future__ import annotations

import base64
from email.utils import formatdate
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import escape

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.recorded import Request

from nextcloud_store import DavError, File, Files, Folder, Upload
from nextcloud_xml import HEAD, multistatus, response
from service import Service, changed
from stored import Content

USER, PASSWORD = "alice", "wonderland"
_ROOTS = ("/remote.php/dav", "/remote.php/dav/files")  # exist for every user
FILES, UPLOADS = f"/remote.php/dav/files/{USER}", f"/remote.php/dav/uploads/{USER}"
_HASHES = {"SHA1": "sha1", "SHA256": "sha256", "MD5": "md5"}


class Nextcloud(Service):
    """/remote.php/dav/files/alice and /remote.php/dav/uploads/alice."""

    def renew(self) -> None:
        self.kept = Files()

    def upload(self, request: Request) -> tuple[str, str] | None:
        if request.method != "PUT":
            return None
        place, path = _place(request.path)
        folder, _, chunk = path.rpartition("/")
        return (folder, chunk) if place == UPLOADS else (path, "0")

    def hashes(self, request: Request) -> list[str]:
        name = _HASHES.get((request.headers.get("OC-Checksum") or "").partition(":")[0].upper())
        return sorted({"sha256", name or "sha256"})

    def handle(self, request: Request) -> Answer:
        try:
            self._check_user(request)
            place, path = _place(request.path)
            kind = {FILES: "_file_", UPLOADS: "_upload_"}.get(place)
            if request.method == "PROPFIND" and request.path.rstrip("/") in _ROOTS:
                return multistatus([])
            if kind is None:
                raise DavError(404, "NotFound", "Principal not found")
            if not (call := getattr(self, kind + request.method.lower(), None)):
                raise DavError(405, "MethodNotAllowed", f"no {request.method} here")
            return call(request, path)  # type: ignore[no-any-return]
        except DavError as error:
            more = {"WWW-Authenticate": 'Basic realm="Nextcloud"'} if error.status == 401 else {}
            return Reply(error.status, f'{HEAD}<d:error xmlns:d="DAV:" '
                         'xmlns:s="http://sabredav.org/ns"><s:exception>Sabre\\DAV\\Exception\\'
                         f'{error.kind}</s:exception><s:message>{escape(str(error))}</s:message>'
                         '</d:error>', content_type="application/xml; charset=utf-8", headers=more)

    def _check_user(self, request: Request) -> None:
        said = (request.headers.get("Authorization") or "").removeprefix("Basic ")
        if self.kept.limits.token and said == f"Bearer {self.kept.limits.token}":
            return
        if said != base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode():
            raise DavError(401, "NotAuthenticated", "Cannot authenticate over ajax calls")

    # Files

    def _file_options(self, request: Request, path: str) -> Answer:
        return Reply(200, "", headers={
            "DAV": "1, 3, extended-mkcol", "Allow": "OPTIONS, GET, HEAD, DELETE, PROPFIND, PUT, "
            "MKCOL, MOVE, COPY"})

    def _file_get(self, request: Request, path: str) -> Answer:
        node = self.kept.find(path)
        if isinstance(node, Folder):
            raise DavError(501, "NotImplemented", "GET is only implemented for File objects")
        return Reply(200, node.content, etag=node.etag, ranges=True, headers={
            "Last-Modified": formatdate(node.modified, usegmt=True), "OC-ETag": f'"{node.etag}"',
            **({"OC-Checksum": node.checksum} if node.checksum else {})})

    _file_head = _file_get

    def _file_put(self, request: Request, path: str) -> Answer:
        return self._store(request, path, File(Content([self.body(request)])))

    def _store(self, request: Request, path: str, file: File) -> Answer:
        """Stores a file, if the headers allow it."""
        here = self.kept.nodes.get(path)
        match, none_match = request.headers.get("If-Match"), request.headers.get("If-None-Match")
        if match and (not here or match.strip('"') not in ("*", here.etag)) or \
                none_match and here and none_match.strip('"') in ("*", here.etag):
            raise DavError(412, "PreconditionFailed", "An If header was specified, but none of the "
                           "specified the ETags matched.")
        file.checksum = _checked(request, file, self.kept.limits.checks_sums)
        headers = {}
        if "X-OC-Mtime" in request.headers:
            file.modified = float(request.headers["X-OC-Mtime"])
            headers["X-OC-Mtime"] = "accepted"
        new = self.kept.put(path, file)
        return Reply(201 if new else 204, headers={
            **headers, **self._hashed(request, file.content.hash("sha256")),
            "ETag": f'"{file.etag}"', "OC-ETag": f'"{file.etag}"'})

    def _hashed(self, request: Request, sha256: str) -> dict[str, str]:
        asked = (request.headers.get("X-Hash") or "").lower() in ("sha256", "all")
        return {"X-Hash-SHA256": sha256} if asked and self.kept.limits.tells_hashes else {}

    def _file_mkcol(self, request: Request, path: str) -> Answer:
        if request.size:
            raise DavError(415, "UnsupportedMediaType", "MKCOL takes no body here")
        self.kept.make_folder(path)
        return Reply(201)

    def _file_delete(self, request: Request, path: str) -> Answer:
        self.kept.remove(path)
        return Reply(204)

    def _file_move(self, request: Request, path: str) -> Answer:
        copy, overwrite = request.method == "COPY", request.headers.get("Overwrite") != "F"
        new = self.kept.move(path, _destination(request), overwrite, copy)
        return Reply(201 if new else 204)

    _file_copy = _file_move

    def _file_propfind(self, request: Request, path: str) -> Answer:
        self.kept.find(path)
        names = [path] + (self.kept.children(path) if request.headers.get("Depth") != "0" else [])
        return multistatus([self._properties(name) for name in names])

    def _properties(self, path: str) -> str:
        node = self.kept.find(path)
        said = f'<d:getlastmodified>{formatdate(node.modified, usegmt=True)}</d:getlastmodified>' \
            f'<d:getetag>&quot;{node.etag}&quot;</d:getetag>'
        if isinstance(node, Folder):
            quota = self.kept.limits.quota
            free = -3 if quota is None else quota - self.kept.used()
            return response(f"{FILES}/{path}/" if path else f"{FILES}/", said +
                             "<d:resourcetype><d:collection/></d:resourcetype>"
                             f"<d:quota-available-bytes>{free}</d:quota-available-bytes>")
        sums = f"<oc:checksums><oc:checksum>{node.checksum}</oc:checksum></oc:checksums>" \
            if node.checksum else ""
        return response(f"{FILES}/{path}", said + "<d:resourcetype/>" + sums +
                         f"<d:getcontentlength>{node.content.size}</d:getcontentlength>")

    # Uploads in chunks

    def _upload_mkcol(self, request: Request, path: str) -> Answer:
        if path in self.kept.uploads:
            raise DavError(405, "MethodNotAllowed", "The resource you tried to create already "
                           "exists")
        self.kept.uploads[path] = Upload(_destination(request))
        return Reply(201)

    def _upload_put(self, request: Request, path: str) -> Answer:
        folder, _, chunk = path.partition("/")
        upload, total = self.kept.upload(folder), request.headers.get("OC-Total-Length") or ""
        if _destination(request) != upload.destination:
            raise DavError(400, "BadRequest", "Destination differs from the one at the beginning")
        if not total.isdigit():
            raise DavError(400, "BadRequest", "OC-Total-Length is missing")
        upload.total = int(total)
        self.kept.check_room(upload.total - upload.size)
        body = self.body(request)
        new = self.kept.put_chunk(upload, int(chunk) if chunk.isdigit() else 0, body)
        return Reply(201 if new else 204, headers=self._hashed(request, body.hash("sha256")))

    def _upload_propfind(self, request: Request, path: str) -> Answer:
        upload = self.kept.upload(path)
        found = [response(f"{UPLOADS}/{path}/",
                           "<d:resourcetype><d:collection/></d:resourcetype>")]
        if request.headers.get("Depth") != "0":
            found += [response(f"{UPLOADS}/{path}/{number:05d}", "<d:resourcetype/>"
                                f"<d:getcontentlength>{chunk.size}</d:getcontentlength>")
                      for number, chunk in sorted(upload.chunks.items())]
        return multistatus(found)

    def _upload_move(self, request: Request, path: str) -> Answer:
        folder, _, name = path.partition("/")
        upload, to = self.kept.upload(folder), _destination(request)
        if name != ".file" or to != upload.destination:
            raise DavError(400, "BadRequest", "the move must be of .file, to Destination")
        made = self._store(request, to, File(self.kept.assembled(upload)))
        del self.kept.uploads[folder]
        return made

    def _upload_delete(self, request: Request, path: str) -> Answer:
        self.kept.upload(path)
        del self.kept.uploads[path]
        return Reply(204)

    # Queries of tests

    def files(self) -> list[dict[str, Any]]:
        return self.kept.listed()

    def statistics(self) -> dict[str, Any]:
        return {"open_uploads": len(self.kept.uploads), "used": self.kept.used(),
                "folders": [path for path, node in self.kept.nodes.items()
                            if isinstance(node, Folder)]}

    def commands(self, control: Control) -> None:
        super().commands(control)
        control.commands.update(
            settings=lambda said: changed(vars(self.kept.limits), said),
            expire_uploads=self._expire)

    def _expire(self, said: dict[str, Any]) -> None:
        """Expires uploads, as after 24 hours without a chunk."""
        with self.lock:
            self.kept.uploads.clear()


def _place(path: str) -> tuple[str, str]:
    """The tree, and the path in it."""
    for place in (FILES, UPLOADS):
        if path == place or path.startswith(place + "/"):
            return place, path[len(place):].strip("/")
    return "", path


def _destination(request: Request) -> str:
    """The path of Destination in the user's files."""
    said = request.headers.get("Destination")
    if not said:
        raise DavError(400, "BadRequest", "The destination header was not supplied")
    place, path = _place(unquote(urlsplit(said).path))
    if place != FILES:
        raise DavError(403, "Forbidden", f"Destination {said!r} is outside of this server's files")
    return path


def _checked(request: Request, file: File, checks: bool) -> str:
    """The given checksum, if it is correct."""
    said = request.headers.get("OC-Checksum") or ""
    name, _, value = said.partition(":")
    if checks and name.upper() in _HASHES \
            and file.content.hash(_HASHES[name.upper()]) != value.lower():
        raise DavError(400, "BadRequest", "The computed checksum does not match the one received "
                       "from the client.")
    return said
