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
        """Answers that it could not be made: the drop fails with that line. The C function is
        aha_drop_answer_error. Errors: StateError, InvalidArgumentError.
        """
        lib.aha_drop_answer_error(self._handle, Asset.of(asset), encoded_text("line", line))

    def set_cover(self, path: Path) -> None:
        """Gives the cover another file while the drop is edited. Blocks. The C function is
        aha_drop_set_cover. Errors: StateError (committed).
        """
        lib.aha_drop_set_cover(self._handle, encoded_path(path))

    def commit(self) -> None:
        """Editing is over: it is made public when all files are there. Blocks. The C function is
        aha_drop_commit. Errors: StateError (committed before; over; the answer for an asset was
        refused and the asset is open, which the line names: a running drop then ends with the error
        of that answer, and can be started again).
        """
        lib.aha_drop_commit(self._handle)

    def discard(self) -> ClientJob:
        """Starts a job that ends a drop that broke off, and takes away what it left at the
        destination; also what an earlier try could not. It takes a minute at most. Blocks. The C
        function is aha_drop_discard. Errors: StateError (it runs: cancel its job; or it is done),
        NotFoundError (its destination). The job's: errors of requests; the drop is
        DropStage.CLEANING then.
        """
        return ClientJob(made(lib.aha_drop_discard, self._handle), self._client)

    def forget(self) -> None:
        """Takes a drop that does not run out of the journal; what is at the destination stays
        there. Blocks. The C function is aha_drop_forget. Errors: StateError (it runs).
        """
        lib.aha_drop_forget(self._handle)

    @property
    def id(self) -> str:
        """32 hexadecimal letters. The C function is aha_drop_copy_text."""
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
        """Where the destination is. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ADDRESS)

    @property
    def url(self) -> str:
        """What people open; "" before it is done, or where there is none. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.URL)

    @property
    def remote_id(self) -> str:
        """What the destination calls it; "" before it is done. The C function is
        aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.REMOTE_ID)

    @property
    def sha256(self) -> str:
        """SHA-256 of the mix stem, as 64 hexadecimal letters; "" before it was sent. The C function
        is aha_drop_copy_text.
        """
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.SHA256)

    @property
    def error(self) -> str:
        """Why it failed or broke off; "" when it did not. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ERROR)

    @property
    def preview_sha256(self) -> str:
        """Of the preview; "" where there is none. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.PREVIEW_SHA256)

    @property
    def cover_sha256(self) -> str:
        """Of the cover; "" where there is none. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.COVER_SHA256)

    @property
    def attachment_sha256(self) -> str:
        """Of the attachment; "" where there is none. The C function is aha_drop_copy_text."""
        return text_of(lib.aha_drop_copy_text, self._handle, DropText.ATTACHMENT_SHA256)
