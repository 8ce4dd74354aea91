"""What there is to ask of a drop."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from . import _registry, _structs
from ._abi import lib
from ._client_child import ClientChild
from ._constants.drop import Asset as Asset, DropStage as DropStage, DropText as DropText
from ._handle import copied_text
from .base import Error, Result, error_for


class DropProgress(NamedTuple):
    """How far a drop is."""

    stage: DropStage
    #: Whether it is over.
    over: bool
    #: Why it failed or broke off; None when it did not.
    error: Optional[Error]
    #: Of all files that are known: confirmed by the destination, or on their way.
    bytes_done: int
    bytes_total: int
    #: Bytes sent more than once, because uploads broke off.
    bytes_repeated: int


def _text(which: DropText, about: str) -> property:
    def get(drop: DropTexts) -> str:
        return copied_text(lib.aha_drop_copy_text, drop._handle, which).decode(
            errors="surrogateescape")

    return property(get, None, None, f"{about} The C function is aha_drop_copy_text.")


class DropTexts(ClientChild):
    """The half of a drop that can be asked."""

    id = _text(DropText.ID, "32 hexadecimal letters.")
    title = _text(DropText.TITLE, "The piece's title.")
    destination_name = _text(DropText.DESTINATION, "The destination's name.")
    kind = _text(DropText.KIND, 'The destination\'s kind, as in "webdav".')
    address = _text(DropText.ADDRESS, "Where the destination is.")
    url = _text(DropText.URL, 'What people open; "" before it is done, or where there is none.')
    remote_id = _text(DropText.REMOTE_ID, 'What the destination calls it; "" before it is done.')
    sha256 = _text(DropText.SHA256, 'SHA-256 of the mix stem; "" before it was sent.')
    preview_sha256 = _text(DropText.PREVIEW_SHA256, 'Of the preview; "" where there is none.')
    cover_sha256 = _text(DropText.COVER_SHA256, 'Of the cover; "" where there is none.')
    attachment_sha256 = _text(
        DropText.ATTACHMENT_SHA256, 'Of the attachment; "" where there is none.')
    error = _text(DropText.ERROR, 'Why it failed or broke off; "" when it did not.')

    @property
    def progress(self) -> DropProgress:
        """How far it is. The C function is aha_drop_get_progress."""
        now = _structs.DropProgress()
        lib.aha_drop_get_progress(self._handle, now)
        error = (error_for(now.result, lib.aha_result_name(now.result), self.error)
                 if now.result < 0 else None)
        return DropProgress(DropStage(now.stage), now.result != Result.PENDING, error,
                            now.bytes_done, now.bytes_total, now.bytes_repeated)

    @property
    def stage(self) -> DropStage:
        """Where in its life it is."""
        return self.progress.stage

    @property
    def context(self) -> Any:
        """What it was made with; None for one of another process. The C function is
        aha_drop_context."""
        return _registry.find(lib.aha_drop_context(self._handle) or 0)

    def _shown(self) -> dict[str, Any]:
        return {"id": self.id[:8], "title": repr(self.title), "stage": self.stage.name.lower()}
