"""The class of each effect kind agrees with the headers and the registry."""

from __future__ import annotations

import inspect
from typing import Any

import aha
import headers
import pytest
from aha._names import Named
from aha.effect import Parameter

KINDS = aha.effect_kinds()
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def class_of(kind: aha.EffectInfo) -> Any:
    return getattr(aha, kind.name.title().replace("_", ""))


def parameters(kind: aha.EffectInfo) -> dict[str, Parameter[Any]]:
    return {name: one for name, one in vars(class_of(kind)).items() if isinstance(one, Parameter)}


def inside(parameter: aha.ParameterInfo) -> float:
    """A value that is neither a bound nor the default."""
    value = parameter.minimum + 0.375 * (parameter.maximum - parameter.minimum)
    return round(value) if parameter.curve is aha.Curve.STEPPED else value


def test_kinds_are_in_the_order_of_their_numbers() -> None:
    assert [kind.number for kind in KINDS] == list(range(1, len(KINDS) + 1))
    assert {"filter", "reverb", "pitch", "compressor", "limiter", "equalizer", "delay",
            "tuner"} <= {kind.name for kind in KINDS}


def test_the_numbers_are_those_of_the_headers() -> None:
    expected = {}
    for kind in KINDS:
        expected[f"AHA_EFFECT_{kind.name}".upper()] = kind.number
        for index, parameter in enumerate(kind.parameters):
            name = f"AHA_{kind.name}_{parameter.name}".upper()
            expected[name] = kind.number << 8 | index
            assert parameter.number == expected[name]
            for value, choice in enumerate(parameter.choices):
                expected[f"{name}_{choice.upper().replace('#', '_SHARP')}"] = value
    prefixes = ("AHA_EFFECT_", *(f"AHA_{kind.name.upper()}_" for kind in KINDS))
    found = {name: value for name, value in headers.Model().enumerators().items()
             if name.startswith(prefixes) and name != "AHA_EFFECT_HOST"
             and not name.startswith("AHA_EFFECT_TEXT_")}
    assert found == expected


@EACH_KIND
def test_the_class_has_the_parameters(kind: aha.EffectInfo, engine: aha.Engine) -> None:
    assert list(parameters(kind)) == [one.name for one in kind.parameters]
    takes = inspect.signature(class_of(kind)).parameters
    effect = class_of(kind)(engine)
    preset = ["preset"] if kind.presets else []
    assert list(takes) == ["engine", *preset, *parameters(kind)] and effect.info is kind
    for one in kind.parameters:
        default, value = takes[one.name].default, getattr(effect, one.name)
        assert float(value) == pytest.approx(one.default)
        if kind.presets:  # an omitted argument is the preset's
            assert default is None
        else:
            assert type(value) is type(default) and float(default) == pytest.approx(one.default)


@EACH_KIND
def test_every_parameter_can_be_given_and_set(kind: aha.EffectInfo, engine: aha.Engine) -> None:
    values = {one.name: inside(one) for one in kind.parameters}
    effect = class_of(kind)(engine, **values)
    assert {name: getattr(effect, name) for name in values} == pytest.approx(values)
    for one in kind.parameters:
        for value in (one.maximum, one.minimum, inside(one)):
            setattr(effect, one.name, value)
            assert getattr(effect, one.name) == effect.get(one.name) == pytest.approx(value)
        for bad in (one.maximum + 1, one.minimum - 1, float("nan"), float("inf"),
                    *([one.minimum + 0.5] if one.curve is aha.Curve.STEPPED else ())):
            with pytest.raises(aha.InvalidArgumentError):
                setattr(effect, one.name, bad)
            assert effect.get(one.name) == pytest.approx(inside(one))


@EACH_KIND
def test_choices_are_set_by_name_and_number(kind: aha.EffectInfo, engine: aha.Engine) -> None:
    effect = class_of(kind)(engine)
    for one in kind.parameters:
        for number, choice in enumerate(one.choices):
            setattr(effect, one.name, choice)
            member = getattr(effect, one.name)
            assert isinstance(member, Named) and member == number
            assert choice.upper().replace("#", "_SHARP") in member.name
            setattr(effect, one.name, 0)
            setattr(effect, one.name, member)
            assert effect.get(one.name) == number
        needed = "one of " if one.choices else "a number is needed"
        with pytest.raises(ValueError, match=f"'nonsense' is no {one.name}: {needed}"):
            setattr(effect, one.name, "nonsense")


def test_values_have_the_type_of_their_unit(engine: aha.Engine) -> None:
    assert aha.Pitch(engine, formant=True).formant is True
    assert aha.Tuner(engine, scale=0b101010110101).scale == 0b101010110101
    assert aha.Filter(engine, slope="24_db").slope is aha.FilterSlope.SLOPE_24_DB
    assert isinstance(aha.Reverb(engine).mix, float)


@EACH_KIND
def test_every_attribute_names_its_range(kind: aha.EffectInfo) -> None:
    assert class_of(kind).__doc__ == kind.summary
    for one in kind.parameters:
        about = parameters(kind)[one.name].__doc__ or ""
        assert about.startswith(f"{one.title}: ") and "default " in about
