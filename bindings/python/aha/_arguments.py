"""Checks arguments whose errors C cannot detect.

ctypes truncates an integer to its C type silently, and C text ends at the first NUL.
"""

from __future__ import annotations

import math
import operator
import os

from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, SupportsIndex

    from typing_extensions import TypeAlias

#: Types of a file path.
Path: TypeAlias = "str | os.PathLike[str] | os.PathLike[bytes]"


def _unsigned(name: str, value: SupportsIndex, bits: int) -> int:
    number = operator.index(value)
    if not 0 <= number < 1 << bits:
        raise InvalidArgumentError(f"{name} is {number}, outside 0 to {(1 << bits) - 1}")
    return number


def unsigned32(name: str, value: SupportsIndex) -> int:
    """A number as C's uint32_t."""
    return _unsigned(name, value, 32)


def unsigned64(name: str, value: SupportsIndex) -> int:
    """A number as C's uint64_t."""
    return _unsigned(name, value, 64)


def _signed(name: str, value: SupportsIndex, bits: int) -> int:
    number = operator.index(value)
    if not -1 << bits - 1 <= number < 1 << bits - 1:
        raise InvalidArgumentError(f"{name} is {number}, outside {bits} bits")
    return number


def signed32(name: str, value: SupportsIndex) -> int:
    """A number that C takes as int32_t."""
    return _signed(name, value, 32)


def signed64(name: str, value: SupportsIndex) -> int:
    """A number that C takes as int64_t."""
    return _signed(name, value, 64)


def rounded64(name: str, value: float, scale: int) -> int:
    """A number times `scale`, as C's int64_t."""
    try:
        number = round(value * scale)
    except (OverflowError, ValueError):  # infinite, or no number
        raise InvalidArgumentError(f"{name} is {value}") from None
    return signed64(name, number)


def moment64(name: str, value: float) -> int:
    """The whole second of a time, as C's int64_t."""
    try:
        number = math.floor(value)
    except (OverflowError, ValueError):
        raise InvalidArgumentError(f"{name} is {value}") from None
    return signed64(name, number)


def encoded_text(name: str, text: str) -> bytes:
    """Text for C; bytes that came from C are returned unchanged."""
    encoded = text.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise InvalidArgumentError(f"a NUL in the {name} {text!r}")
    return encoded


def is_path(source: Any) -> bool:
    """True for the path of a file. ``bytes`` are a file's content, never its path."""
    return isinstance(source, (str, os.PathLike))


def known_path(source: Any) -> str | None:
    """The absolute path of a file, for later; None for another source."""
    return os.path.abspath(os.fsdecode(source)) if is_path(source) else None


def encoded_path(path: Path) -> bytes:
    """A file's name in bytes; any result of ``os.listdir`` is valid."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise InvalidArgumentError(f"a NUL in the path {path!r}")
    return encoded


def optional_text(name: str, text: str | None) -> bytes | None:
    """Text for C; NULL for None."""
    return None if text is None else encoded_text(name, text)


def with_commas(name: str, texts: Iterable[str]) -> bytes | None:
    """Texts as C expects them, separated by commas; a comma in one would split it."""
    if isinstance(texts, str):
        raise TypeError(f"{name}: a list of texts, not one text")
    every = list(texts)
    for text in every:
        if "," in text:
            raise ValueError(f"the text {text!r} of {name} has a comma in it")
    return encoded_text(name, ",".join(every)) if every else None


def optional_path(path: Path | None) -> bytes | None:
    """A file's name in bytes; NULL for None."""
    return None if path is None else encoded_path(path)


def decoded_path(path: bytes) -> str:
    """A file's name in the form of ``os.listdir``."""
    return os.fsdecode(path)
