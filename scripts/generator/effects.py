"""The effect registry, read from its Swift source, and the files made from it:
include/aha/effects.h, the classes of the Python and C++ bindings, and docs/effects.md with tables.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

from headers import ROOT
from output import BUILD

SOURCES = ROOT / "Sources/Sound/AhaDSP/Effects"
SOURCE = "the registry in Sources/Sound/AhaDSP/Effects/EffectRegistry.swift"
UNITS = {"hertz": " Hz", "cents": " cents", "decibels": " dB", "milliseconds": " ms",
         "seconds": " s"}
WIDTH = 100
NUMBER = r"-?\d+(?:\.\d+)?"
SPEC = re.compile(r"""EffectSpec\(\s*kind:\ \.(?P<kind>\w+),\ name:\ "(?P<effect>\w+)",
    \ title:\ "(?P<title>[^"]*)",\s*summary:\ "(?P<summary>[^"]*)",
    \s*parameters:\ (?:(?P<other>\w+)\.parameters|\[(?P<parameters>.*?)\])
    (?:\)|,\s*presetNames:\ "(?P<presets>[^"]*)",
    \s*presets:\ \[(?P<values>.*?)\n\s*\]\))""", re.S | re.X)
PARAMETER = re.compile(rf"""ParameterSpec\(\s*"(?P<parameter>\w+)",\s*title:\ "(?P<title>[^"]*)",\s*
    unit:\ \.(?P<unit>\w+),\s*range:\ (?P<minimum>{NUMBER})\.\.\.(?P<maximum>{NUMBER}),\s*
    standard:\ (?P<default>{NUMBER})(?:,\s*scale:\ \.(?P<curve>\w+))?
    (?:,\s*smoothingMs:\ (?P<smoothing>{NUMBER}))?
    (?:,\s*choices:\ "(?P<choices>[^"]*)")?\s*\)""", re.X)

Row = dict[str, Any]


def registry() -> list[Row]:
    """All effect kinds in the order of their numbers."""
    text = "".join(path.read_text() for path in sorted(SOURCES.glob("EffectRegistry*.swift")))
    specs = {one["kind"]: one for one in SPEC.finditer(text)}
    parameters = {name: [*PARAMETER.finditer(one["parameters"] or "")]
                  for name, one in specs.items()}
    if text.count(" EffectSpec(\n") + text.count(" EffectSpec(kind:") != len(specs) or text.count(
            "ParameterSpec(") != sum(map(len, parameters.values())):
        raise SystemExit(f"{SOURCES}: a form of EffectSpec or ParameterSpec that the generator does"
                         " not know")
    for name, one in specs.items():
        if one["other"]:
            parameters[name] = parameters[one["other"]]
    return [{"effect": specs[name]["effect"], "kind": number, "title": specs[name]["title"],
             "summary": specs[name]["summary"],
             "parameters": [row(number << 8 | index, one)
                            for index, one in enumerate(parameters[name])],
             "presets": presets(specs[name])}
            for name, number in numbers().items()]


def presets(spec: re.Match[str]) -> dict[str, list[float]]:
    """The values of the first parameters, by name of the preset."""
    rows = re.findall(r"\[([^\[\]]*)\]", spec["values"] or "")
    return {name: [float(value) for value in one.split(",")]
            for name, one in zip((spec["presets"] or "").split(","), rows)}


def numbers() -> dict[str, int]:
    """The numbers of the kinds in the registry."""
    text = (SOURCES / "EffectSpec.swift").read_text().partition("enum EffectKind")[2]
    found: dict[str, int] = {}
    last = 0
    for line in re.findall(r"\n  case (.*)", text.partition("\n}\n")[0]):
        for name, value in re.findall(r"(\w+)(?: = (\d+))?", line):
            last = found[name] = int(value or last + 1)
    return {name: value for name, value in found.items() if name not in ("lv2", "host")}


def row(number: int, found: re.Match[str]) -> Row:
    """A parameter. One that is stepped is not smoothed."""
    curve = found["curve"] or "linear"
    return {"parameter": found["parameter"], "number": number, "title": found["title"],
            "unit": found["unit"], "curve": curve,
            **{name: float(found[name]) for name in ("minimum", "maximum", "default")},
            "smoothing_ms": 0.0 if curve == "stepped" else float(found["smoothing"] or 5),
            "choices": found["choices"].split(",") if found["choices"] else []}


def plain(number: float) -> str:
    """A number without trailing zeros."""
    return f"{number:.4f}".rstrip("0").rstrip(".")


def identifier(choice: str, parameter: Row) -> str:
    """A choice as part of a name; the parameter's name precedes a choice that begins with a digit.
    """
    word = choice.replace("#", "_sharp")
    return f"{parameter['parameter']}_{word}" if word[0].isdigit() else word


def values(parameter: Row) -> str:
    """The range of a numeric parameter, with its unit."""
    unit = parameter["unit"]
    if unit == "toggle":
        return "0 (off) or 1 (on)"
    flags = "flags, " if unit == "flags" else ""
    return (f"{flags}{plain(parameter['minimum'])} to {plain(parameter['maximum'])}"
            + UNITS.get(unit, ""))


def camel(*names: str) -> str:
    return "".join(word.capitalize() for name in names for word in name.split("_"))


def wrapped(text: str, indent: str = "", more: str = "") -> str:
    """Lines of at most WIDTH columns; a "~" is a no-break blank."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + more,
                         break_on_hyphens=False).replace("~", " ")


def about_in_words(parameter: Row) -> str:
    told = {"choice": "one of its choices", "toggle": "on or off"}.get(parameter["unit"])
    default = plain(parameter["default"])
    if parameter["unit"] == "choice":
        default = parameter["choices"][int(parameter["default"])]
    elif parameter["unit"] == "toggle":
        default = "on" if parameter["default"] else "off"
    return f"{parameter['title']}: {told or values(parameter)}, default {default}."


# include/aha/effects.h

def c_enum(comment: str, rows: list[tuple[str, str, Any]]) -> str:
    lines = []
    for number, (about, name, value) in enumerate(rows):
        lines += [f"  /** {about} */"] if about else []
        lines.append(f"  {name} = {value}" + ("," if number < len(rows) - 1 else ""))
    return "\n".join([f"/** {comment} */", "enum {", *lines, "};\n"])


def c_parameter(kind: Row, parameter: Row) -> tuple[str, str, str]:
    name = f"AHA_{kind['effect']}_{parameter['parameter']}".upper()
    told = f"one of {name}_…" if parameter["choices"] else values(parameter)
    about = f"{parameter['title']}: {told}, default {plain(parameter['default'])}."
    return about, name, hex(parameter["number"])


def c_header(kinds: list[Row]) -> str:
    parts = [c_enum("Effect kinds.", [
        (kind["summary"], f"AHA_EFFECT_{kind['effect']}".upper(), kind["kind"]) for kind in kinds])]
    for kind in kinds:
        effect = kind["effect"].upper()
        parts.append(c_enum(f"Parameters of AHA_EFFECT_{effect}.",
                            [c_parameter(kind, one) for one in kind["parameters"]]))
        for parameter in kind["parameters"]:
            prefix = f"AHA_{effect}_{parameter['parameter'].upper()}"
            rows = [("", f"{prefix}_{choice.replace('#', '_sharp').upper()}", number)
                    for number, choice in enumerate(parameter["choices"])]
            if rows:
                parts.append(c_enum(f"Choices of {prefix}.", rows))
    head = f"""\
/* aha/effects.h: the numbers of every effect kind, parameter and choice. Made by scripts/generate
 * from {SOURCE}; do not edit. */
#ifndef AHA_EFFECTS_H
#define AHA_EFFECTS_H
"""
    return "\n".join([head, *parts, "#endif /* AHA_EFFECTS_H */\n"])


# docs/effects.md

PLACE = "<!-- tables: scripts/generate -->\n"
CURVES = {"linear": "linear", "logarithmic": "ratio", "stepped": "jumps"}


def md_table(kind: Row) -> str:
    rows = []
    for one in kind["parameters"]:
        default = one["choices"][int(one["default"])] if one["choices"] else plain(one["default"])
        told = ", ".join(f"`{word}`" for word in one["choices"]) or values(one)
        smoothing = f"{plain(one['smoothing_ms'])} ms" if one["smoothing_ms"] else "none"
        rows.append(f"| `{one['parameter']}` | {one['title']} | {told} | {default} |"
                    f" {CURVES[one['curve']]} | {smoothing} |")
    head = ["| parameter | | values | default | moves | smoothing |", "|---|---|---|---|---|---|"]
    return "\n".join([f"### {kind['title']}: `{kind['effect']}`", "", kind["summary"], "",
                      *head, *rows, "", *md_presets(kind)])


def md_presets(kind: Row) -> list[str]:
    """The values of the presets; none without presets."""
    if not kind["presets"]:
        return []
    columns = list(zip(*kind["presets"].values()))
    return ["| preset | " + " | ".join(f"`{name}`" for name in kind["presets"]) + " |",
            "|---" * (1 + len(kind["presets"])) + "|",
            *(f"| `{one['parameter']}` | " + " | ".join(map(plain, values)) + " |"
              for one, values in zip(kind["parameters"], columns)), ""]


def document(kinds: list[Row]) -> str:
    text = (ROOT / "docs/effects.md").read_text()
    return text.replace(PLACE, "\n".join(md_table(kind) for kind in kinds))


def files() -> dict[str, str]:
    import effects_cpp
    import effects_python

    kinds = registry()
    return {"include/aha/effects.h": c_header(kinds), f"{BUILD}/effects.md": document(kinds),
            "bindings/python/aha/effects.py": effects_python.module(kinds),
            "bindings/cpp/aha/effects.hpp": effects_cpp.header(kinds)}
