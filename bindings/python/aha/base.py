"""Results and errors.

Every failing call raises an :class:`Error`, and a subclass of it per result code, so that a script
catches what it expects: ``except aha.NotFoundError``. Those that have an equal among Python's own
exceptions are that too: ``except FileNotFoundError`` works as well.
"""

from __future__ import annotations

import errno

from ._constants.base import Result as Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, ClassVar, Optional

    from .request import Request


class Error(Exception):
    """A call of libaha failed.

    ``code`` is the result code, ``name`` its name in C (``"AHA_ERROR_NOT_FOUND"``), and ``line``
    one line that names the offending value. A callback of the host's raises one with its line
    alone, ``raise aha.NetworkError("no route")``: the code is that of the class.
    """

    #: Of the class: the code of a new error, and the number that an OSError has.
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
    """A part of a piece is out of range; ``code`` says which."""


class NetworkError(Error, OSError):
    """No name, no connection, or one that broke; other errors of requests are of this class.

    ``request`` is the one that failed, where a request was waited for.
    """
    _code, _errno = Result.NETWORK, errno.ECONNABORTED
    request: Optional[Request] = None


def _name(code: int) -> str:
    """As aha_result_name has it."""
    known = {int(result): result.name for result in Result}.get(code)
    return f"AHA_ERROR_{known}" if known and code < 0 else "AHA_UNKNOWN"


def error_for(code: int, name: str, line: str) -> Error:
    """The exception that a result code becomes; :class:`Error` itself for an unknown one."""
    from ._errors import CLASSES

    kind = PieceError if Result.ATTACHMENT <= code <= Result.TITLE_EMPTY else Error
    return CLASSES.get(code, kind)(line, code, name)


def error_of(code: int, name: Callable[[int], str]) -> Error | None:
    """What a stored result stands for; None unless it is an error. There is no line with it."""
    return error_for(code, name(code), "") if code < 0 else None
