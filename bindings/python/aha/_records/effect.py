"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.effect import Curve, Unit


class ParameterInfo(NamedTuple):
    """Description of one parameter of an effect kind."""

    #: As in "cutoff_hz".
    name: str
    #: Title for users, as in "Cutoff".
    title: str
    #: Names of the choices; "" for other units.
    choices: tuple[str, ...]
    minimum: float
    maximum: float
    default: float
    #: Duration of a change without an explicit time; 0: from one frame to the next.
    smoothing_ms: float
    unit: Unit
    curve: Curve
    #: Its number for every other function, as in AHA_FILTER_CUTOFF_HZ: kind << 8 | index.
    number: int

    @classmethod
    def _of(cls, struct: Any) -> ParameterInfo:
        return cls(struct.name.decode("utf-8", "surrogateescape"), struct.title.decode("utf-8",
                   "surrogateescape"), tuple(struct.choices.decode().split(",") if struct.choices
                   else ()), struct.minimum, struct.maximum, struct.default_value,
                   struct.smoothing_ms, Unit(struct.unit), Curve(struct.curve), struct.parameter)
