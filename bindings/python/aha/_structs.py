"""The structures and callback types of the headers: _structs.BusMeter is aha_bus_meter.

Each is created from its line of _tables.py on first use.
"""

from __future__ import annotations

import ctypes as c

from ._tables import CALLBACKS, STRUCTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    _arguments: Any
else:  # a circular import, in which mypy finds no type for Any
    from . import _arguments


#: Checks of numbers: ctypes truncates a number to its C type silently.
_CHECKS = {c.c_uint32: _arguments.unsigned32, c.c_uint64: _arguments.unsigned64,
           c.c_int32: _arguments.signed32, c.c_int64: _arguments.signed64}


class Sized(c.Structure):
    """A structure that begins with its own size; omitted fields are zero, the default.

    Numbers are checked, and texts encoded, by the field's type. Errors: InvalidArgumentError, which
    names the field.
    """

    def __init__(self, **fields: Any) -> None:
        types = {name: kind for name, kind, *_ in self._fields_}
        super().__init__(struct_size=c.sizeof(type(self)), **{
            name: _checked(name, value, types[name]) for name, value in fields.items()})

    def values(self) -> dict[str, Any]:
        """All fields except the size and reserved ones."""
        names = (field[0] for field in self._fields_)
        return {name: getattr(self, name) for name in names
                if name not in ("struct_size", "reserved")}


def _checked(name: str, value: Any, kind: Any) -> Any:
    """A field's value in C's form."""
    if isinstance(value, str):
        return _arguments.encoded_text(name, value)
    return _CHECKS[kind](name, value) if kind in _CHECKS else value


def type_named(word: str) -> Any:
    """The type for a word of _tables.py: ``c_float``, ``*c_void_p``, ``c_char[256]``."""
    if word.startswith("*"):
        return c.POINTER(type_named(word[1:]))
    if word.endswith("]"):
        name, _, length = word[:-1].partition("[")
        return type_named(name) * int(length)
    if word == "None":
        return None
    return getattr(c, word) if word.startswith("c_") else globals().get(word) or __getattr__(word)


def __getattr__(name: str) -> Any:
    if name in STRUCTS:
        words = STRUCTS[name].split()
        base = Sized if words[0] == "struct_size" else c.Structure
        fields = [*zip(words[::2], map(type_named, words[1::2]))]
        made: Any = type(c.Structure)(  # type: ignore[misc]
            name, (base,), {"_fields_": fields, "__module__": __name__})
    elif name in CALLBACKS:
        made = c.CFUNCTYPE(*map(type_named, CALLBACKS[name].split()))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # If two threads create it at once, both use the first result.
    return globals().setdefault(name, made)
