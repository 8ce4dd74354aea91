"""Results and errors.

Every failing call raises an :class:`Error`, and a subclass of it per result code, so that a script
catches what it expects: ``except aha.NotFoundError``. Those that have an equal among Python's own
exceptions are that too: ``except FileNotFoundError`` works as well.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Callable, ClassVar, Optional

from ._result import Result as Result

if TYPE_CHECKING:
    from .request import Request


class Error(Exception):
    """A call of libaha failed.

    ``code`` is the result code, ``name`` its name in C (``"AHA_ERROR_NOT_FOUND"``), and ``line``
    one line that names the offending value.
    """

    _errno: ClassVar[int] = 0

    def __init__(self, code: int, name: str, line: str) -> None:
        super().__init__(line)
        self.code = code
        self.name = name
        self.line = line
        if isinstance(self, OSError):
            OSError.__init__(self, self._errno, line)

    def __str__(self) -> str:
        return self.line or self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name}: {self.line!r})"

    def __reduce__(self) -> tuple[type[Error], tuple[int, str, str]]:
        return type(self), (self.code, self.name, self.line)


class InvalidArgumentError(Error, ValueError):
    """A NaN or out-of-range argument, or an object of another engine."""


class InvalidHandleError(Error, ValueError):
    """A handle of another kind."""


class ReleasedError(Error, RuntimeError):
    """The object was closed, or its engine was."""


class StateError(Error, RuntimeError):
    """The object's state does not allow this call now."""


class UnsupportedError(Error):
    """Asked for something this version does not have."""


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be had."""


class LimitError(Error):
    """A limit of the engine is reached: players, buses, or depth."""


class CancelledError(Error):
    """Cancelled with :meth:`Job.cancel`, or because the engine was closed."""


class BufferTooSmallError(Error):
    """A buffer is too small."""


class ReentrantError(Error, RuntimeError):
    """A blocking call from inside one of libaha's callbacks."""


class OperatingSystemError(Error, OSError):
    """The operating system refused something, such as a thread."""

    _errno = errno.EAGAIN


class NotFoundError(Error, FileNotFoundError):
    """No file or folder of that name."""

    _errno = errno.ENOENT


class AccessError(Error, PermissionError):
    """Not permitted."""

    _errno = errno.EACCES


class IsDirectoryError(Error, IsADirectoryError):
    """A directory where a file is needed."""

    _errno = errno.EISDIR


class InputOutputError(Error, OSError):
    """Reading or writing failed."""

    _errno = errno.EIO


class DiskFullError(Error, OSError):
    """No space left on the device, or over quota."""

    _errno = errno.ENOSPC


class ExistsError(Error, FileExistsError):
    """A file of that name exists, and was not to be replaced."""

    _errno = errno.EEXIST


class FormatError(Error):
    """What all errors of formats have in common."""


class EmptyError(FormatError):
    """Empty: no bytes at all."""


class UnknownFormatError(FormatError):
    """Not audio, or of a format that is not known."""


class DamagedError(FormatError):
    """Known format, but damaged: nothing can be decoded from it."""


class FormatLimitError(FormatError):
    """A rate, channel count, or length that libaha does not take."""


class VerifyError(FormatError):
    """What was written does not read back whole."""


class DeviceError(Error):
    """The sound system refused, as a busy device; other errors of devices are of this class."""


class NoDeviceError(DeviceError):
    """No device of that id, or none at all."""


class DeviceFormatError(DeviceError):
    """The device has not the engine's rate, or not so many channels."""


class PieceError(Error, ValueError):
    """A part of a piece is out of range; ``code`` tells which."""


class NetworkError(Error, OSError):
    """No name, no connection, or one that broke; other errors of requests are of this class.

    ``request`` is the one that failed, where a request was waited for.
    """

    _errno = errno.ECONNABORTED
    request: Optional[Request] = None


class TimedOutError(NetworkError, TimeoutError):
    """Nothing came in time."""

    _errno = errno.ETIMEDOUT


class TLSError(NetworkError):
    """The server's certificate is not good, or TLS failed."""


class HTTPError(NetworkError):
    """The server answered with a status that is no success."""


class RateLimitedError(HTTPError):
    """The server asks to wait, longer than the retries did."""


class ReplyError(NetworkError):
    """The server's answer is none that can be used."""


class NotSignedInError(Error):
    """The account is not signed in."""


class RefusedError(Error):
    """A sign-in was refused: by the person, by the server, or because its state is another."""


_CLASSES: dict[int, type[Error]] = {
    Result.INVALID_ARGUMENT: InvalidArgumentError,
    Result.INVALID_HANDLE: InvalidHandleError,
    Result.RELEASED: ReleasedError,
    Result.STATE: StateError,
    Result.UNSUPPORTED: UnsupportedError,
    Result.OUT_OF_MEMORY: OutOfMemoryError,
    Result.LIMIT: LimitError,
    Result.CANCELLED: CancelledError,
    Result.BUFFER_TOO_SMALL: BufferTooSmallError,
    Result.REENTRANT: ReentrantError,
    Result.SYSTEM: OperatingSystemError,
    Result.NOT_FOUND: NotFoundError,
    Result.ACCESS: AccessError,
    Result.IS_DIRECTORY: IsDirectoryError,
    Result.IO: InputOutputError,
    Result.DISK_FULL: DiskFullError,
    Result.EXISTS: ExistsError,
    Result.EMPTY: EmptyError,
    Result.UNKNOWN_FORMAT: UnknownFormatError,
    Result.DAMAGED: DamagedError,
    Result.FORMAT_LIMIT: FormatLimitError,
    Result.VERIFY: VerifyError,
    Result.NO_DEVICE: NoDeviceError,
    Result.DEVICE_FORMAT: DeviceFormatError,
    Result.DEVICE: DeviceError,
    Result.NETWORK: NetworkError, Result.TIMEOUT: TimedOutError, Result.TLS: TLSError,
    Result.HTTP: HTTPError, Result.RATE_LIMITED: RateLimitedError, Result.REPLY: ReplyError,
    Result.NOT_SIGNED_IN: NotSignedInError, Result.REFUSED: RefusedError,
    **{code: PieceError for code in Result if Result.ATTACHMENT <= code <= Result.TITLE_EMPTY},
}


def error_for(code: int, name: str, line: str) -> Error:
    """The exception that a result code becomes; :class:`Error` itself for an unknown one."""
    return _CLASSES.get(code, Error)(code, name, line)


def error_of(code: int, name: Callable[[int], str]) -> Error | None:
    """What a stored result stands for; None unless it is an error. There is no line with it."""
    return error_for(code, name(code), "") if code < 0 else None
