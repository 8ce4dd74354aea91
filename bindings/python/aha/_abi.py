"""The C library; each function is declared on first use."""

from __future__ import annotations

import atexit
import ctypes as c
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The ABI that this binding speaks. The library is never looked for by an unversioned name.
SONAME = "libaha.so.1"
#: Of the headers that _tables.py describes. Written by scripts/version.
VERSION = "1.0.0"


def _raised(result: int, function: Any, arguments: Any) -> int:
    """Raises for a negative result; OK and the remarks are returned."""
    if result < 0:
        from .base import error_for  # imported by the first failure
        raise error_for(result, lib.aha_result_name(result), lib.aha_last_error())
    return result


def _descriptor(result: int, function: Any, arguments: Any) -> int:
    """Raises for -1. The reason is only in the library's error line, as for any getter."""
    return _raised(result if result >= 0 else -11, function, arguments)


def _decoded(result: bytes, function: Any, arguments: Any) -> str:
    """Text; paths in it may contain any bytes."""
    return result.decode("utf-8", "surrogateescape")


#: Results that are checked or converted: their C type, and the function that does it.
RESULTS: dict[str, tuple[Any, Any]] = {
    "result": (c.c_int32, _raised),
    "text": (c.c_char_p, _decoded),
    "descriptor": (c.c_int, _descriptor),
}


class Library(c.CDLL):
    """CDLL, not PyDLL: the GIL is released during every call."""

    aha_version_text: Any

    def __getattr__(self, name: str) -> Any:
        """Declares a function on first use; from then on it is an attribute."""
        setattr(self, name, self.declared(name))
        return vars(self)[name]

    def declared(self, name: str) -> Any:
        """A function with its declared types."""
        from ._structs import type_named  # imported late, to keep the import of aha fast
        from ._tables import FUNCTIONS

        if name not in FUNCTIONS:
            raise AttributeError(f"{name} is in no table")
        result, *arguments = FUNCTIONS[name].split()
        function = self._found(name)
        function.argtypes = [*map(type_named, arguments)]
        if result in RESULTS:
            function.restype, function.errcheck = RESULTS[result]
        else:
            function.restype = type_named(result)
        return function

    def _found(self, name: str) -> Any:
        try:
            return self[name]
        except AttributeError as error:
            raise ImportError(f"{self._name} is older than this binding: {error}") from error


def library_name() -> str:
    """The library to load: AHA_LIBRARY, one beside this package, or the system's."""
    beside = os.path.join(os.path.dirname(__file__), SONAME)
    return os.environ.get("AHA_LIBRARY") or (beside if os.path.exists(beside) else SONAME)


def _minor(version: str) -> list[int]:
    """Minor versions add functions."""
    return [int(part) for part in version.split(".")[:2]]


def _load() -> Library:
    name = library_name()
    try:
        library = Library(name)
    except OSError as error:
        raise ImportError(f"libaha can't be loaded from {name}: {error}; install it, or set"
                          " AHA_LIBRARY to the path of the library") from error
    # Importing aha reads no table.
    library.aha_version_text = function = library._found("aha_version_text")
    function.restype, function.errcheck = RESULTS["text"]
    version = function()
    if _minor(version) < _minor(VERSION):
        raise ImportError(f"{name} is older than this binding: {version}, not {VERSION}")
    # No thread of libaha may call Python during its shutdown. Registered first, so it runs after
    # the finalizers of engines, whose lines are still logged.
    atexit.register(library["aha_log_set_sink"], 0, None, None, None)
    return library


lib = _load()
