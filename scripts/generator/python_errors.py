"""bindings/python/aha/_errors.py: a class for each result code that has one, documented by the
header's comments; and the words of comments in Python terms."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from headers import Model, camel
from output import HEAD, wrapped
from python import class_name, prefix

PACKAGE = "bindings/python/aha"


class Raised(NamedTuple):
    """The class of a result code; without bases it is in base.py."""

    code: str
    name: str
    bases: list[str]
    errno: str
    text: str


@functools.lru_cache(maxsize=None)
def raised() -> dict[str, Raised]:
    """The class of each error."""
    results = next(one for one in Model().enums if one.name == "aha_result")
    found = {}
    for member, _, comment in results.members:
        code = member.removeprefix("AHA_ERROR_")
        if code == member:
            continue
        noted = results.noted.get(member, {}).get("RAISES") or f"{camel(code.lower())}Error, Error"
        name, *bases = noted.split(", ")
        errno = bases.pop() if re.fullmatch("E[A-Z]+", bases[-1] if bases else "") else ""
        found[code] = Raised(code, name, bases, errno, comment.text)
    return found


@functools.lru_cache(maxsize=None)
def enumerators() -> dict[str, str]:
    """Enumerators of C and their prefixes, in Python terms."""
    found = {}
    for enum in Model().enums:
        if (enum.name or "PYTHON" in enum.notes) and enum.name != "aha_result":
            start, name = prefix(enum), class_name(enum)
            found[f"{start}…"] = name
            found |= {member: f"{name}.{member.removeprefix(start)}"
                      for member, _, _ in enum.members}
    return found


def in_python(text: str) -> str:
    """A comment in Python terms."""
    text = re.sub(r"AHA_\w+…?", lambda one: enumerators().get(one[0], one[0]), text)
    text = re.sub(r"AHA_ERROR_(\w+)", lambda one: raised()[one[1]].name, text)
    text = text.replace("-INFINITY", "-inf")
    return re.sub(r"\bNULL\b", "None", text).replace("\\", "\\\\")


def error_class(one: Raised) -> str:
    head = wrapped(f'"""{one.text}"""', " " * 4)
    if "\n" in head:
        head = wrapped(f'"""{one.text}', " " * 4) + '\n    """'
    code = f"    _code = Result.{one.code}"
    if one.errno:
        code = f"    _code, _errno = Result.{one.code}, errno.{one.errno}"
    return f"class {one.name}({', '.join(one.bases)}):\n{head}\n{code}\n"


def files(_: Model) -> dict[str, str]:
    every = raised().values()
    # A base before its classes.
    own = sorted((one for one in every if one.bases), key=lambda one: one.bases[0] == "DeviceError")
    hand = sorted({"Error", "FormatError", *(one.name for one in every if not one.bases)})
    return {f"{PACKAGE}/_errors.py": "\n".join([
        f'"""{HEAD}."""\n', "import errno\n", "from ._constants.base import Result",
        f"from .base import {', '.join(hand)}\n\n", "\n\n".join(map(error_class, own)),
        "\n#: The class of each code.", "CLASSES: dict[int, type[Error]] = {",
        *(f"    Result.{one.code}: {one.name}," for one in every), "}\n"])}
