"""Effect kinds and their parameters, as described by the library."""

from __future__ import annotations

import functools
from typing import NamedTuple

from . import _structs
from ._abi import lib
from ._handle import got
from ._records.effect import ParameterInfo


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
    info = got(_structs.EffectInfo(), lib.aha_effect_get_info, kind)
    return EffectInfo(kind, info.name.decode(), info.title.decode(), info.summary.decode(),
                      tuple(ParameterInfo._of(got(
                          _structs.ParameterInfo(), lib.aha_effect_get_parameter_info, kind, one))
                          for one in range(info.parameter_count)))
