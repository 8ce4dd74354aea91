"""Uploads to the Dropbox stub: in one request, or in a session of several."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import Any

from dropbox_files import BadInput, RouteError, Tree, tagged
from dropbox_routes import checked
from stored import Content, Stored


@dataclass
class Session:
    closed: bool = False
    #: By offset.
    parts: dict[int, Stored] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts.values())

    def add(self, offset: int, body: Stored) -> None:
        if body.size:
            self.parts[offset] = body

    def content(self) -> Content:
        return Content(self.parts[offset] for offset in sorted(self.parts))


_MAX_BODY = 150 << 20


class Uploads:
    """Upload routes under /2/files. Threads: one at a time."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.sessions: dict[str, Session] = {}

    def upload(self, said: dict[str, Any], body: Stored) -> dict[str, Any]:
        checked(said)
        self._check_body(said, body)
        try:
            return self.tree.commit(Content([body]), said).metadata()
        except RouteError as error:
            # The bytes stay stored, so that a client can finish the session named here with another
            # call.
            kept = self._new(Session(parts={0: body} if body.size else {}))
            raise RouteError(tagged("path", reason=error.error, upload_session_id=kept)) from None

    def start(self, said: dict[str, Any], body: Stored) -> dict[str, Any]:
        self._check_body(said, body)
        made = Session(bool(said.get("close")))
        made.add(0, body)
        return {"session_id": self._new(made)}

    def append(self, said: dict[str, Any], body: Stored) -> None:
        session, offset = self._find(said["cursor"]), said["cursor"]["offset"]
        if session.closed:
            raise RouteError(tagged("closed"))
        self._check_offset(session, offset)
        self._check_body(said, body)
        session.add(offset, body)
        session.closed = session.closed or bool(said.get("close"))

    def finish(self, said: dict[str, Any], body: Stored) -> dict[str, Any]:
        checked(said["commit"])
        try:
            session = self._find(said["cursor"])
            self._check_offset(session, said["cursor"]["offset"])
            if session.closed and body.size:
                raise RouteError(tagged("closed"))
        except RouteError as error:
            raise RouteError(tagged("lookup_failed", lookup_failed=error.error)) from None
        self._check_body(said, body)
        session.add(session.size, body)
        try:
            made = self.tree.commit(session.content(), said["commit"])
        except RouteError as error:
            raise RouteError(tagged("path", path=error.error)) from None
        del self.sessions[said["cursor"]["session_id"]]
        return made.metadata()

    def _new(self, session: Session) -> str:
        name = "pid_upload_session:" + secrets.token_urlsafe(24)
        self.sessions[name] = session
        return name

    def _find(self, cursor: dict[str, Any]) -> Session:
        session = self.sessions.get(cursor["session_id"])
        if not session:
            raise RouteError(tagged("not_found"))
        return session

    def _check_offset(self, session: Session, offset: int) -> None:
        if offset != session.size:
            raise RouteError(tagged("incorrect_offset", correct_offset=session.size))

    def _check_body(self, said: dict[str, Any], body: Stored) -> None:
        if body.size > _MAX_BODY:
            raise RouteError(tagged("payload_too_large"))
        wanted = said.get("content_hash")
        if wanted is None:
            return
        if not re.fullmatch("[0-9a-f]{64}", wanted):
            raise BadInput(f"content_hash: {wanted!r} is no hash")
        if wanted != body.hash("dropbox"):
            raise RouteError(tagged("content_hash_mismatch"))
