"""bindings/python/aha/_errors.py: a class for each result code that has one, documented by the
header's comments; and the words of comments in Python terms."""

from __future__ import annotations

import functools
import re

from headers import Model
from output import HEAD, wrapped
from python import class_name, prefix

PACKAGE = "bindings/python/aha"
#: The code, the class, its base classes, and the text that replaces the header's comment.
ERRORS = {
    "INVALID_ARGUMENT": ("InvalidArgumentError", "Error, ValueError",
                         "A NaN or out-of-range argument, or an object of another engine."),
    "INVALID_HANDLE": ("InvalidHandleError", "Error, ValueError", "A handle of another kind."),
    "RELEASED": ("ReleasedError", "Error, RuntimeError",
                 "The object was closed, or its engine was."),
    "STATE": ("StateError", "Error, RuntimeError", ""),
    "UNSUPPORTED": ("UnsupportedError", "Error", ""),
    "OUT_OF_MEMORY": ("OutOfMemoryError", "Error, MemoryError", ""),
    "LIMIT": ("LimitError", "Error", ""),
    "CANCELLED": ("CancelledError", "Error",
                  "Cancelled with :meth:`Job.cancel`, or because the engine was closed."),
    "BUFFER_TOO_SMALL": ("BufferTooSmallError", "Error", "A buffer is too small."),
    "REENTRANT": ("ReentrantError", "Error, RuntimeError", ""),
    "SYSTEM": ("OperatingSystemError", "Error, OSError", ""),
    "NOT_FOUND": ("NotFoundError", "Error, FileNotFoundError", ""),
    "ACCESS": ("AccessError", "Error, PermissionError", ""),
    "IS_DIRECTORY": ("IsDirectoryError", "Error, IsADirectoryError", ""),
    "IO": ("InputOutputError", "Error, OSError", ""),
    "DISK_FULL": ("DiskFullError", "Error, OSError", ""),
    "EXISTS": ("ExistsError", "Error, FileExistsError", ""),
    "EMPTY": ("EmptyError", "FormatError", ""),
    "UNKNOWN_FORMAT": ("UnknownFormatError", "FormatError", ""),
    "DAMAGED": ("DamagedError", "FormatError", ""),
    "FORMAT_LIMIT": ("FormatLimitError", "FormatError", ""),
    "VERIFY": ("VerifyError", "FormatError", ""),
    "DEVICE": ("DeviceError", "Error", "The sound system refused: the device is busy, or its"
               " server has gone; other errors of devices are of this class."),
    "NO_DEVICE": ("NoDeviceError", "DeviceError", ""),
    "DEVICE_FORMAT": ("DeviceFormatError", "DeviceError", ""),
    "TIMEOUT": ("TimedOutError", "NetworkError, TimeoutError", ""),
    "TLS": ("TLSError", "NetworkError", ""),
    "HTTP": ("HTTPError", "NetworkError", ""),
    "RATE_LIMITED": ("RateLimitedError", "HTTPError", ""),
    "REPLY": ("ReplyError", "NetworkError", ""),
    "NOT_SIGNED_IN": ("NotSignedInError", "Error", ""),
    "REFUSED": ("RefusedError", "Error", ""),
}
#: The errno of an OSError.
NUMBERS = {"SYSTEM": "EAGAIN", "NOT_FOUND": "ENOENT", "ACCESS": "EACCES", "IS_DIRECTORY": "EISDIR",
           "IO": "EIO", "DISK_FULL": "ENOSPC", "EXISTS": "EEXIST", "TIMEOUT": "ETIMEDOUT"}


@functools.lru_cache(maxsize=None)
def enumerators() -> dict[str, str]:
    """Enumerators of C and their prefixes, in Python terms."""
    found = {}
    for enum in Model().enums:
        if enum.name and enum.name != "aha_result":
            start, name = prefix(enum), class_name(enum)
            found[f"{start}…"] = name
            found |= {member: f"{name}.{member.removeprefix(start)}"
                      for member, _, _ in enum.members}
    return found


def in_python(text: str) -> str:
    """A comment in Python terms."""
    text = re.sub(r"AHA_\w+…?", lambda one: enumerators().get(one[0], one[0]), text)
    text = re.sub(r"AHA_ERROR_(\w+)", lambda one: ERRORS[one[1]][0] if one[1] in ERRORS
                  else "NetworkError" if one[1] == "NETWORK" else "PieceError", text)
    text = text.replace("-INFINITY", "-inf")
    return re.sub(r"\bNULL\b", "None", text).replace("\\", "\\\\")


def error_class(model: Model, code: str) -> str:
    name, bases, text = ERRORS[code]
    results = next(one for one in model.enums if one.name == "aha_result")
    told = text or next(each.text for member, _, each in results.members
                        if member == f"AHA_ERROR_{code}")
    head = wrapped(f'"""{told}"""', " " * 4)
    if "\n" in head:
        head = wrapped(f'"""{told}', " " * 4) + '\n    """'
    code_line = f"    _code = Result.{code}"
    if code in NUMBERS:
        code_line = f"    _code, _errno = Result.{code}, errno.{NUMBERS[code]}"
    return f"class {name}({bases}):\n{head}\n{code_line}\n"


def files(model: Model) -> dict[str, str]:
    return {f"{PACKAGE}/_errors.py": "\n".join([
        f'"""{HEAD}."""\n', "import errno\n", "from ._constants.base import Result",
        "from .base import Error, FormatError, NetworkError\n\n",
        "\n\n".join(error_class(model, code) for code in ERRORS),
        "\n#: The class of each code.", "CLASSES: dict[int, type[Error]] = {",
        *(f"    Result.{code}: {name}," for code, (name, _, _) in ERRORS.items()),
        "    Result.NETWORK: NetworkError,", "}\n"])}
