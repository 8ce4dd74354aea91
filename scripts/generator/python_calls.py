"""bindings/python/aha/_calls: methods and properties that make one C call and have no Python
idiom. A handwritten module keeps the functions it calls itself."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from abi import first
from headers import ROOT, Enum, Field, Function, Model, camel, plain
from output import HEAD, wrapped
from python import PACKAGE, class_name, prefix
from python_call import RAMPED_TOLD, Call
from python_errors import in_python
from python_parameters import ENCODE, ENCODED_TOLD
from python_records import converted, home, record_name
from python_results import of_client

CALLS = f"{PACKAGE}/_calls"
#: The modules of helpers.
HELPERS = {
    "..": "_structs", ".._client_child": "ClientChild ClientJob milliseconds",
    "..format": "encode_options",
    ".._constants.base": "Result", ".._player_values": "ramp_of",
    ".._arguments": "decoded_path encoded_path encoded_text optional_path optional_text signed64"
                    " unsigned32 unsigned64 with_commas", "collections.abc": "Iterable",
    ".._handle": "Handle Held copied copied_text handle_of listed made text_of",
    ".._names": "number_named", ".._project_part": "Part", "..items": "number_of"}
#: The modules of names for type checkers.
TYPES = {"Self": ".._handle", "Path": ".._arguments"}


def about(calls: list[Call]) -> list[str]:
    """The docstring: the comments' text, the errors, and the C names."""
    texts, errors = [], []
    for call in calls:
        comment = call.function.comment
        text = comment.text
        if call.is_setter and texts:  # of a property that its getter describes
            text = text.removeprefix(comment.summary).lstrip()
        texts.append(text)
        texts += [RAMPED_TOLD] if call.has_ramp and len(calls) == 1 else []
        told = [call.told(one) for one in call.taken]
        if any(one.type == ENCODE for one in call.inputs):
            told.append(ENCODED_TOLD)
        texts += [re.sub("^.*?: ", "Values: ", one) for one in told] if len(calls) > 1 else told
        if any(one == "listed" or one.startswith("record:") for one in call.used):
            # An unusable struct_size or index.
            comment = replace(comment, errors=comment.errors.replace(
                "AHA_ERROR_INVALID_ARGUMENT", ""))
        if call.function.result == "aha_result":
            errors += [one for one in re.split(r",\s+(?![^(]*\))", comment.errors)
                       if "AHA_" in one and one not in errors and "TOO_SMALL" not in one]
        if "blocking" in comment.threads:
            texts.append("Blocks.")
    texts.append(named([call.function for call in calls]))
    if errors:
        texts.append(f"Errors: {', '.join(errors)}.")
    return [docstring(in_python(" ".join(filter(None, texts))))]


def named(functions: list[Function]) -> str:
    names = " and ".join(one.name for one in functions)
    return f"The C function{'s are' if functions[1:] else ' is'} {names}."


def docstring(text: str) -> str:
    lines = wrapped(f'"""{text}"""', " " * 8)
    if "\n" not in lines:
        return lines
    lines = wrapped(f'"""{text}', " " * 8)
    return f'{lines}\n        """'


def method(head: str, doc: list[str], body: list[str], decorator: str = "") -> str:
    lines = [f"    {decorator}"] if decorator else []
    bound = re.sub(r"(: | -> | \| | = )", lambda one: one[0].replace(" ", "\u00a0"), head)
    lines.append(wrapped(bound, "    ", " " * 8).replace("\u00a0", " "))
    lines += doc
    lines += [wrapped_call(one) + ("\n" if one.endswith("\n") else "") for one in body]
    return "\n".join(lines)


def wrapped_call(line: str) -> str:
    """A line of code, broken only between the arguments of its call."""
    begin = line.find("(") + 1
    bound = re.sub(r"(?<!,) |(?<=\"), (?=\w+\))", lambda one: one[0].replace(" ", "\u00a0"),
                   line.rstrip())
    column = begin if begin and begin < 50 and not line.startswith("options") else 4
    return wrapped(bound, " " * 8, " " * column).replace("\u00a0", " ")


def members(calls: list[Call]) -> list[str]:
    """Properties for getters and their setters, methods for all others."""
    getters = {call.name: call for call in calls if call.is_getter and call.possible}
    parts = []
    fields = {field.notes["ATTRIBUTE"]: (call, field) for call in calls for field in call.fields()}
    for name, (call, field) in fields.items():
        setter = next((one for one in calls if one.is_setter and one.name == name), None)
        parts += attribute(name, call, field, setter)
    for call in calls:
        setter = next((one for one in calls if one.is_setter and one.name == call.name), None)
        if call.possible and call.is_getter:
            both = [call, setter] if setter else [call]
            parts.append(method(call.head(call.name), about(both), call.lines(), "@property"))
            parts += setting(call.name, setter)
            if setter and setter.has_ramp:
                parts.append(method(setter.head(f"set_{call.name}"), about([setter]),
                                    setter.lines()))
        elif call.possible and not (call.is_setter and call.name in getters.keys() | fields.keys()):
            name = call.name
            if call.verb == "set_" and "PYTHON" not in call.function.notes:
                name = f"set_{name}"
            decorator = "@classmethod" if call.result == "Self" else ""
            parts.append(method(call.head(name), about([call]), call.lines(), decorator))
    return parts


def attribute(name: str, call: Call, field: Field, setter: Call | None) -> list[str]:
    """The property for a field of a record."""
    (kind, value), told = converted(call.model, field, call.used), copy.copy(call)
    comment = replace(call.function.comment, text=field.comment.text)
    told.function, told.taken = replace(call.function, comment=comment), []
    value = (f"self.{call.name}.{field.notes.get('PYTHON', field.name)}" if call.possible
             else value.replace("struct.", "self._row()."))
    value = f"{kind}({value})" if value.startswith("self._row") else value
    doc = about([told, setter] if setter else [told])
    return [method(f"def {name}(self) -> {kind}:", doc, [f"return {value}"], "@property"),
            *setting(name, setter)]


def setting(name: str, setter: Call | None) -> list[str]:
    return [method(setter.head(name, is_property=True), [], setter.lines("None"),
                   f"@{name}.setter")] if setter else []


def texts(model: Model, one: Function, written: Function | None, setters: dict[str, Call],
          used: set[str]) -> list[str]:
    """A property for each text of an object or row: the members of an enumeration. Setters are
    those of single texts."""
    enum = enum_of(model, one.parameters[-4].type)
    used.add(f"enum:{enum.header}:{class_name(enum)}")
    given = "self._handle, self.id" if len(one.parameters) == 6 else "self._handle"
    parts = []
    for member, _, told in enum.members:
        stem = member.removeprefix(prefix(enum))
        name, which = enum.noted[member].get("PYTHON", stem.lower()), f"{class_name(enum)}.{stem}"
        text = in_python(told.text or f"The {stem.lower().replace('_', ' ')}.")
        if "C_ONLY" in enum.noted[member]:
            continue
        setter, is_path = setters.get(name), name.endswith("path")
        text += " " + named([each for each in (one, written, setter and setter.function) if each])
        used |= {"copied_text", "decoded_path"} if is_path else {"text_of"}
        call = f"(lib.{one.name}, {given}, {which})"
        body = [f"return decoded_path(copied_text{call})" if is_path else f"return text_of{call}"]
        parts.append(method(f"def {name}(self) -> str:", [docstring(text)], body, "@property"))
        if written:
            value = "encoded_path(value)" if is_path else f'encoded_text("{name}", value)'
            kind = "Path" if is_path else "str"
            used |= {value.partition("(")[0], *(["Path"] if is_path else [])}
            parts.append(method(f"def {name}(self, value: {kind}) -> None:", [],
                                [f"lib.{written.name}({given}, {which}, {value})"],
                                f"@{name}.setter"))
        else:
            parts += setting(name, setter)
            used |= setter.used if setter else set()
    return parts


def enum_of(model: Model, c_type: str) -> Enum:
    return next(each for each in model.enums if each.name == plain(c_type))


def by_hand(model: Model) -> set[str]:
    """The functions of handwritten modules, which do not call those of is_shared alone."""
    return {name for path in sorted((ROOT / PACKAGE).glob("*.py")) if path.stem != "_tables"
            for name in re.findall(r"\blib\.(aha_\w+)", path.read_text())
            if not is_shared(model, model.functions[name])}


def is_shared(model: Model, function: Function) -> bool:
    """Whether some of the values that a function reads are by hand, and the others generated."""
    types = {plain(one.type).rstrip(" *") for one in function.parameters}
    return any({"C_ONLY", "ATTRIBUTE"} & one.notes.keys() for name in types & model.structs.keys()
               for one in model.structs[name].fields) or any(
        "C_ONLY" in notes for enum in model.enums if enum.name in types
        for notes in enum.noted.values())


def classes(model: Model, header: str, reached: set[str]) -> tuple[list[str], set[str]]:
    """The classes of a header, and their imports."""
    parts: list[str] = []
    used: set[str] = set()
    functions = [one for one in model.exported().values()
                 if one.name not in reached and "int" != one.result]
    for name, declared in model.handles.items():
        noun = name.removeprefix("aha_")
        if header != (noun if noun in model.titles else declared.header):
            continue
        own = [one for one in functions if first(model, one) == noun
               and (one.name.startswith(f"{name}_") or f"aha_{one.header}" not in model.handles
                    or "PYTHON" in one.notes)]
        own = [*(one for one in functions if creates(model, one) == noun),
               *(one for one in own if not creates(model, one))]
        base = "ClientChild" if of_client(model, noun) else "Handle"
        add_class(model, f"{camel(noun)}Calls", base, name, own, parts, used)
    for name in parts_of_projects(model):
        row, what = name.removeprefix("aha_"), name.rpartition("_")[2]
        own = [one for one in functions if one.header == header == row
               and [each.name for each in one.parameters[1:2]] == [what]]
        add_class(model, f"{camel(row)}Calls", "Part", f"a project's {what}", own, parts, used, row)
    return parts, used


def creates(model: Model, one: Function) -> str:
    """The noun of the class that a function is a constructor or class method of."""
    name = one.parameters[-1].type.removesuffix(" **") if one.parameters else ""
    noun = name.removeprefix("aha_")
    return noun if ("PYTHON" in one.notes and name in model.handles and first(model, one) != noun
                    and one.name.startswith(f"{name}_")) else ""


def add_class(model: Model, name: str, base: str, what: str, own: list[Function],
              parts: list[str], used: set[str], row: str = "") -> None:
    calls = [call for call in (Call(model, one, row, creates(model, one)) for one in own
                               if "C_ONLY" not in one.notes)
             if call.possible and (row != "" or call.is_list or f"aha_{call.function.header}"
                                   not in parts_of_projects(model)) or row and call.fields()]
    enums = [each.name for each in model.enums]
    rows = [one for one in own if one.name.endswith("_copy_text")
            and len(one.parameters) == (6 if row else 5)
            and plain(one.parameters[-4].type) in enums]
    written = {one.name: one for one in own if one.name.endswith("_set_text")}
    texted = [member.removeprefix(prefix(enum)).lower() for one in rows
              for enum in [enum_of(model, one.parameters[-4].type)] for member, *_ in enum.members]
    setters = {call.name: call for call in calls if call.is_setter and call.name in texted}
    named = [one.name for one in rows] + [*written] + [
        call.function.name for call in setters.values()]
    calls = [call for call in calls if call.function.name not in named]
    bodies = members(calls)
    for one in rows:
        bodies += texts(model, one, written.get(one.name.replace("_copy_", "_set_")), setters, used)
    if bodies:
        used |= {each for call in calls for each in call.used}
        base = "Held" if "self._st" in "".join(bodies) else base
        used.add(base)
        doc = f'    """The calls of {what} that Python adds nothing to."""\n'
        parts.append("\n".join([f"class {name}({base}):", doc, "\n\n".join(bodies), ""]))


def parts_of_projects(model: Model) -> list[str]:
    return [name for name, one in model.structs.items() if "PART" in one.notes]


def imports(model: Model, used: set[str]) -> str:
    """The imports; classes and records are needed by type checkers alone."""
    homes = {name: module for module, names in HELPERS.items() for name in names.split()}
    found: dict[str, set[str]] = {".._abi": {"lib"}}
    typed: dict[str, set[str]] = {}
    for one in used - {"ctypes"}:
        kind, _, rest = one.partition(":")
        place, _, name = rest.partition(":")
        if kind == "record":
            typed.setdefault(f".._records.{home(model, place)}", set()).add(
                record_name(model, place))
        elif kind == "class" or one in TYPES:
            typed.setdefault(TYPES.get(one, f"..{place}"), set()).add(name or one)
        else:
            found.setdefault(homes[one] if one in homes else f".._constants.{place}", set()).add(
                name or one)
    lines = ["import ctypes as c\n"] if "ctypes" in used else []
    lines += [f"from {module} import {', '.join(sorted(names))}"
              for module, names in sorted(found.items(), key=lambda one: (one[0][0] == ".", one))]
    typed_lines = [f"    from {module} import {', '.join(sorted(names))}"
                   for module, names in sorted(typed.items())]
    return "\n".join([*lines, *(["", "TYPE_CHECKING = False", "if TYPE_CHECKING:"] if typed
                                else []), *typed_lines])


def files(model: Model) -> dict[str, str]:
    reached, found = by_hand(model), {}
    for header in model.titles:
        parts, used = classes(model, header, reached)
        if parts:
            found[f"{CALLS}/{header}.py"] = "\n".join([
                f'"""{HEAD}."""\n', "from __future__ import annotations\n",
                imports(model, used), "\n", "\n\n".join(parts)])
    return {f"{CALLS}/__init__.py": f'"""{HEAD}."""\n', **found}
