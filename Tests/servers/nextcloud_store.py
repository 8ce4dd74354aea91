"""State of the Nextcloud stub: folders, files, and chunked uploads."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Union

from stored import Content, Stored


class DavError(Exception):
    """A refusal: its status, and Sabre's name for it."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind


@dataclass
class File:
    content: Content
    modified: float = field(default_factory=time.time)
    #: The value of OC-Checksum.
    checksum: str = ""
    etag: str = field(default_factory=lambda: secrets.token_hex(16))


@dataclass
class Folder:
    modified: float = field(default_factory=time.time)
    etag: str = field(default_factory=lambda: secrets.token_hex(8))


Node = Union[File, Folder]


@dataclass
class Upload:
    destination: str
    chunks: dict[int, Stored] = field(default_factory=dict)
    total: int | None = None

    @property
    def size(self) -> int:
        return sum(chunk.size for chunk in self.chunks.values())


@dataclass
class Limits:
    """Settings that tests change while the server runs."""

    #: Total bytes of all files and chunks; None: no limit.
    quota: int | None = None
    #: Smaller chunks, except the last, are refused at the end.
    minimum_chunk: int = 5_000_000
    #: Status of a PUT into a missing folder.
    missing_parent: int = 409
    #: Bearer token accepted instead of a password; "": none.
    token: str = ""
    #: Whether a wrong OC-Checksum is refused, as in ownCloud; Nextcloud only stores it.
    checks_sums: bool = True
    #: Whether X-Hash is answered; older servers do not support it.
    tells_hashes: bool = True
    #: Paths that cannot be written: 423.
    locked: list[str] = field(default_factory=list)


class Files:
    """Paths have no slash at either end; "" is the root. Threads: one at a time."""

    def __init__(self) -> None:
        self.limits = Limits()
        self.nodes: dict[str, Node] = {"": Folder()}
        self.uploads: dict[str, Upload] = {}

    def find(self, path: str) -> Node:
        if path not in self.nodes:
            raise DavError(404, "NotFound", f"File with name {path} could not be located")
        return self.nodes[path]

    def children(self, path: str) -> list[str]:
        start = path + "/" if path else ""
        return sorted(name for name in self.nodes
                      if name and name.startswith(start) and "/" not in name[len(start):])

    def make_folder(self, path: str) -> None:
        self._check_write(path)
        if path in self.nodes:
            raise DavError(405, "MethodNotAllowed", "The resource you tried to create already "
                           "exists")
        if not isinstance(self.nodes.get(_parent(path)), Folder):
            raise DavError(409, "Conflict", "Parent node does not exist")
        self.nodes[path] = Folder()
        self._touch(path)

    def put(self, path: str, file: File) -> bool:
        """True: it did not exist."""
        self._check_write(path)
        here = self.nodes.get(path)
        if isinstance(here, Folder):
            raise DavError(409, "Conflict", "PUT is not allowed on non-files.")
        if not isinstance(self.nodes.get(_parent(path)), Folder):
            raise DavError(self.limits.missing_parent, "Conflict", "the folder is missing")
        self.check_room(file.content.size, here.content.size if here else 0)
        self.nodes[path] = file
        self._touch(path)
        return here is None

    def remove(self, path: str) -> None:
        self.find(path)
        self._check_write(path)
        for name in [name for name in self.nodes if name.startswith(path + "/")] + [path]:
            del self.nodes[name]
        self._touch(path)

    def _touch(self, path: str) -> None:
        """Gives all folders around a change a new tag."""
        while path:
            path = _parent(path)
            node = self.nodes.get(path)
            if isinstance(node, Folder):
                node.etag = secrets.token_hex(8)

    def move(self, path: str, to: str, overwrite: bool, copy: bool) -> bool:
        """True: nothing existed there."""
        self.find(path)
        self._check_write(to)
        there = to in self.nodes
        if there and not overwrite:
            raise DavError(412, "PreconditionFailed", "The destination node already exists")
        if not isinstance(self.nodes.get(_parent(to)), Folder) or f"{to}/".startswith(f"{path}/"):
            raise DavError(409, "Conflict", "The destination node is not found")
        if there:
            self.remove(to)
        moved = {to + name[len(path):]: node for name, node in self.nodes.items()
                 if name == path or name.startswith(path + "/")}
        if not copy:
            self.remove(path)
        self.nodes.update(moved)
        self._touch(to)
        return not there

    def upload(self, name: str) -> Upload:
        if name not in self.uploads:
            raise DavError(404, "NotFound", f"File with name {name} could not be located")
        return self.uploads[name]

    def put_chunk(self, upload: Upload, number: int, body: Stored) -> bool:
        """True: it is new."""
        if not 1 <= number <= 10000:
            raise DavError(400, "BadRequest", "Invalid chunk name, must be numeric between 1 and "
                           "10000")
        here = upload.chunks.get(number)
        self.check_room(body.size, here.size if here else 0)
        upload.chunks[number] = body
        return here is None

    def assembled(self, upload: Upload) -> Content:
        """Returns the chunks in order. Errors: a chunk is too small, or bytes are missing."""
        numbers = sorted(upload.chunks)
        for number in numbers[:-1]:
            if upload.chunks[number].size < self.limits.minimum_chunk:
                raise DavError(400, "BadRequest", f"chunk {number} is smaller than "
                               f"{self.limits.minimum_chunk} bytes")
        if upload.total is not None and upload.size != upload.total:
            raise DavError(400, "BadRequest", f"Chunks on server do not sum up to {upload.total} "
                           f"but to {upload.size} bytes")
        return Content(upload.chunks[number] for number in numbers)

    def used(self) -> int:
        return sum(node.content.size for node in self.nodes.values() if isinstance(node, File)) \
            + sum(upload.size for upload in self.uploads.values())

    def check_room(self, size: int, freed: int = 0) -> None:
        quota = self.limits.quota
        if quota is not None and self.used() - freed + size > quota:
            raise DavError(507, "InsufficientStorage", f"Insufficient space in {quota} bytes")

    def listed(self) -> list[dict[str, Any]]:
        return [{"path": path, "size": node.content.size, "etag": node.etag,
                 "sha256": node.content.hash("sha256"), "checksum": node.checksum,
                 "modified": node.modified}
                for path, node in self.nodes.items() if isinstance(node, File)]

    def _check_write(self, path: str) -> None:
        names = path.split("/")
        if not path or any(name in ("", ".", "..", ".htaccess") or "\\" in name or "\0" in name
                           or len(name.encode()) > 250 for name in names):
            raise DavError(403, "Forbidden", f"{names[-1][:80]!r} is not allowed here")
        if any(path == one or path.startswith(one + "/") for one in self.limits.locked):
            raise DavError(423, "Locked", f'"{path}" is locked')


def _parent(path: str) -> str:
    return path.rpartition("/")[0]
