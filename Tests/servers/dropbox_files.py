"""Content of the Dropbox stub: folders and files, found in any case of their names."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Union

from stored import Content

_IGNORED = {"desktop.ini", "thumbs.db", ".ds_store", "icon\r", ".dropbox", ".dropbox.attr"}


def tagged(tag: str, **more: Any) -> dict[str, Any]:
    """A value of one of the API's unions."""
    return {".tag": tag, **more}


class RouteError(Exception):
    """Status 409: a route's refusal and its reason."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(summary(error))
        self.error = error


class BadInput(Exception):
    """Status 400, in plain text."""


def summary(error: dict[str, Any]) -> str:
    """The tags, from the outermost on: ``path/conflict/file/..``."""
    tag = error[".tag"]
    inner = error.get(tag, error.get("reason"))
    inside = summary(inner) if isinstance(inner, dict) and ".tag" in inner else ".."
    return f"{tag}/{inside}"


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


@dataclass
class Folder:
    path: str
    id: str = field(default_factory=lambda: "id:" + secrets.token_urlsafe(16))

    def metadata(self) -> dict[str, Any]:
        return tagged("folder", id=self.id, name=self.path.rpartition("/")[2],
                      path_lower=self.path.lower(), path_display=self.path)


@dataclass
class File:
    path: str
    content: Content
    client_modified: str
    id: str = field(default_factory=lambda: "id:" + secrets.token_urlsafe(16))
    rev: str = field(default_factory=lambda: secrets.token_hex(8))
    modified: str = field(default_factory=lambda: _stamp(time.time()))

    def metadata(self) -> dict[str, Any]:
        return tagged("file", id=self.id, name=self.path.rpartition("/")[2],
                      path_lower=self.path.lower(), path_display=self.path, rev=self.rev,
                      size=self.content.size, client_modified=self.client_modified,
                      server_modified=self.modified, is_downloadable=True,
                      content_hash=self.content.hash("dropbox"))


Entry = Union[Folder, File]


class Tree:
    """Threads: one at a time. Errors: ``RouteError`` with a WriteError or a LookupError inside."""

    def __init__(self) -> None:
        self.quota = 2 << 40
        self.entries: dict[str, Entry] = {}
        #: Each changed path, in order.
        self.changes: list[str] = []

    def used(self) -> int:
        return sum(one.content.size for one in self.entries.values() if isinstance(one, File))

    def find(self, path: str) -> Entry | None:
        if path.startswith("id:"):
            start, slash, rest = path.partition("/")
            found = next((one for one in self.entries.values() if one.id == start), None)
            return self.find(found.path + slash + rest) if found and slash else found
        return self.entries.get(path.lower())

    def absolute(self, path: str) -> str:
        """Resolves a path in a folder that is named by its id: id:…/name."""
        start, slash, rest = path.partition("/")
        return self.look_up(start).path + slash + rest if path.startswith("id:") else path

    def look_up(self, path: str) -> Entry:
        """Errors: the LookupError alone, not in a path."""
        if not path.startswith(("/", "id:")) or "\0" in path:
            raise RouteError(tagged("malformed_path"))
        found = self.find(path)
        if not found:
            raise RouteError(tagged("not_found"))
        return found

    def below(self, path: str, recursive: bool) -> list[Entry]:
        start = path.lower() + "/"
        return [one for name, one in sorted(self.entries.items()) if name.startswith(start)
                and (recursive or "/" not in name[len(start):])]

    def make_folder(self, path: str, autorename: bool) -> Folder:
        self._check_name(path)
        self._make_parents(path)
        here = self.find(path)
        if here:
            if not autorename:
                raise conflict("folder" if isinstance(here, Folder) else "file")
            path = self._free_name(path, is_folder=True)
        made = Folder(path)
        self._put(made)
        return made

    def commit(self, content: Content, said: dict[str, Any]) -> File:
        """Stores a file as CommitInfo says. Errors: a WriteError, not in a path."""
        path, mode = said["path"], said.get("mode", "add")
        kind = mode if isinstance(mode, str) else mode.get(".tag")
        path = self.absolute(path)
        self._check_name(path)
        self._check_parents(path)
        here = self.find(path)
        if isinstance(here, Folder):
            if not said.get("autorename"):
                raise conflict("folder")
            path, here = self._free_name(path), None
        elif here:
            same = here.content.hash("dropbox") == content.hash("dropbox")
            if same and not (said.get("strict_conflict") and kind == "add"):
                return here
            if kind == "add" or kind == "update" and mode.get("update") != here.rev:
                if not said.get("autorename"):
                    raise conflict("file")
                path, here = self._free_name(path), None
        if self.used() - (here.content.size if here else 0) + content.size > self.quota:
            raise RouteError(tagged("insufficient_space"))
        self._make_parents(path)
        made = File(path, content, said.get("client_modified") or _stamp(time.time()))
        if here:
            made.id, made.path = here.id, here.path
        self._put(made)
        return made

    def move(self, found: Entry, path: str, autorename: bool) -> Entry:
        """Moves an entry with all its content to another path."""
        self._check_name(path)
        self._make_parents(path)
        if self.find(path) not in (None, found):
            if not autorename:
                raise conflict("folder" if isinstance(self.find(path), Folder) else "file")
            path = self._free_name(path, isinstance(found, Folder))
        moved = [found, *self.below(found.path, recursive=True)]
        start = len(found.path)
        for one in moved:
            self._take(one.path)
        for one in moved:
            one.path = path + one.path[start:]
            self._put(one)
        return found

    def remove(self, path: str) -> Entry:
        found = self.look_up(path)
        for one in self.below(found.path, recursive=True):
            self._take(one.path)
        return self._take(found.path)

    def since(self, place: int, path: str, recursive: bool) -> list[dict[str, Any]]:
        """Changes below a path after a position in the list of changes, in the form of list
        results."""
        start, told = path.lower() + "/", []
        last = {one.lower(): one for one in self.changes[place:]}
        for name, shown in last.items():
            if name.startswith(start) and (recursive or "/" not in name[len(start):]):
                here = self.entries.get(name)
                told.append(here.metadata() if here else tagged(
                    "deleted", name=shown.rpartition("/")[2], path_lower=name,
                    path_display=shown))
        return told

    def _put(self, entry: Entry) -> None:
        self.entries[entry.path.lower()] = entry
        self.changes.append(entry.path)

    def _take(self, path: str) -> Entry:
        self.changes.append(path)
        return self.entries.pop(path.lower())

    def _check_name(self, path: str) -> None:
        """Errors: malformed_path, disallowed_name."""
        names = path.split("/")[1:]
        bad = not path.startswith("/") or any(
            not name or len(name) > 255 or name != name.rstrip(" ") or name in (".", "..")
            or any(letter in "\\\0\x7f" for letter in name) for name in names)
        if bad:
            raise RouteError(tagged("malformed_path"))
        if names[-1].lower() in _IGNORED:
            raise RouteError(tagged("disallowed_name"))

    def _parents(self, path: str) -> list[str]:
        names = path.split("/")[1:-1]
        return ["/" + "/".join(names[:count + 1]) for count in range(len(names))]

    def _check_parents(self, path: str) -> None:
        if any(isinstance(self.find(parent), File) for parent in self._parents(path)):
            raise conflict("file_ancestor")

    def _make_parents(self, path: str) -> None:
        self._check_parents(path)
        for parent in self._parents(path):
            if not self.find(parent):
                self._put(Folder(parent))

    def _free_name(self, path: str, is_folder: bool = False) -> str:
        stem, dot, ending = path.rpartition(".")
        if not dot or "/" in ending or is_folder:
            stem, dot, ending = path, "", ""
        return next(name for name in (f"{stem} ({number}){dot}{ending}"
                                      for number in range(1, 1 << 20)) if not self.find(name))


def conflict(with_what: str) -> RouteError:
    return RouteError(tagged("conflict", conflict=tagged(with_what)))
