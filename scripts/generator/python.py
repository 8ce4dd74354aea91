"""bindings/python/aha: _tables.py, from which functions and structures are declared on first use,
and _constants with a module for each header that has constants or enumerations."""

from __future__ import annotations

import ast
import functools
import os

from headers import ROOT, Enum, Field, Function, Model, camel, plain
from output import HEAD, WIDTH, wrapped

PACKAGE = "bindings/python/aha"
CONSTANTS = f"{PACKAGE}/_constants"
CTYPES = {"int": "c_int", "float": "c_float", "double": "c_double", "size_t": "c_size_t",
          "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
          "uint64_t": "c_uint64", "char": "c_char", "void": "None"}
# Results that are checked or converted, by their C type; see RESULTS of _abi.py.
RESULTS = {"aha_result": "result", "const char *": "text", "int": "descriptor"}


@functools.lru_cache(maxsize=None)
def classes() -> dict[str, str]:
    """The module of each public name that is written by hand, of the table in __init__.py."""
    tree = ast.parse((ROOT / PACKAGE / "__init__.py").read_text())
    table = next(node for node in ast.walk(tree) if isinstance(node, ast.DictComp))
    by_hand = ast.literal_eval(table.generators[0].iter.func.value)  # type: ignore[attr-defined]
    return {name: module for module in by_hand for name in by_hand[module].split()}


def module_of(name: str) -> str:
    return classes()[name]


class Types:
    """C types in the notation of _structs.type_named: "c_uint32", "*c_void_p", "BusMeter"."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def word(self, c_type: str) -> str:
        name = plain(c_type)
        if name.endswith("*"):
            name = name[:-1].rstrip()
            named = {"char": "c_char_p", "void": "c_void_p"}.get(name)
            return named or ("c_void_p" if name in self.model.handles else "*" + self.word(name))
        if name in self.model.numbers:
            name = self.model.numbers[name].base
        if name not in CTYPES and name not in {**self.model.structs, **self.model.callbacks}:
            raise SystemExit(f"{c_type}: no type of ctypes")
        return CTYPES.get(name) or camel(name)

    def function(self, one: Function) -> str:
        return " ".join([RESULTS.get(one.result) or self.word(one.result),
                         *(self.word(each.type) for each in one.parameters)])

    def callback(self, one: Function) -> str:
        """Text that a callback fills is a pointer to bytes: c_char_p would pass a copy."""
        return " ".join([self.word(one.result),
                         *("c_void_p" if each.type == "char *" else self.word(each.type)
                           for each in one.parameters)])

    def field(self, one: Field) -> str:
        if one.function:
            return f"{one.name} {camel(one.name)}Fn"
        name = one.notes.get("PYTHON", one.name)
        return f"{name} {self.word(one.type)}" + (f"[{one.length}]" if one.length else "")


def dictionary(name: str, about: str, entries: dict[str, str]) -> str:
    lines = [line if len(line := f'    "{key}": "{value}",') <= WIDTH else
             wrapped(f'"{key}": """{value}""",', "    ", "    ")
             for key, value in entries.items()]
    return f"#: {about}\n{name} = {{\n" + "\n".join(lines) + "\n}\n"


def tables(model: Model) -> str:
    types = Types(model)
    callbacks = {camel(one.name): types.callback(one) for one in model.callbacks.values()}
    for field in (field for struct in model.structs.values() for field in struct.fields):
        if field.function:
            told, name = types.callback(field.function), f"{camel(field.name)}Fn"
            assert callbacks.setdefault(name, told) == told, f"two callbacks {name}"
    functions = {one.name: types.function(one) for one in model.exported().values()}
    structs = {camel(one.name): " ".join(map(types.field, one.fields))
               for one in model.structs.values()}
    return "\n".join([
        f'"""{HEAD}.\n\nThe words are those of type_named in _structs.py.\n"""\n',
        dictionary("FUNCTIONS", "The result, as in RESULTS of _abi.py, and the arguments.",
                   functions),
        dictionary("STRUCTS", "Each field and its type.", structs),
        dictionary("CALLBACKS", "The result and the arguments.", callbacks)])


def prefix(one: Enum) -> str:
    """Common prefix of all enumerators; a word of it precedes names that begin with a digit."""
    start = os.path.commonprefix([name for name, _, _ in one.members]).rpartition("_")[0]
    if any(name[len(start) + 1].isdigit() for name, _, _ in one.members):
        start = start.rpartition("_")[0]
    return start + "_"


def class_name(one: Enum) -> str:
    return one.notes.get("PYTHON") or camel(one.name)


def python_class(model: Model, one: Enum) -> str:
    start = prefix(one)
    base = one.notes.get("BASE") or ("enum.IntFlag" if "FLAGS" in one.notes else "Named")
    lines = [f"class {class_name(one)}({base}):",
             wrapped(f'"""{one.comment.text}"""', " " * 4) + "\n"]
    for name, value, told in one.members:
        lines += [wrapped(told.text, "    #: ")] if told.text else []
        lines.append(f"    {name.removeprefix(start).removeprefix('ERROR_')} = {value}")
    named = next((each for name, each in model.functions.items() if name.endswith("_name")
                  and [given.type for given in each.parameters] == [one.name]), None)
    if named and base == "Named":
        about = f'"""{named.comment.summary} The C function is {named.name}.'
        lines += ["", "    @property", "    def label(self) -> str:", wrapped(about, " " * 8),
                  f'        """\n        text: str = lib.{named.name}(self)\n        return text']
    return "\n".join(lines) + "\n"


def module(model: Model, header: str) -> str:
    """The constants and enumerations of a header; "" if it has none."""
    numbers = model.integers()
    constants = [f"#: {one.comment.text}\n{name.removeprefix('AHA_')} = {numbers[name]}\n"
                 for name, one in model.constants.items()
                 if one.header == header and one.comment.text and name in numbers]
    text = "\n\n".join([*(["".join(constants)] if constants else []), *(
        python_class(model, one) for one in model.enums
        if one.header == header and "C_ONLY" not in one.notes)])
    names = ", ".join(name for name in ("Named", "Scale") if f"({name})" in text)
    imports = [line for line, needed in (
        ("import enum\n", "(enum." in text), ("from .._abi import lib", " lib." in text),
        (f"from .._names import {names}", names)) if needed]
    head = f'"""{HEAD}."""\n\n' + "".join(f"{line}\n" for line in imports)
    return head + ("\n\n" if imports else "") + text if text else ""


def constants(model: Model) -> dict[str, str]:
    """Constants of effects are in effects.py, of scripts/generator/effects_python.py."""
    modules = {header: module(model, header) for header in model.titles
               if header not in ("effects", "version")}
    return {f"{CONSTANTS}/__init__.py": f'"""{HEAD}."""\n',
            **{f"{CONSTANTS}/{name}.py": text for name, text in modules.items() if text}}


def files(model: Model) -> dict[str, str]:
    return {f"{PACKAGE}/_tables.py": tables(model), **constants(model)}
