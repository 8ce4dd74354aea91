"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._arguments import encoded_path, encoded_text, signed64
from .._client_child import ClientChild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Path
    from .._records.request import RequestProgress


class RequestCalls(ClientChild):
    """The calls of aha_request that Python adds nothing to."""

    def add_parameter(self, name: str, value: str) -> None:
        """Adds a parameter: to the URL's query for GET, HEAD, DELETE and requests with a body, else
        to a form; with a file, as a part of multipart/form-data. The C function is
        aha_request_add_parameter. Errors: StateError (started), InvalidArgumentError.
        """
        lib.aha_request_add_parameter(self._handle, encoded_text("name", name),
                                      encoded_text("value", value))

    def set_header(self, name: str, value: str) -> None:
        """Sets a header; an empty value removes it. The account sets Authorization and similar
        headers. The C function is aha_request_set_header. Errors: StateError, InvalidArgumentError
        (a line feed, or an invalid name).
        """
        lib.aha_request_set_header(self._handle, encoded_text("name", name),
                                   encoded_text("value", value))

    def set_reply_file(self, path: Path) -> None:
        """Sets the file that receives the data of a successful reply: it appears, or replaces an
        existing file, only when the reply is complete. aha_request_add_file and
        aha_request_set_body send a file. Blocks. The C function is aha_request_set_reply_file.
        Errors: StateError, InvalidArgumentError, NotFoundError (its folder), AccessError,
        IsDirectoryError, UnsupportedError (not a regular file); the job's also DiskFullError and
        InputOutputError.
        """
        lib.aha_request_set_reply_file(self._handle, encoded_path(path))

    def set_range(self, first: int, last: int | None = None) -> None:
        """Requests a byte range of the resource. If the server sends the whole resource, the
        request fails. ``first``: Byte. ``last``: Byte; none: the end. The C function is
        aha_request_set_range. Errors: StateError, InvalidArgumentError.
        """
        lib.aha_request_set_range(self._handle, signed64("first", first),
                                  -1 if last is None else signed64("last", last))

    @property
    def status(self) -> int:
        """The status of the reply, as in 200; 0 before it. The C function is aha_request_status."""
        value: int = lib.aha_request_status(self._handle)
        return value

    @property
    def progress(self) -> RequestProgress:
        """The progress of the request. The C function is aha_request_get_progress."""
        from .._records.request import RequestProgress

        progress = _structs.RequestProgress()
        lib.aha_request_get_progress(self._handle, progress)
        return RequestProgress._of(progress)
