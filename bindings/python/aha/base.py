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


class InvalidArgumentError(Error, ValueError):
    """A NaN or out-of-range argument, or an object of another engine."""
    _code = Result.INVALID_ARGUMENT


class InvalidHandleError(Error, ValueError):
    """A handle of another kind."""
    _code = Result.INVALID_HANDLE


class ReleasedError(Error, RuntimeError):
    """The object was closed, or its engine was."""
    _code = Result.RELEASED


class StateError(Error, RuntimeError):
    """The object's state does not allow this call now."""
    _code = Result.STATE


class UnsupportedError(Error):
    """Asked for something this version does not have."""
    _code = Result.UNSUPPORTED


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be had."""
    _code = Result.OUT_OF_MEMORY


class LimitError(Error):
    """A limit of the engine is reached: players, buses, or depth."""
    _code = Result.LIMIT


class CancelledError(Error):
    """Cancelled with :meth:`Job.cancel`, or because the engine was closed."""
    _code = Result.CANCELLED


class BufferTooSmallError(Error):
    """A buffer is too small."""
    _code = Result.BUFFER_TOO_SMALL


class ReentrantError(Error, RuntimeError):
    """A blocking call from inside one of libaha's callbacks."""
    _code = Result.REENTRANT


class OperatingSystemError(Error, OSError):
    """The operating system refused something, such as a thread."""
    _code, _errno = Result.SYSTEM, errno.EAGAIN


class NotFoundError(Error, FileNotFoundError):
    """No file or folder of that name."""
    _code, _errno = Result.NOT_FOUND, errno.ENOENT


class AccessError(Error, PermissionError):
    """Not permitted."""
    _code, _errno = Result.ACCESS, errno.EACCES


class IsDirectoryError(Error, IsADirectoryError):
    """A directory where a file is needed."""
    _code, _errno = Result.IS_DIRECTORY, errno.EISDIR


class InputOutputError(Error, OSError):
    """Reading or writing failed."""
    _code, _errno = Result.IO, errno.EIO


class DiskFullError(Error, OSError):
    """No space left on the device, or over quota."""
    _code, _errno = Result.DISK_FULL, errno.ENOSPC


class ExistsError(Error, FileExistsError):
    """A file of that name exists, and was not to be replaced."""
    _code, _errno = Result.EXISTS, errno.EEXIST


class FormatError(Error):
    """What all errors of formats have in common."""


class EmptyError(FormatError):
    """Empty: no bytes at all."""
    _code = Result.EMPTY


class UnknownFormatError(FormatError):
    """Not audio, or of a format that is not known."""
    _code = Result.UNKNOWN_FORMAT


class DamagedError(FormatError):
    """Known format, but damaged: nothing can be decoded from it."""
    _code = Result.DAMAGED


class FormatLimitError(FormatError):
    """A rate, channel count, or length that libaha does not take."""
    _code = Result.FORMAT_LIMIT


class VerifyError(FormatError):
    """What was written does not read back whole."""
    _code = Result.VERIFY


class DeviceError(Error):
    """The sound system refused, as a busy device; other errors of devices are of this class."""
    _code = Result.DEVICE


class NoDeviceError(DeviceError):
    """No device of that id, or none at all."""
    _code = Result.NO_DEVICE


class DeviceFormatError(DeviceError):
    """The device has not the engine's rate, or not so many channels."""
    _code = Result.DEVICE_FORMAT


class PieceError(Error, ValueError):
    """A part of a piece is out of range; ``code`` tells which."""


class NetworkError(Error, OSError):
    """No name, no connection, or one that broke; other errors of requests are of this class.

    ``request`` is the one that failed, where a request was waited for.
    """
    _code, _errno = Result.NETWORK, errno.ECONNABORTED
    request: Optional[Request] = None


class TimedOutError(NetworkError, TimeoutError):
    """Nothing came in time."""
    _code, _errno = Result.TIMEOUT, errno.ETIMEDOUT


class TLSError(NetworkError):
    """The server's certificate is not good, or TLS failed."""
    _code = Result.TLS


class HTTPError(NetworkError):
    """The server answered with a status that is no success."""
    _code = Result.HTTP


class RateLimitedError(HTTPError):
    """The server asks to wait, longer than the retries did."""
    _code = Result.RATE_LIMITED


class ReplyError(NetworkError):
    """The server's answer is none that can be used."""
    _code = Result.REPLY


class NotSignedInError(Error):
    """The account is not signed in."""
    _code = Result.NOT_SIGNED_IN


class RefusedError(Error):
    """A sign-in was refused: by the person, by the server, or because its state is another."""
    _code = Result.REFUSED


def _name(code: int) -> str:
    """As aha_result_name has it."""
    known = {int(result): result.name for result in Result}.get(code)
    return f"AHA_ERROR_{known}" if known and code < 0 else "AHA_UNKNOWN"


#: The classes that have a code of their own.
_CLASSES: dict[int, type[Error]] = {
    kind._code: kind for kind in globals().values()
    if isinstance(kind, type) and issubclass(kind, Error) and "_code" in vars(kind)
    and kind is not Error}


def error_for(code: int, name: str, line: str) -> Error:
    """The exception that a result code becomes; :class:`Error` itself for an unknown one."""
    kind = PieceError if Result.ATTACHMENT <= code <= Result.TITLE_EMPTY else Error
    return _CLASSES.get(code, kind)(line, code, name)


def error_of(code: int, name: Callable[[int], str]) -> Error | None:
    """What a stored result stands for; None unless it is an error. There is no line with it."""
    return error_for(code, name(code), "") if code < 0 else None
