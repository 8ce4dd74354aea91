"""bindings/python/aha/_records: the structures that the library fills in, as named tuples."""

from __future__ import annotations

import re

from headers import Field, Model, Struct, camel, plain
from output import HEAD, wrapped
from python import PACKAGE, class_name, prefix
from python_errors import in_python

RECORDS_FOLDER = f"{PACKAGE}/_records"


NUMBERS = {"float": "float", "double": "float"}
#: The condition for None, by the value of AHA_NONE.
TESTS = {"-1": "{0} < 0", "0": "not {0}", "NAN": "{0} != {0}"}


def record_name(model: Model, c_type: str) -> str:
    """The class of a record; "" for other types."""
    notes = model.structs[c_type].notes if c_type in model.structs else {}
    return notes.get("PYTHON", camel(c_type)) if "RECORD" in notes else ""


def home(model: Model, c_type: str) -> str:
    """The module of a record."""
    return model.structs[c_type].header


def converted(model: Model, one: Field, used: set[str]) -> tuple[str, str]:
    """The type in Python and the value."""
    value, name = f"struct.{one.notes.get('PYTHON', one.name)}", plain(one.type)
    enum = next((each for each in model.enums if each.name == name), None)
    if name == "aha_result" and "PYTHON" in one.notes:
        used.add("error_of")
        return "Error | None", f"error_of({value})"
    if name in model.structs:
        used.add(f"class:{model.structs[name].header}:{camel(name)}")
        return camel(name), f"{camel(name)}._of({value})"
    if "TEXT" in one.notes:
        return "tuple[str, ...]", one.name.replace("_count", "s")
    if enum:
        used.add(f"enum:{enum.header}:{class_name(enum)}")
        return or_none(one, class_name(enum), f"{class_name(enum)}({value})")
    if "WORDS" in one.notes:
        return "tuple[str, ...]", f"tuple({value}.decode().split(\",\") if {value} else ())"
    if name in ("char", "char *"):
        return "str", f'{value}.decode("utf-8", "surrogateescape")'
    if "FLAG" in one.notes:
        return "bool", f"bool({value})"
    return or_none(one, NUMBERS.get(name, "int"), value)


def or_none(one: Field, kind: str, value: str) -> tuple[str, str]:
    """The type and value of a field, which may have a value that is None in Python."""
    if "NONE" not in one.notes:
        return kind, value
    test = TESTS[one.notes["NONE"]].format(f"struct.{one.name}")
    return f"{kind} | None", f"None if {test} else {value}"


def told(one: Field, kind: str) -> str:
    """A field's comment as Python says it."""
    text = in_python(one.comment.text)
    if kind == "Error | None":
        text = text.replace("AHA_OK", "None", 1)
    elif text.rstrip(" .…") == kind.partition(" ")[0]:
        return ""  # its type says so
    return text


def record_class(model: Model, struct: Struct, used: set[str]) -> str:
    """A named tuple. A structure with texts, all but the manifest of which are fields, is a data
    class, the base of a class by hand."""
    name_of_class, texts = record_name(model, struct.name), struct.notes.get("TEXTS", "")
    fields = [one for one in struct.fields
              if one.name not in ("struct_size", "reserved") and "C_ONLY" not in one.notes]
    lines = ["@dataclass(frozen=True)", f"class {name_of_class}:"] if texts else [
        f"class {name_of_class}(NamedTuple):"]
    lines += [wrapped(f'"""{in_python(struct.comment.text)}"""', " " * 4), ""]
    values, more = [], ""
    if "TEXT" in struct.notes:
        given = struct.notes["TEXT"].rpartition("_")[2]
        lines.append(f"    {given}: str")
        values, more = [given], f", {given}: str"
    for one in fields:
        kind, value = converted(model, one, used)
        name = one.notes.get("PYTHON", one.name)
        if "TEXT" in one.notes:
            name, more = value, f", {value}: {kind}"
        text = told(one, kind)
        lines += [wrapped(text, "    #: ")] if text else []
        lines.append(f"    {name}: {kind}")
        values.append(f"{name}={value}" if texts else value)
    for enum in (one for one in model.enums if one.name == texts != ""):
        for member, _, comment in enum.members:
            if member.endswith("_MANIFEST"):  # read on demand
                continue
            lines += [wrapped(comment.text, "    #: ")] if comment.text else []
            lines.append(f"    {member.removeprefix(prefix(enum)).lower()}: str")
        values, more = [*values, "**more"], ", **more: Any"
    result = "Any" if name_of_class.startswith("_") else name_of_class  # of the class by hand
    lines += ["", "    @classmethod", f"    def _of(cls, struct: Any{more}) -> {result}:",
              wrapped(f"return cls({', '.join(values)})", " " * 8, " " * 11), ""]
    return "\n".join(lines)


def option_class(model: Model, struct: Struct, used: set[str]) -> str:
    """A structure that the host fills in, as a data class whose fields after the first are
    optional: the base of a class by hand."""
    lines = ["@dataclass(frozen=True)", f"class {struct.notes['PYTHON']}:",
             wrapped(f'"""{in_python(struct.comment.text)}"""', " " * 4), ""]
    for index, one in enumerate(struct.fields[1:]):
        enum = next((each for each in model.enums if each.name == plain(one.type)), None)
        kind = class_name(enum) if enum else "str" if "char" in one.type else "bool"
        kind = "Path" if one.name.endswith("_file") else kind
        used |= {f"enum:{enum.header}:{kind}"} if enum else set()
        default = "False" if kind == "bool" else (
            "field(default=None, repr=False)" if one.name.endswith("secret") else "None")
        text = in_python(one.comment.text)
        lines += [wrapped(text, "    #: ")] if text else []
        kind += " | None" if index and "None" in default else ""
        lines.append(f"    {one.name}: {kind}" + (f" = {default}" if index else ""))
    return "\n".join([*lines, ""])


def is_option(struct: Struct) -> bool:
    return {"OPTIONS", "PYTHON"} <= struct.notes.keys()


def files(model: Model) -> dict[str, str]:
    found = {}
    for header in model.titles:
        structs = [one for one in model.structs.values()
                   if one.header == header and ("RECORD" in one.notes or is_option(one))]
        if not structs:
            continue
        used: set[str] = set()
        parts = [option_class(model, one, used) if is_option(one) else
                 record_class(model, one, used) for one in structs]
        enums: dict[str, set[str]] = {}
        for one in used:
            if one.startswith("enum:"):
                _, place, name = one.split(":")
                enums.setdefault(place, set()).add(name)
        text = "\n\n".join(parts)
        lines = [f"from {module} import {', '.join(names)}" for module, names in (
            ("dataclasses", [one for one in ("dataclass", "field") if f"{one}(" in text]),
            ("typing", [one for one in ("Any", "NamedTuple") if re.search(rf"\b{one}\b", text)]))
            if names] + [""]
        lines += ["from .._arguments import Path"] if ": Path" in text else []
        lines += [f"from .._constants.{place} import {', '.join(sorted(names))}"
                  for place, names in sorted(enums.items())]
        lines += ["from ..base import Error, error_of"] if "error_of" in used else []
        lines += [f"from ..{place} import {name}" for kind, place, name in sorted(
            one.split(":") for one in used if one.startswith("class:"))]
        found[f"{RECORDS_FOLDER}/{header}.py"] = "\n".join([
            f'"""{HEAD}."""\n', "from __future__ import annotations\n", *lines, "\n",
            text])
    return {f"{RECORDS_FOLDER}/__init__.py": f'"""{HEAD}."""\n', **found}
