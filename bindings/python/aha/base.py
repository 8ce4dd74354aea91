"""Results and errors.

Every failing call raises a subclass of :class:`Error`, one per result code, so that a script can
catch a specific error: ``except aha.NotFoundError``. If Python has an exception with the same
meaning, the subclass derives from it too: ``except FileNotFoundError`` also works.
"""

from __future__ import annotations

import errno

from ._constants.base import Result as Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, Optional

    from .request import Request


class Error(Exception):
    """The error of a failed libaha call.

    ``code`` is the result code, ``name`` its name in C (``"AHA_ERROR_NOT_FOUND"``), and ``line``
    one line that names the offending value. A callback of the host can raise an error with only
    its line, ``raise aha.NetworkError("no route")``: the class sets the code.
    """

    #: Of the class: the code of a new error, and the errno of an OSError.
    _code: ClassVar[int] = Result.IO
    _errno: ClassVar[int] = 0

    def __init__(self, line: str = "", code: int | None = None, name: str = "") -> None:
        super().__init__(line)
        self.code = self._code if code is None else code
        self.name = name or _name(self.code)
        self.line = line
        if isinstance(self, OSError):
            OSError.__init__(self, self._errno, line)

    def __str__(self) -> str:
        return self.line or self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name}: {self.line!r})"

    def __reduce__(self) -> tuple[type[Error], tuple[str, int, str]]:
        return type(self), (self.line, self.code, self.name)


class FormatError(Error):
    """Base of all format errors."""


class PieceError(Error, ValueError):
    """A field of a piece is out of range; ``code`` identifies the field."""


class NetworkError(Error, OSError):
    """Name resolution or the connection failed; base of the other errors of requests.

    ``request`` is the failed request, if the error is from waiting for one; else None.
    """
    _code, _errno = Result.NETWORK, errno.ECONNABORTED
    request: Optional[Request] = None


def _name(code: int) -> str:
    """The same name as aha_result_name returns."""
    known = {int(result): result.name for result in Result}.get(code)
    return f"AHA_ERROR_{known}" if known and code < 0 else "AHA_UNKNOWN"


def error_for(code: int, name: str, line: str) -> Error:
    """The exception of a result code; :class:`Error` itself for an unknown code."""
    from ._errors import CLASSES

    return CLASSES.get(code, Error)(line, code, name)


def error_of(code: int, line: str = "") -> Error | None:
    """The exception of a stored result code; None unless it is an error."""
    from ._abi import lib

    return error_for(code, lib.aha_result_name(code), line) if code < 0 else None
