"""Queries and mutations of the Allihoopa stub."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable

from allihoopa_rules import check
from allihoopa_store import Piece, Place

if TYPE_CHECKING:
    from allihoopa_server import AllihoopaService

Said = dict[str, Any]
_ATTACHMENT_LIMIT = 30_000_000  # bytes
_URL_LIFETIME = 900  # seconds


class Pieces:
    """Errors: ValueError, which becomes a GraphQL error."""

    def __init__(self, service: AllihoopaService) -> None:
        self._service = service

    def fields(self) -> dict[str, Callable[..., Any]]:
        return {"me": self._me, "app": self._app, "piece": self._piece,
                "uploadUrlForFormat": self._upload_for_format,
                "uploadUrlForAttachment": self._upload_for_attachment, "dropPiece": self._drop}

    def _me(self) -> Any:
        user = self._service.user
        return user and self._user(user)

    def _user(self, name: str) -> Said:
        return {"username": name, "profileUrl": f"{self._service.url}/{name}"}

    def _app(self, identifier: str) -> Any:
        name = self._service.settings["apps"].get(identifier)
        return name and {"name": name}

    # Upload URLs

    def _upload_for_format(self, assetFormat: str, assetType: str) -> Said:  # noqa: N803
        self._check_user()
        if (assetFormat == "png") != (assetType == "cover_image"):
            raise ValueError(f"{assetType} is no {assetFormat}")
        return {"url": self._new_url(assetFormat, assetType, "")}

    def _upload_for_attachment(self, mimeType: str) -> Said:  # noqa: N803
        self._check_user()
        if not mimeType:
            raise ValueError(f"the type {mimeType!r} is not registered")
        return {"url": self._new_url(mimeType, "attachment", mimeType)}

    def _new_url(self, form: str | None, kind: str | None, content_type: str | None = None) -> str:
        expires = time.time() + _URL_LIFETIME
        place = self._service.store.new_place(form, kind, expires, content_type)
        return self._service.url + place.path

    def _check_user(self) -> None:
        if not self._service.user:
            raise ValueError("You need to be logged in")

    # Drop

    def _drop(self, piece: Said) -> Said:
        self._check_user()
        wrong = check(piece)
        if wrong:
            raise ValueError("; ".join(wrong))
        shown, assets = piece["presentation"], {}
        assets["mix_stem"] = self._asset(piece["stems"]["mixStem"], "mix_stem")
        for key, kind in (("preview", "preview_audio"), ("coverImage", "cover_image")):
            if shown.get(key):
                assets[kind] = self._asset(shown[key], kind)
        said = piece.get("attachment")
        if said:
            made = self._asset({said["mimeType"]: said["url"]}, "attachment")
            assets["attachment"] = made
            if made.content and made.content.size > _ATTACHMENT_LIMIT:
                raise ValueError(f"the attachment has {made.content.size} bytes")
        made_piece = Piece(piece, self._service.user or "", assets)
        self._service.store.pieces[made_piece.uuid] = made_piece
        return {"piece": self._shown(made_piece)}

    def _asset(self, said: Said, kind: str) -> Place:
        """The upload at the given URL, by its format."""
        given = {form: url for form, url in said.items() if url is not None}
        if len(given) != 1:
            raise ValueError(f"{kind} needs one URL, not {len(given)}")
        [(form, url)] = given.items()
        place = self._service.store.place(url, self._service.url)
        if not place or place.content is None:
            raise ValueError(f"{kind}: nothing was uploaded to {url}")
        if place.type not in (None, kind) or place.format not in (None, form):
            raise ValueError(f"{kind} in {form}: {url} was for {place.type} in {place.format}")
        place.format = form
        return place

    # Open

    def _piece(self, uuid: str) -> Any:
        found = self._service.store.piece(uuid)
        return found and self._shown(found)

    def _shown(self, piece: Piece) -> Said:
        shown, music = piece.said["presentation"], piece.said["musicalMetadata"]
        signature = (music.get("timeSignature") or {}).get("fixed")
        tonality = music.get("tonality") or {"mode": "UNKNOWN"}
        return {
            "uuid": piece.uuid, "shortId": piece.short_id, "title": shown["title"],
            "description": shown.get("description"), "createdAt": piece.created,
            "url": f"{self._service.url}/s/{piece.short_id}", "author": self._user(piece.author),
            "isListed": bool(shown.get("isListed")), "lengthUs": music["lengthUs"],
            "tempo": (music.get("tempo") or {}).get("fixed"), "loop": music.get("loop"),
            "timeSignature": signature and {
                "numerator": signature["upper"], "denominator": signature["lower"]},
            "tonality": {"mode": tonality["mode"], **(tonality.get("data") or {})},
            "coverImage": lambda position=0, withFallback=False: self._cover(piece, withFallback),
            "mixStem": lambda fileType="wav": self._sound(piece, "mix_stem", fileType),
            "previewAudio": lambda fileType="wav": self._sound(piece, "preview_audio", fileType),
            "attachment": lambda mimeType: self._attachment(piece, mimeType)}

    def _url(self, piece: Piece, name: str) -> Said:
        return {"url": f"{self._service.url}/assets/{piece.uuid}/{name}"}

    def _cover(self, piece: Piece, fallback: bool) -> Any:
        return self._url(piece, "cover_image.png") if fallback or "cover_image" in piece.assets \
            else None

    def _sound(self, piece: Piece, name: str, form: str) -> Said:
        """Without a URL until it is ready."""
        if form not in ("wav", "ogg", "m4a"):
            raise ValueError(f"{form!r} is no format of sound")
        piece.asked[name, form] = piece.asked.get((name, form), 0) + 1
        ready = piece.asked[name, form] > self._service.settings["not_ready"] \
            and piece.sound(name, form, self._service.folder) is not None
        return self._url(piece, f"{name}.{form}") if ready else {"url": None}

    def _attachment(self, piece: Piece, kind: str) -> Any:
        place = piece.assets.get("attachment")
        return self._url(piece, "attachment") if place and place.format == kind else None
