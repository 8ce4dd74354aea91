"""JSON routes of the Dropbox stub: folders, metadata, links, the account."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import Any, Callable
from urllib.parse import quote

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request

from dropbox_files import BadInput, Entry, File, RouteError, Tree, tagged

_PATH = r"(/(.|[\r\n])*)|(ns:[0-9]+(/.*)?)|(id:.*)"


def checked(said: dict[str, Any], root: bool = False) -> str:
    """The path of an argument. Errors: BadInput if the API's pattern refuses it."""
    path: str = said["path"]
    if not (root and path == "") and not re.fullmatch(_PATH, path):
        raise BadInput(f"request body: path: {path!r} did not match pattern '{_PATH}'")
    return path


class Routes:
    """Threads: one at a time."""

    def __init__(self, tree: Tree, account_id: str, url: Callable[[], str]) -> None:
        self.tree, self._account, self._url = tree, account_id, url
        #: Shared links and their target paths.
        self.links: dict[str, str] = {}
        #: Whether the refusal of a second link includes the first one.
        self.tell_link = True
        #: Entries in a page of a list without a requested limit.
        self.page = 2000
        self._lists: dict[str, _List] = {}
        self.calls: dict[str, Callable[[Any], Any]] = {
            "/2/files/create_folder_v2": self._create_folder,
            "/2/files/get_metadata": self._get_metadata, "/2/files/delete_v2": self._delete,
            "/2/files/move_v2": self._move,
            "/2/files/list_folder": self._list,
            "/2/files/list_folder/continue": lambda said: self._page(said["cursor"]),
            "/2/sharing/create_shared_link_with_settings": self._create_link,
            "/2/sharing/list_shared_links": self._list_links,
            "/2/users/get_current_account": self._current_account}

    def _create_folder(self, said: dict[str, Any]) -> Any:
        with _Under("path"):
            made = self.tree.make_folder(checked(said), bool(said.get("autorename")))
        return {"metadata": made.metadata()}

    def _get_metadata(self, said: dict[str, Any]) -> Any:
        with _Under("path"):
            return self.tree.look_up(checked(said)).metadata()

    def _delete(self, said: dict[str, Any]) -> Any:
        with _Under("path_lookup"):
            found = self.tree.look_up(checked(said))
        self.links = {url: id for url, id in self.links.items() if id != found.id}
        return {"metadata": self.tree.remove(found.path).metadata()}

    def _move(self, said: dict[str, Any]) -> Any:
        with _Under("from_lookup"):
            found = self.tree.look_up(checked({"path": said["from_path"]}))
        with _Under("to"):
            to = checked({"path": said["to_path"]})
            moved = self.tree.move(found, self.tree.absolute(to), bool(said.get("autorename")))
        return {"metadata": moved.metadata()}

    def download(self, said: dict[str, Any]) -> Answer:
        with _Under("path"):
            found = self.tree.look_up(checked(said))
            if not isinstance(found, File):
                raise RouteError(tagged("not_file"))
        return Reply(200, found.content, ranges=True, etag=found.rev, headers={
            "Dropbox-API-Result": json.dumps(found.metadata())})

    def _list(self, said: dict[str, Any]) -> Any:
        path = checked(said, root=True)
        with _Under("path"):
            found = self.tree.look_up(path) if path else None
            if isinstance(found, File):
                raise RouteError(tagged("not_folder"))
        name, recursive = secrets.token_urlsafe(24), bool(said.get("recursive"))
        where = found.path if found else ""
        self._lists[name] = _List(where, recursive, self.tree.below(where, recursive),
                                  said.get("limit") or self.page)
        return self._page(f"{name}:0:{len(self.tree.changes)}")

    def _page(self, cursor: str) -> Any:
        """A cursor is a position, first in the list and then among the changes. Repeating it
        repeats the answer."""
        name, _, places = cursor.partition(":")
        if name not in self._lists:
            raise RouteError(tagged("reset"))
        known, (at, changes) = self._lists[name], map(int, places.split(":"))
        if at < len(known.entries) or not at:
            told = [one.metadata() for one in known.entries[at:at + known.limit]]
            more = at + known.limit < len(known.entries)
            at = at + known.limit if more else len(known.entries) + 1
        else:
            told, more = self.tree.since(changes, known.path, known.recursive), False
            changes = len(self.tree.changes)
        return {"entries": told, "cursor": f"{name}:{at}:{changes}", "has_more": more}

    def forget_lists(self) -> None:
        """Resets cursors, as Dropbox may: a client with an old cursor must list again."""
        self._lists.clear()

    # Links

    def _create_link(self, said: dict[str, Any]) -> Any:
        with _Under("path"):
            found = self.tree.look_up(checked(said))
        here = next((url for url, id in self.links.items() if id == found.id), None)
        if here:
            inner = {"shared_link_already_exists": tagged(
                "metadata", metadata=self._link(here, found))} if self.tell_link else {}
            raise RouteError(tagged("shared_link_already_exists", **inner))
        kind = "fi" if isinstance(found, File) else "fo"
        # A folder's link has a second token in place of a name.
        name = quote(found.path.rpartition("/")[2]) if kind == "fi" else secrets.token_urlsafe(16)
        url = f"{self._url()}/scl/{kind}/{secrets.token_hex(8)}/{name}" \
            f"?rlkey={secrets.token_hex(12)}&dl=0"
        self.links[url] = found.id
        return self._link(url, found)

    def _link(self, url: str, found: Entry) -> dict[str, Any]:
        known = found.metadata()
        kept = {name: known[name] for name in (".tag", "id", "name", "path_lower", "rev", "size",
                                               "client_modified", "server_modified")
                if name in known}
        return {**kept, "url": url, "link_permissions": {
            "can_revoke": True, "allow_download": True, "can_set_expiry": False,
            "can_remove_expiry": False, "can_allow_download": True, "can_disallow_download": False,
            "allow_comments": True, "team_restricts_comments": False,
            "resolved_visibility": tagged("public"),
            "visibility_policies": []}}

    def _list_links(self, said: dict[str, Any] | None) -> Any:
        path = (said or {}).get("path")
        with _Under("path"):
            wanted = self.tree.look_up(path).id if path else None
        found = [(url, self.tree.find(id)) for url, id in self.links.items()
                 if wanted in (None, id)]
        return {"links": [self._link(url, one) for url, one in found if one], "has_more": False}

    def _linked(self, said: dict[str, Any]) -> tuple[str, Entry]:
        """The target of a link, or an entry in its folder. Errors: of SharedLinkError."""
        url = said["url"]
        found = self.tree.find(self.links.get(url, "id:"))
        path = said.get("path")
        if found and path and not isinstance(found, File):
            found = self.tree.find(found.path + checked({"path": path}))
        if not found:
            raise RouteError(tagged("shared_link_not_found"))
        return url, found

    def link_file(self, said: dict[str, Any]) -> Answer:
        url, found = self._linked(said)
        if not isinstance(found, File):
            raise RouteError(tagged("shared_link_is_directory"))
        return Reply(200, found.content, ranges=True, etag=found.rev, headers={
            "Dropbox-API-Result": json.dumps(self._link(url, found))})

    def shared(self, request: Request) -> Answer:
        """A link as any browser opens it: a page, or with dl=1 or raw=1 the file."""
        asked = request.target.replace("dl=1", "dl=0").replace("raw=1", "dl=0")
        found = self.tree.find(self.links.get(self._url() + asked, "id:"))
        if not found:
            return Reply(404, "<h1>Not found</h1>", content_type="text/html")
        if not isinstance(found, File):
            return Reply(200, "<h1>A folder</h1>", content_type="text/html")
        if "1" in (request.query.get("dl"), request.query.get("raw")):
            return Reply(200, found.content, ranges=True, etag=found.rev)
        return Reply(200, "<h1>A file</h1>", content_type="text/html")

    def _current_account(self, said: Any) -> Any:
        name = {"given_name": "Alice", "surname": "Wonder", "familiar_name": "Alice",
                "display_name": "Alice Wonder", "abbreviated_name": "AW"}
        return {"account_id": self._account, "name": name, "email": "alice@example.com",
                "email_verified": True, "disabled": False, "country": "SE", "locale": "en",
                "referral_link": "https://example.com/r", "is_paired": False,
                "account_type": tagged("basic"), "root_info": tagged(
                    "user", root_namespace_id="1", home_namespace_id="1")}


@dataclass
class _List:
    path: str
    recursive: bool
    entries: list[Entry]
    limit: int


class _Under:
    """Raises inner errors as the value of a tag."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, RouteError):
            raise RouteError({".tag": self._tag, self._tag: error.error}) from None
