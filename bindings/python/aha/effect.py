"""Effects: one kind of sound processing with its parameters, for a chain."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, overload

from . import _structs
from ._abi import lib
from ._array_effect import ArrayEffect
from ._constants.effect import EffectText
from ._constants.lv2 import EFFECT_LV2
from ._constants.ramp import FadeShape
from ._errors import InvalidArgumentError
from ._handle import EngineChild, got, listed, text_of
from ._player_values import ramp_of
from ._records.effect import ParameterInfo

if TYPE_CHECKING:
    from ._handle import Self
    from .engine import Engine


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
    #: Names for :meth:`Effect.load_preset`.
    presets: tuple[str, ...] = ()

    @classmethod
    def of_handle(cls, handle: int) -> EffectInfo:
        """The kind of an effect: that of the registry, or the effect's own description."""
        number: int = lib.aha_effect_get_kind(handle)
        kinds = effect_kinds()
        if number <= len(kinds):
            return kinds[number - 1]
        name = text_of(lib.aha_effect_copy_text, handle, EffectText.NAME)
        is_plugin = number == EFFECT_LV2
        summary = "An LV2 plug-in." if is_plugin else "An effect that the host implements."
        rows = listed(_structs.ParameterInfo, lib.aha_effect_parameter_count,
                      lib.aha_effect_parameter_get, handle)
        return cls(number, name, name, summary, tuple(map(ParameterInfo._of, rows)))


@functools.lru_cache(maxsize=None)
def effect_kinds() -> tuple[EffectInfo, ...]:
    """Every effect kind that the library has, in the order of its number.

    The C functions are aha_effect_kind_count, aha_effect_kind_get and
    aha_effect_kind_parameter_get.
    """
    return tuple(_effect_info(kind + 1) for kind in range(lib.aha_effect_kind_count()))


def _effect_info(kind: int) -> EffectInfo:
    info = got(_structs.EffectInfo(), lib.aha_effect_kind_get, kind)
    return EffectInfo(kind, info.name.decode(), info.title.decode(), info.summary.decode(),
                      tuple(ParameterInfo._of(got(
                          _structs.ParameterInfo(), lib.aha_effect_kind_parameter_get, kind, one))
                          for one in range(info.parameter_count)),
                      tuple(info.presets.decode().split(",")) if info.presets else ())


Value = TypeVar("Value", bound=float)


class Parameter(Generic[Value]):
    """An attribute of an effect class that is a parameter: reading it gets the value, setting it
    sets the value over the parameter's own smoothing time."""

    def __init__(self, kind: type[Value], about: str) -> None:
        self._kind = kind
        self.__doc__ = about

    def __set_name__(self, owner: type[Effect], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, effect: None, owner: type[Effect]) -> Parameter[Value]: ...

    @overload
    def __get__(self, effect: Effect, owner: type[Effect]) -> Value: ...

    def __get__(self, effect: Effect | None, owner: type[Effect]) -> Parameter[Value] | Value:
        if effect is None:
            return self
        value = effect.get(self._name)
        return self._kind(value if self._kind is float else int(value))

    def __set__(self, effect: Effect, value: Value | str) -> None:
        effect.set(self._name, value)


class Effect(ArrayEffect):
    """One effect. It processes sound while it is in a chain, also without a reference to it.

    Each kind has a class, with an attribute for each parameter: ``aha.Filter(engine,
    cutoff_hz=800)``. This class creates any kind by its name.

    An effect that is created without an engine processes arrays, alone or in a :class:`Board`:
    ``aha.Filter(cutoff_hz=800)(array, 44100)``. A chain that it is added to adopts it. Copies and
    pickles of any effect are such effects, with the same values.
    """

    _noun = "effect"
    _kind: ClassVar[str]
    _classes: ClassVar[dict[str, type[Effect]]] = {}

    def __init_subclass__(cls) -> None:
        Effect._classes.setdefault(cls._kind, cls)

    def __init__(self, engine: Engine | None, kind: str, *, preset: str | None = None,
                 **values: float | str | None) -> None:
        """Creates an effect that is in no chain yet; omitted parameters have the values of the
        preset, else their defaults. ``engine`` None: for arrays. The C functions are
        aha_effect_create and aha_effect_load_preset. Errors: InvalidArgumentError, NotFoundError
        (no such preset), OutOfMemoryError.
        """
        info = next((one for one in effect_kinds() if one.name == kind), None)
        if info is None:
            known = ", ".join(one.name for one in effect_kinds())
            raise InvalidArgumentError(f"there is no effect {kind!r}: one of {known}")
        self._info = info
        home = self._home(engine)
        super().__init__(self._made_in(home, {}), home)
        if preset is not None:
            self.load_preset(preset)
        for name, value in values.items():
            if value is not None and (preset or value != self._parameter(name)[1].default):
                self.set(name, value)

    @classmethod
    def _of(cls: type[Self], handle: int, maker: Any = None) -> Self:
        """The object of an owned handle: the existing one, or a new one.

        The C function is aha_effect_get_kind.
        """
        known = maker._engine._family.find(handle)
        if isinstance(known, Effect) and not known.closed:
            lib.aha_release(handle)
            return known  # type: ignore[return-value]
        info = EffectInfo.of_handle(handle)
        from . import effects, lv2  # noqa: F401  # fill _classes

        kind = Effect._classes.get("lv2" if info.number == EFFECT_LV2 else info.name, Effect)
        effect = kind.__new__(kind)
        EngineChild.__init__(effect, handle, maker._engine)
        effect._info = info
        return effect  # type: ignore[return-value]  # of its own class

    @property
    def info(self) -> EffectInfo:
        """The effect kind, with its parameters."""
        return self._info

    def set(self, name: str, value: float | str, *, at: int | None = None,
            over: int | None = None, curve: FadeShape | str = FadeShape.LINEAR) -> None:
        """Moves a parameter to a value within its range; a choice may be given by name.

        ``at``: the engine frame at which the change begins; None is now. ``over``: frames of the
        change; None is the parameter's smoothing time, 0 changes the value from one frame to the
        next. The C function is aha_effect_set_value. Errors: InvalidArgumentError (the value
        stays); with ``at`` also StateError (in no chain), LimitError (4096 changes wait).
        """
        number, parameter = self._parameter(name)
        lib.aha_effect_set_value(self._handle, number, _number(parameter, value),
                                 ramp_of(at, over, curve))

    def _parameter(self, name: str) -> tuple[int, ParameterInfo]:
        for parameter in self._info.parameters:
            if parameter.name == name:
                return parameter.number, parameter
        known = ", ".join(one.name for one in self._info.parameters)
        raise InvalidArgumentError(f"{self._info.name} has no parameter {name!r}: it has {known}")

    def _shown(self) -> dict[str, Any]:
        values = {one.name: self.get(one.name) for one in self._info.parameters}
        return {**values, **({"bypassed": True} if self.bypassed else {})}


def _number(parameter: ParameterInfo, value: float | str) -> float:
    """The C value of a number, or of a choice by name."""
    if not isinstance(value, str):
        return float(value)
    if value.lower() in parameter.choices:
        return float(parameter.choices.index(value.lower()))
    if not parameter.choices:
        raise InvalidArgumentError(f"{value!r} is no {parameter.name}: a number is needed")
    known = ", ".join(parameter.choices)
    raise InvalidArgumentError(f"{value!r} is no {parameter.name}: one of {known}")
