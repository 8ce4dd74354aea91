"""What there is to ask of a drop."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from . import _drop_structs, _registry
from ._abi import lib
from ._client_child import ClientChild
from ._handle import copied_text
from ._names import Named
from .base import Error, Result, error_for


class Asset(Named):
    """What a file is to a piece."""

    #: The sound itself: required.
    MIX_STEM = 1
    #: A shorter or smaller sound to listen to first; none: the mix stem serves.
    PREVIEW = 2
    #: A picture; none: drawn from the piece.
    COVER = 3
    #: Any file, at most 30 MB.
    ATTACHMENT = 4


class DropStage(Named):
    """How far a drop is."""

    PREPARING = 0
    SIGNING_IN = 1
    #: The host edits while files are sent.
    EDITING = 2
    #: Committed; files are still on their way.
    SENDING = 3
    CREATING = 4
    #: Cancelled; what it left is being taken away, or could not be yet: ``drop.discard()``.
    CLEANING = 5
    DONE = 6
    #: It can be started again: ``client.drop(id).start()``.
    BROKEN = 7
    #: It came to an end without success.
    FAILED = 8
    CANCELLED = 9


class DropText(Named):
    """What there is to copy of a drop."""

    ID = 0
    TITLE = 1
    DESTINATION = 2
    KIND = 3
    ADDRESS = 4
    URL = 5
    REMOTE_ID = 6
    SHA256 = 7
    ERROR = 8
    PREVIEW_SHA256 = 9
    COVER_SHA256 = 10
    ATTACHMENT_SHA256 = 11


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
        now = _drop_structs.DropProgress()
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
