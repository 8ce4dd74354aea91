"""Effect kinds and their parameters, as described by the library."""

from __future__ import annotations

import functools
from typing import NamedTuple

from . import _structs
from ._abi import lib
from ._constants.effect import Curve as Curve, Unit as Unit


class ParameterInfo(NamedTuple):
    """One parameter of an effect kind."""

    #: As in ``"cutoff_hz"``.
    name: str
    #: For people, as in ``"Cutoff"``.
    title: str
    #: Names of the choices; none for other units.
    choices: tuple[str, ...]
    minimum: float
    maximum: float
    default: float
    #: How long a change takes when no time is given; 0: from one frame to the next.
    smoothing_ms: float
    unit: Unit
    curve: Curve
    #: As in AHA_FILTER_CUTOFF_HZ.
    number: int


class EffectInfo(NamedTuple):
    """One effect kind."""

    #: AHA_EFFECT_… of it.
    number: int
    #: As in ``"reverb"``.
    name: str
    #: For people, as in ``"Reverb"``.
    title: str
    #: One sentence.
    summary: str
    parameters: tuple[ParameterInfo, ...]


@functools.lru_cache(maxsize=None)
def effect_kinds() -> tuple[EffectInfo, ...]:
    """Every effect kind that the library has, in the order of its number.

    The C functions are aha_effect_kind_count, aha_effect_get_info and
    aha_effect_get_parameter_info.
    """
    return tuple(_effect_info(kind + 1) for kind in range(lib.aha_effect_kind_count()))


def _effect_info(kind: int) -> EffectInfo:
    info = _structs.EffectInfo()
    lib.aha_effect_get_info(kind, info)
    return EffectInfo(kind, info.name.decode(), info.title.decode(), info.summary.decode(),
                      tuple(_parameter_info(kind, one) for one in range(info.parameter_count)))


def _parameter_info(kind: int, index: int) -> ParameterInfo:
    info = _structs.ParameterInfo()
    lib.aha_effect_get_parameter_info(kind, index, info)
    choices = info.choices.decode()
    return ParameterInfo(info.name.decode(), info.title.decode(),
                         tuple(choices.split(",")) if choices else (), info.minimum, info.maximum,
                         info.default_value, info.smoothing_ms, Unit(info.unit), Curve(info.curve),
                         info.parameter)
