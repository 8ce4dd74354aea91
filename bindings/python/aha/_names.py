"""Enumerations whose members may also be given by name."""

from __future__ import annotations

import enum

from ._abi import lib
from ._arguments import signed64
from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Member = TypeVar("Member", bound="Named")


class Named(enum.IntEnum):
    """An enumeration of the headers. A value that only a newer library knows gets a name too."""

    @classmethod
    def of(cls: type[Member], value: str | int) -> Member:
        """The member for an argument: ``Container.of("flac")`` is ``Container.FLAC``."""
        name = value.upper().replace(" ", "_") if isinstance(value, str) else None
        for member in cls:
            if value == member.value or name == member.name:
                return member
        choices = ", ".join(repr(member.name.lower()) for member in cls)
        raise InvalidArgumentError(f"{value!r} is not a {cls.__name__}: one of {choices}")

    @classmethod
    def _missing_(cls, value: object) -> Named | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member


def number_named(effect: Any, name: str) -> int:
    """The number of an effect's parameter."""
    number: int = effect._parameter(name)[0]
    return number


class Scale(Named):
    """An enumeration of lengths of time, which name each piece of time of that length."""

    def label(self, number: int) -> str:
        """The label of a period: "2026-11-22", "2026-W47", "2026-11". The C function is
        aha_history_copy_label.
        """
        from ._handle import copied_text

        return copied_text(lib.aha_history_copy_label, self, signed64("number", number)).decode()
