"""The enumerations of C as classes of C++."""

from __future__ import annotations

import os

from headers import Enum, Model
from output import wrapped

#: Words of C++ that are no names.
WORDS = {"auto", "short"}


def names(enum: Enum) -> dict[str, str]:
    """The name of each member, without the words that all members begin with."""
    begin = os.path.commonprefix([name for name, _, _ in enum.members]).rpartition("_")[0]
    small = {name: name[len(begin) + 1:].lower() for name, _, _ in enum.members}
    return {name: word + "_" * (word in WORDS) for name, word in small.items()}


def is_class(model: Model, c_type: str) -> bool:
    return any(one.name == c_type and "FLAGS" not in one.notes for one in model.enums)


def enum_class(enum: Enum, name: str) -> str:
    lines = [wrapped(enum.comment.text, "/// ") if enum.comment.text else f"/// {enum.name}.",
             f"enum class {name} : std::uint32_t {{"]
    for member, _, comment in enum.members:
        lines += [wrapped(comment.text, "  /// ", "/// ")] if comment.text else []
        lines.append(f"  {names(enum)[member]} = {member},")
    return "\n".join([*lines, "};\n"])
