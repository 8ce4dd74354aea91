"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import encoded_path, encoded_text
from .._constants.drop import Asset, DropText
from .._client_child import ClientChild, ClientJob
from .._handle import made, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Path


class DropCalls(ClientChild):
    """The calls of aha_drop that Python adds nothing to."""

    def answer_error(self, asset: Asset | str, line: str) -> None:
        """Reports that an asset could not be made: the drop fails with that line and
        InputOutputError, its place at the destination is deleted, and it leaves the journal. An
        interrupted drop that was opened starts for that. The C function is aha_drop_answer_error.
        Errors: StateError, InvalidArgumentError; of an interrupted drop also NotFoundError (its
        destination).
        """
        lib.aha_drop_answer_error(self._handle, Asset.of(asset), encoded_text("line", line))

    def set_cover(self, path: Path) -> None:
        """Replaces the cover's file while the drop is edited. Blocks. The C function is
        aha_drop_set_cover. Errors: StateError (committed).
        """
        lib.aha_drop_set_cover(self._handle, encoded_path(path))

    def commit(self) -> None:
        """Ends editing: the drop is published when all files are uploaded. Blocks. The C function
        is aha_drop_commit. Errors: StateError (already committed; ended; the answer for an asset
        was refused and the asset is open, which the line names: a running drop then ends with the
        error of that answer, and can be started again).
        """
        lib.aha_drop_commit(self._handle)

    def discard(self) -> ClientJob:
        """Starts a job that ends an interrupted drop and deletes its files at the destination, also
        those that an earlier try could not delete. Takes at most one minute. Blocks. The C function
        is aha_drop_discard. Errors: StateError (running: cancel its job; or done), NotFoundError
        (its destination). The job's: errors of requests; the drop is DropStage.CLEANING then.
        """
        return ClientJob(made(lib.aha_drop_discard, self._handle), self._client)

    def forget(self) -> None:
        """Removes a drop that is not running from the journal; its files at the destination stay.
        Blocks. The C function is aha_drop_forget. Errors: StateError (running).
        """
        lib.aha_drop_forget(self._handle)

    @property
    def id(self) -> str:
        """32 hexadecimal digits. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ID)

    @property
    def title(self) -> str:
        """The piece's title. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.TITLE)

    @property
    def destination_name(self) -> str:
        """The destination's name. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.DESTINATION)

    @property
    def kind(self) -> str:
        """The destination's kind, as in "webdav". The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.KIND)

    @property
    def address(self) -> str:
        """The destination's address. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ADDRESS)

    @property
    def url(self) -> str:
        """The URL to open: a page, a post, a shared link, a presigned link of a private bucket, or
        a file: URL; "" before the drop is done, or without one. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.URL)

    @property
    def remote_id(self) -> str:
        """The id at the destination; "" before the drop is done. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.REMOTE_ID)

    @property
    def sha256(self) -> str:
        """SHA-256 of the mix stem, as 64 hexadecimal digits; "" before it was sent. The C function
        is aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.SHA256)

    @property
    def error(self) -> str:
        """The error of a failed or interrupted drop; "" for others. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ERROR)

    @property
    def preview_sha256(self) -> str:
        """SHA-256 of the preview; "" if the drop has none. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.PREVIEW_SHA256)

    @property
    def cover_sha256(self) -> str:
        """SHA-256 of the cover; "" if the drop has none. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.COVER_SHA256)

    @property
    def attachment_sha256(self) -> str:
        """SHA-256 of the attachment; "" if the drop has none. The C function is aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ATTACHMENT_SHA256)

    @property
    def url_expires(self) -> str:
        """The end of the URL's life, as in "2026-11-22T05:49:43Z", for a presigned link to a
        private bucket; "": the URL stays. The C function is aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.URL_EXPIRES)

    @property
    def warning(self) -> str:
        """As EventKind.DROP_WARNING, until the drop is released; "" without one. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.WARNING)
