"""bindings/python/aha/effects.py: a class for each effect kind."""

from __future__ import annotations

from effects import SOURCE, WIDTH, Row, about_in_words, camel, identifier, wrapped

SPACEWAVE_PY = '''
    def spacewave(self) -> None:
        """For 3 seconds the cutoff jumps to a random place 5 times a second, then goes back.

        The C function is aha_effect_start_modulation.
        """
        self.modulate("cutoff_hz", seconds=3)
'''


def choice_class(kind: Row, parameter: Row) -> str:
    return camel(kind["effect"], parameter["parameter"])


def py_type(kind: Row, parameter: Row) -> str:
    names = {"choice": choice_class(kind, parameter), "toggle": "bool", "flags": "int"}
    return names.get(parameter["unit"], "float")


def py_default(kind: Row, parameter: Row) -> str:
    default = parameter["default"]
    if parameter["unit"] == "choice":
        word = parameter["choices"][int(default)]
        return f"{choice_class(kind, parameter)}.{identifier(word, parameter).upper()}"
    return repr({"toggle": bool, "flags": int}.get(parameter["unit"], float)(default))


def py_enum(kind: Row, parameter: Row) -> str:
    members = "\n".join(f"    {identifier(choice, parameter).upper()} = {number}"
                        for number, choice in enumerate(parameter["choices"]))
    return (f"class {choice_class(kind, parameter)}(Named):\n"
            f'    """Choices of :attr:`{camel(kind["effect"])}.{parameter["parameter"]}`."""\n\n'
            + members + "\n")


def py_parameter(kind: Row, parameter: Row) -> str:
    start = f"    {parameter['parameter']} = Parameter({py_type(kind, parameter)}"
    line = f'{start}, "{about_in_words(parameter)}")'
    return line if len(line) <= WIDTH else f'{start},\n{" " * 8}"{about_in_words(parameter)}")'


def py_argument(kind: Row, parameter: Row) -> str:
    """An argument of the constructor. An omitted one is the preset's, if the kind has presets."""
    start = f"{parameter['parameter']}:~{py_type(kind, parameter)}"
    start += "~|~str" if parameter["choices"] else ""
    return start + ("~|~None~=~None" if kind["presets"] else f"~=~{py_default(kind, parameter)}")


def py_class(kind: Row) -> str:
    parameters = kind["parameters"]
    takes = ", ".join(py_argument(kind, one) for one in parameters)
    gives = ", ".join(f"{one['parameter']}={one['parameter']}" for one in parameters)
    if kind["presets"]:
        takes, gives = f"preset:~str~|~None~=~None, {takes}", f"preset=preset, {gives}"
    lines = [f"class {camel(kind['effect'])}(Effect):", f'    """{kind["summary"]}"""', ""]
    lines += [f'    _kind = "{kind["effect"]}"']
    lines += [py_parameter(kind, one) for one in parameters]
    head = f"def __init__(self, engine:~Engine~|~None~=~None, *, {takes})~->~None:"
    lines += ["", wrapped(head, "    ", " " * 13),
              wrapped(f'super().__init__(engine, "{kind["effect"]}", {gives})', " " * 8, " " * 17)]
    return "\n".join(lines) + "\n" + (SPACEWAVE_PY if kind["effect"] == "filter" else "")


def module(kinds: list[Row]) -> str:
    chosen = [(kind, one) for kind in kinds for one in kind["parameters"] if one["choices"]]
    names = sorted([camel(kind["effect"]) for kind in kinds]
                   + [choice_class(*pair) for pair in chosen])
    every = wrapped(", ".join(f'"{name}"' for name in names), "    ")
    head = f'''\
"""A class for each effect kind. Made by scripts/generate from
{SOURCE}; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._names import Named
from .effect import Effect, Parameter

if TYPE_CHECKING:
    from .engine import Engine

__all__ = [
{every},
]
'''
    parts = [py_enum(*pair) for pair in chosen] + [py_class(kind) for kind in kinds]
    return "\n\n".join([head, *parts])


