"""Written by scripts/generate from include/aha; do not edit."""

import errno

from ._constants.base import Result
from .base import Error, FormatError, NetworkError


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
    """This version does not support the request."""
    _code = Result.UNSUPPORTED


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be allocated."""
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
    """A blocking call was made inside one of libaha's callbacks."""
    _code = Result.REENTRANT


class OperatingSystemError(Error, OSError):
    """The operating system refused a resource, such as a thread."""
    _code, _errno = Result.SYSTEM, errno.EAGAIN


class NotFoundError(Error, FileNotFoundError):
    """No file or folder of that name."""
    _code, _errno = Result.NOT_FOUND, errno.ENOENT


class AccessError(Error, PermissionError):
    """Permission denied."""
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
    """A file of that name exists, and the call must not replace it."""
    _code, _errno = Result.EXISTS, errno.EEXIST


class EmptyError(FormatError):
    """Empty: no bytes at all."""
    _code = Result.EMPTY


class UnknownFormatError(FormatError):
    """Not audio, or an unknown format."""
    _code = Result.UNKNOWN_FORMAT


class DamagedError(FormatError):
    """Known format, but damaged: nothing can be decoded from it."""
    _code = Result.DAMAGED


class FormatLimitError(FormatError):
    """A sample rate, channel count, length, or picture size that libaha does not support."""
    _code = Result.FORMAT_LIMIT


class VerifyError(FormatError):
    """The written data failed verification: it could not be read back completely."""
    _code = Result.VERIFY


class DeviceError(Error):
    """The sound system refused: the device is busy, or its server has gone; other errors of devices
    are of this class.
    """
    _code = Result.DEVICE


class NoDeviceError(DeviceError):
    """No device with that id, or no device at all."""
    _code = Result.NO_DEVICE


class DeviceFormatError(DeviceError):
    """The device does not support the engine's rate or channel count."""
    _code = Result.DEVICE_FORMAT


class TimedOutError(NetworkError, TimeoutError):
    """The timeout expired without data."""
    _code, _errno = Result.TIMEOUT, errno.ETIMEDOUT


class TLSError(NetworkError):
    """The server's certificate is invalid, or TLS failed."""
    _code = Result.TLS


class HTTPError(NetworkError):
    """The server answered with an error status."""
    _code = Result.HTTP


class RateLimitedError(HTTPError):
    """The server asks for a longer wait than the retries allow."""
    _code = Result.RATE_LIMITED


class ReplyError(NetworkError):
    """The server's reply is unusable."""
    _code = Result.REPLY


class NotSignedInError(Error):
    """The account is not signed in."""
    _code = Result.NOT_SIGNED_IN


class RefusedError(Error):
    """A sign-in was refused: by the user, by the server, or because the state parameter differs."""
    _code = Result.REFUSED


#: The class of each code.
CLASSES: dict[int, type[Error]] = {
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
    Result.DEVICE: DeviceError,
    Result.NO_DEVICE: NoDeviceError,
    Result.DEVICE_FORMAT: DeviceFormatError,
    Result.TIMEOUT: TimedOutError,
    Result.TLS: TLSError,
    Result.HTTP: HTTPError,
    Result.RATE_LIMITED: RateLimitedError,
    Result.REPLY: ReplyError,
    Result.NOT_SIGNED_IN: NotSignedInError,
    Result.REFUSED: RefusedError,
    Result.NETWORK: NetworkError,
}
