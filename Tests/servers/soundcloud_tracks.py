"""Tracks of SoundCloud's API: valid fields of an upload, and the resulting track."""

from __future__ import annotations

import re
import shlex
import time
from dataclasses import dataclass, field
from typing import Any

from aha_testing.recorded import Part

_LICENSES = ("no-rights-reserved", "all-rights-reserved", "cc-by", "cc-by-nc", "cc-by-nd",
             "cc-by-sa", "cc-by-nc-nd", "cc-by-nc-sa")
_CHOICES = {"sharing": ("public", "private"), "license": _LICENSES,
            "embeddable_by": ("all", "me", "none")}
_FLAGS = ("commentable", "downloadable", "reveal_comments", "reveal_stats", "streamable")
_TEXTS = ("title", "description", "genre", "isrc", "label_name", "permalink", "purchase_url",
          "release", "release_date", "tag_list")
#: All fields that the specification names.
KNOWN = {*_CHOICES, *_FLAGS, *_TEXTS, "asset_data", "artwork_data"}
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")


def wrong_with(fields: dict[str, str], artwork: Part | None) -> list[str]:
    """The service's errors for the values of an upload or a change."""
    wrong = [f"{name} must be one of {', '.join(choices)}" for name, choices in _CHOICES.items()
             if fields.get(name, choices[0]) not in choices]
    wrong += [f"{name} must be true or false" for name in _FLAGS
              if fields.get(name, "true") not in ("true", "false", "1", "0")]
    if not re.fullmatch(r"(\d{4}-\d{2}-\d{2})?", fields.get("release_date", "")):
        wrong.append("release_date must be yyyy-mm-dd")
    try:
        tags_of(fields)
    except ValueError:
        wrong.append("tag_list has a quote without an end")
    if artwork and not artwork.data.startswith(_PICTURES):
        wrong.append("artwork_data must be a GIF, JPEG or PNG")
    return wrong


def tags_of(fields: dict[str, str]) -> list[str]:
    """Tags are separated by blanks; tags of several words are quoted. Errors: ValueError."""
    lexer = shlex.shlex(fields.get("tag_list", ""), posix=True)
    lexer.whitespace_split, lexer.quotes, lexer.commenters, lexer.escape = True, '"', "", ""
    return list(lexer)


@dataclass
class Track:
    number: int
    user: str
    fields: dict[str, str]
    sound: Part
    artwork: Part | None
    #: Queries during which it is still processing; below 0: always.
    polls: int
    outcome: str
    created: float = field(default_factory=time.time)
    #: Fields that the specification does not have.
    ignored: list[str] = field(default_factory=list)

    @property
    def urn(self) -> str:
        return f"soundcloud:tracks:{self.number}"

    @property
    def state(self) -> str:
        return "processing" if self.polls else self.outcome

    def asked(self) -> None:
        if self.polls > 0:
            self.polls -= 1

    def shown(self, url: str) -> dict[str, Any]:
        said = self.fields
        slug = said.get("permalink") or re.sub(r"\W+", "-", said["title"].lower()).strip("-")
        page = f"{url}/{self.user}/{slug or self.number}"
        secret = f"/s-{self.number:06x}" if said.get("sharing") == "private" else ""
        return {
            "kind": "track", "id": self.number, "urn": self.urn, "title": said["title"],
            "created_at": time.strftime("%Y/%m/%d %H:%M:%S +0000", time.gmtime(self.created)),
            "user": {"username": self.user, "urn": "soundcloud:users:1", "kind": "user"},
            "state": self.state, "duration": 0 if self.state != "finished" else 1000,
            "sharing": said.get("sharing", "public"), "tag_list": said.get("tag_list", ""),
            "description": said.get("description"), "genre": said.get("genre"),
            "license": said.get("license", "all-rights-reserved"),
            "label_name": said.get("label_name"), "isrc": said.get("isrc"),
            "release_date": said.get("release_date"), "purchase_url": said.get("purchase_url"),
            "downloadable": said.get("downloadable") in ("true", "1"),
            "commentable": said.get("commentable", "true") in ("true", "1"),
            "embeddable_by": said.get("embeddable_by", "all"), "bpm": None, "key_signature": None,
            "streamable": self.state == "finished", "access": "playable",
            "permalink_url": page + secret, "uri": f"{url}/tracks/{self.urn}",
            "artwork_url": f"{url}/artwork/{self.number}" if self.artwork else None,
            "secret_uri": f"{url}/tracks/{self.urn}?secret_token=s-{self.number:06x}"
            if secret else None}

    def as_file(self) -> dict[str, Any]:
        """For tests."""
        return {"path": self.urn, "size": self.sound.size, "sha256": self.sound.sha256,
                "filename": self.sound.filename, "fields": self.fields, "ignored": self.ignored,
                "type": self.sound.headers.get("Content-Type"), "state": self.state,
                "tags": tags_of(self.fields), "artwork": self.artwork and {
                    "size": self.artwork.size, "sha256": self.artwork.sha256}}
