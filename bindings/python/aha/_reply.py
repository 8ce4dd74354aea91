"""The half of a request that is its reply."""

from __future__ import annotations

import ctypes as c
import json
from typing import Any, Optional

from . import _registry
from ._abi import lib
from ._calls.request import RequestCalls
from ._arguments import encoded_text
from ._constants.request import ReplyFormat as ReplyFormat
from ._handle import copied_text
from ._errors import BufferTooSmallError, NotFoundError
from .base import Result


class Reply(RequestCalls):
    """The reply received so far."""

    @property
    def context(self) -> Any:
        """The ``context`` it was made with. The C function is aha_request_context."""
        number = lib.aha_request_context(self._handle)
        return _registry.kept(number) if number else None

    def header(self, name: str) -> Optional[str]:
        """A header of the reply: the first of that name, in any case; None when it has none.

        The C function is aha_request_copy_header. Errors: StateError (no reply yet).
        """
        try:
            return copied_text(lib.aha_request_copy_header, self._handle,
                               encoded_text("name", name)).decode("utf-8", "replace")
        except NotFoundError:
            return None

    @property
    def body(self) -> bytes:
        """The body: all of a successful reply; of an error reply, at most 2048 bytes.

        The C function is aha_request_copy_body. Errors: StateError (not over yet).
        """
        length = c.c_size_t()
        lib.aha_request_copy_body(self._handle, None, 0, length)
        while True:
            room = (c.c_char * length.value)()
            try:
                lib.aha_request_copy_body(self._handle, room, length.value, length)
                return room.raw[:length.value]
            except BufferTooSmallError:
                pass

    @property
    def text(self) -> str:
        """The body as text; invalid UTF-8 is replaced."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON. Errors: ValueError, StateError."""
        return json.loads(self.body)

    def read(self, size: int = 65536) -> Optional[bytes]:
        """Reads received data, with ``tell_data``: None without data now, b"" after all data.
        The C function is aha_request_read. Errors: StateError.
        """
        room, length = (c.c_char * size)(), c.c_size_t()
        result = lib.aha_request_read(self._handle, room, size, length)
        if length.value:
            return room.raw[:length.value]
        return b"" if result == Result.END else None
