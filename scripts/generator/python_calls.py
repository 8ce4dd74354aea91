"""bindings/python/aha/_calls: the methods and properties that are one call of C and no idiom of
Python. A function that a module by hand calls is left to that module."""

from __future__ import annotations

import re
from dataclasses import replace

from abi import first
from headers import ROOT, Function, Model, Parameter, plain
from output import HEAD, wrapped
from python import PACKAGE, camel, class_name, prefix
from python_errors import in_python
from python_records import RECORDS, home, is_switch

CALLS = f"{PACKAGE}/_calls"
COPIED = ["char *", "size_t", "size_t *"]
#: Names that differ from those in C.
NAMES = {
    "aha_device_copy_id": "id", "aha_engine_position_frames": "position",
    "aha_items_count": "__len__", "aha_chain_count": "__len__", "aha_recovery_count": "__len__",
    "aha_sound_length_frames": "__len__", "aha_library_get_count": "__len__",
    "aha_project_point_count": "__len__",
    "aha_library_get_watch": "watch_status", "aha_library_stop_watch": "unwatch",
    "aha_player_position_frames": "position",
    "aha_player_seek_frames": "seek", "aha_session_set_loop": "loop", "aha_piece_embed": "embed",
    "AHA_DROP_DESTINATION": "destination_name",
}
#: Nouns that are made from a client, whose jobs are the client's too.
OF_CLIENTS = ("account", "request", "destination", "drop", "opening")
#: What a comment says of ownership; in Python there is nothing to say.
OWNED = ("Copied", "Borrowed for the call", "UTF-8; copied")
#: The rows of a project: the word in its functions' names, and the class.
ROWS = {"track": "Track", "bus": "ProjectBus", "effect": "ProjectEffect", "lane": "Lane"}
#: Parameters with a default: the name in Python, and the default; None is -1 in C.
DEFAULTS = {
    "aha_stream_set_limits": {"max_frames": ("max_frames", "0"), "max_bytes": ("max_bytes", "0")},
    "aha_project_add_marker": {"name": ("name", '""')},
    "aha_session_save_moves": {"exact": ("exact", "False")},
    "aha_session_stop": {"frame": ("at_frame", "None")},
    "aha_session_seek": {"frame": ("at_frame", "None")},
    "aha_request_set_range": {"last": ("last", "None")},
}
#: Functions whose parameters are given by keyword alone.
KEYWORDS = {"aha_stream_set_limits", "aha_session_save_moves"}
#: Functions that a module by hand calls, and that are methods all the same.
SHARED = {"aha_job_get_progress", "aha_destination_copy_text"}
#: Getters that are methods: what they read begins anew, or they take long.
METHODS = {"aha_bus_get_meter", "aha_recorder_get_meter", "aha_input_measure_latency",
           "aha_session_save_moves"}
CHECKS = {"uint32_t": "unsigned32", "uint64_t": "unsigned64", "size_t": "unsigned64",
          "int64_t": "signed64"}


class Call:
    """A C function as a method or a part of a property; not `possible` where Python has more to
    say."""

    def __init__(self, model: Model, function: Function, row: str = "") -> None:
        self.model, self.function, self.sets_switch = model, function, False
        stem = function.name.removeprefix(f"aha_{first(model, function)}_")
        if row:
            stem = re.sub(rf"_{row}(?=_|$)", "", stem, count=1)
        self.verb = next((one for one in ("get_", "copy_", "set_", "is_") if
                          stem.startswith(one)), "")
        self.name = NAMES.get(function.name) or stem.removeprefix(self.verb)
        self.given = ["self._handle", "self.id"] if row else ["self._handle"]
        rest = function.parameters[len(self.given):]
        self.used: set[str] = set()
        self.result, self.body = self._result(rest)
        out = 3 if self.used & {"copied_text", "text_of"} else int(
            "ClientJob" in self.used or "{out}" in "".join(self.body))
        self.taken = rest[:len(rest) - out]
        self.possible = bool(self.result) and all(map(self._takes, self.taken))
        self.is_getter = not self.taken and self.result != "None" and not (
            function.name in METHODS or self.name.startswith("__")
            or self.used & {"Result", "made"})
        self.is_setter = self.verb == "set_" and len(self.taken) == 1 and self.result == "None"

    def _result(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        """The type in Python, "" for none that is plain, and how the call gives it."""
        function, last = self.function, rest[-1] if rest else None
        if function.result != "aha_result":
            return self._plain(function.result)
        if not rest and "AHA_END" in function.comment.text + function.comment.returns:
            self.used.add("Result")
            return "bool", ["return bool({call} != Result.END)"]
        if "AHA_END" in function.comment.text:
            return "", []
        if [one.type for one in rest[-3:]] == COPIED:
            if "path" in self.name:
                self.used |= {"copied_text", "decoded_path"}
                return "str", ["return decoded_path(copied_text({split}))"]
            self.used.add("text_of")
            return "str", ["return text_of({split})"]
        if function.comment.returns:
            return "", []
        if (last and last.type == "aha_job **" and first(self.model, function) in OF_CLIENTS):
            self.used |= {"ClientJob", "made"}
            return "ClientJob", ["return ClientJob(made({split}), self._client)"]
        if last and last.type.endswith(" *") and not last.type.startswith("const"):
            return self._out(last)
        return "None", ["{call}"]

    def _plain(self, c_type: str) -> tuple[str, list[str]]:
        """A result that cannot fail."""
        if self._enum(c_type):
            return self._enum(c_type), [f"return {self._enum(c_type)}({{call}})"]
        if plain(c_type) == "char *":
            return "str", ["text: str = {call}", "return text"]
        base = self._base(c_type)
        summary = self.function.comment.summary
        if base == "uint32_t" and (is_switch(summary) or self.verb == "is_"):
            return "bool", ["return bool({call})"]
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        return kind, [f"value: {kind} = {{call}}", "return value"] if kind else []

    def _out(self, last: Parameter) -> tuple[str, list[str]]:
        c_type = last.type[:-2]
        if c_type in RECORDS:
            record = RECORDS[c_type].name
            self.used |= {"_structs", f"record:{c_type}"}
            return record, [f"from .._records.{home(self.model, c_type)} import {record}\n",
                            f"{{out}} = _structs.{camel(c_type)}()", "{call}",
                            f"return {record}._of({{out}})"]
        base, enum = self._base(c_type), self._enum(c_type)
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        if not kind:
            return "", []
        self.used.add("ctypes")
        told = self.function.comment.parameters.get(last.name, "") + self.function.comment.summary
        if base == "uint32_t" and not enum and is_switch(told):
            enum, kind = "bool", "bool"
        return enum or kind, [f"{{out}} = c.c_{base.removesuffix('_t')}()", "{call}",
                              f"return {enum}({{out}}.value)" if enum else "return {out}.value"]

    def _base(self, c_type: str) -> str:
        name = plain(c_type)
        return self.model.numbers[name].base if name in self.model.numbers else name

    def _enum(self, c_type: str) -> str:
        """The class of an enumeration; "" for other types."""
        found = next((one for one in self.model.enums if one.name == plain(c_type)), None)
        if not found or not found.name:
            return ""
        self.used.add(f"enum:{found.header}:{class_name(found)}")
        return class_name(found)

    def _takes(self, one: Parameter) -> bool:
        base = self._base(one.type)
        if one.type == "const char *":
            return not self.function.allows_null(one)
        if self._enum(one.type) and any("Flags." in each.comment.text for each in self.model.enums
                                        if each.name == plain(one.type)):
            return False
        return base in CHECKS or base in ("float", "double")

    def _declared(self, one: Parameter) -> str:
        name, default = self._default(one)
        if not default:
            return self._typed(one)
        kind = self._typed(one).partition(": ")[2] + (" | None" if default == "None" else "")
        return f"{name}: {kind} = {default}"

    def _default(self, one: Parameter) -> tuple[str, str]:
        """The name in Python, and the default, "" for none."""
        return DEFAULTS.get(self.function.name, {}).get(one.name, (one.name, ""))

    def _typed(self, one: Parameter) -> str:
        if one.type == "const char *":
            return f"{one.name}: {'Path' if one.name == 'path' else 'str'}"
        if enum := self._enum(one.type):
            return f"{one.name}: {enum} | str"
        kind = "float" if one.type in ("float", "double") else "int"
        return f"{one.name}: {'bool' if self.is_switch(one) else kind}"

    def is_switch(self, one: Parameter) -> bool:
        comment = self.function.comment
        told = comment.parameters.get(one.name) or comment.summary
        return one.type == "uint32_t" and (
            self.sets_switch or is_switch(told) or self._default(one)[1] == "False")

    def _passed(self, one: Parameter) -> str:
        if one.type == "const char *":
            if one.name == "path":
                return self._checked("encoded_path", one.name)
            return self._checked("encoded_text", f'"{one.name}", {one.name}')
        if enum := self._enum(one.type):
            return f"{enum}.of({one.name})"
        if one.type in ("float", "double"):
            return f"float({one.name})"
        if self.is_switch(one):
            return f"bool({one.name})"
        name, default = self._default(one)
        checked = self._checked(CHECKS[self._base(one.type)], f'"{name}", {name}')
        return f"-1 if {name} is None else {checked}" if default == "None" else checked

    def _checked(self, check: str, arguments: str) -> str:
        self.used.add(check)
        return f"{check}({arguments})"

    def text(self) -> str:
        """The comment without the words for a caller of C."""
        text = self.function.comment.text
        text = re.sub(r"[;,] [^;,.]* (for|also for|on) a bad handle", "", text)
        text = re.sub(r" \(non-zero\)( or not)?", "", text).replace("Non-zero", "True")
        text = re.sub(r"^1(: .*); 0: not, or a bad handle", r"True\1; False: not", text)
        text = re.sub(r"AHA_\w+_…", self.result, text) if text.startswith("AHA_") else text
        if self.is_getter:
            text = re.sub(r"^(Copies|Tells|Gives|Reads) (\w)", lambda one: one[2].upper(), text)
        return text

    def told(self, one: Parameter) -> str:
        """What a parameter is."""
        name, default = self._default(one)
        text = self.function.comment.parameters[one.name].removesuffix(".")
        if default == "None":
            text = re.sub(r"(^|; )-1(?=:| )", r"\1None", text)
        return f"``{name}``: {text}."

    def lines(self) -> list[str]:
        """The body of the method."""
        out = self.function.parameters[-1].name.removeprefix("out_")
        arguments = [*self.given, *map(self._passed, self.taken)]
        if "{out}" in "".join(self.body):
            arguments.append(out)
        name = f"lib.{self.function.name}"
        return [one.replace("{out}", out).replace("{split}", ", ".join([name, *arguments]))
                .replace("{call}", f"{name}({', '.join(arguments)})") for one in self.body]

    def head(self, name: str) -> str:
        keywords = ["*"] if self.function.name in KEYWORDS else []
        taken = ", ".join(["self", *keywords, *map(self._declared, self.taken)])
        return f"def {name}({taken}) -> {self.result}:"


def about(calls: list[Call]) -> list[str]:
    """The docstring: what the comments say, the errors, and the names in C."""
    texts, errors = [], []
    for call in calls:
        comment = call.function.comment
        text = call.text()
        if call.is_setter and texts:  # a property: its name is told already
            text = re.sub(r"^Sets the [\w' ]+[.,;] ?(.?)", lambda one: one[1].upper(), text)
        texts.append(text)
        texts += [call.told(one) for one in call.taken
                  if comment.parameters.get(one.name, ",")[0] != ","
                  and comment.parameters[one.name].removesuffix(".") not in OWNED]
        if "_structs" in call.used:  # a struct_size that is wrong
            comment = replace(comment, errors=comment.errors.replace(
                "AHA_ERROR_INVALID_ARGUMENT", ""))
        errors += [one for one in re.split(r",\s+(?![^(]*\))",
                                            comment.errors.replace("handle errors; ", ""))
                   if "AHA_" in one and one not in errors and "TOO_SMALL" not in one]
        if "blocking" in comment.threads:
            texts.append("Blocks.")
    names = [call.function.name for call in calls]
    texts.append(f"The C function is {names[0]}." if len(names) == 1 else
                 f"The C functions are {names[0]} and {names[1]}.")
    if errors:
        texts.append(f"Errors: {', '.join(errors)}.")
    return [docstring(in_python(" ".join(filter(None, texts))))]


def docstring(text: str) -> str:
    lines = wrapped(f'"""{text}"""', " " * 8)
    if "\n" not in lines:
        return lines
    lines = wrapped(f'"""{text}', " " * 8)
    return f'{lines}\n        """'


def method(head: str, doc: list[str], body: list[str], decorator: str = "") -> str:
    lines = [f"    {decorator}"] if decorator else []
    bound = re.sub(r"(: | -> | \| )", lambda one: one[0].replace(" ", "\u00a0"), head)
    lines.append(wrapped(bound, "    ", " " * 8).replace("\u00a0", " "))
    lines += doc
    lines += [wrapped_call(one) + ("\n" if one.endswith("\n") else "") for one in body]
    return "\n".join(lines)


def wrapped_call(line: str) -> str:
    """A line of code, broken between the arguments of its call alone."""
    begin = line.find("(") + 1
    bound = re.sub(r"(?<!,) |(?<=\"), (?=\w+\))", lambda one: one[0].replace(" ", "\u00a0"),
                   line.rstrip())
    column = begin if begin and begin < 50 else 4
    return wrapped(bound, " " * 8, " " * column).replace("\u00a0", " ")


def members(calls: list[Call]) -> list[str]:
    """Properties for getters and their setters, methods for all others."""
    getters = {call.name: call for call in calls if call.is_getter}
    parts = []
    for call in calls:
        setter = next((one for one in calls if one.is_setter and one.name == call.name), None)
        if call.is_getter:
            both = [call, setter] if setter else [call]
            parts.append(method(call.head(call.name), about(both), call.lines(), "@property"))
            if setter:
                setter.sets_switch = call.result == "bool"
                head = setter.head(call.name)
                parts.append(method(head, [], setter.lines(), f"@{call.name}.setter"))
        elif not (call.is_setter and call.name in getters):
            name = call.name
            if call.verb == "set_" and call.function.name not in NAMES:
                name = f"set_{name}"
            parts.append(method(call.head(name), about([call]), call.lines()))
    return parts


def texts(model: Model, noun: str, one: Function, written: Function | None,
          used: set[str]) -> list[str]:
    """A property for each text that an object has: the members of an enumeration."""
    kind = plain(one.parameters[1].type)
    enum = next(each for each in model.enums if each.name == kind)
    used |= {f"enum:{enum.header}:{class_name(enum)}", "text_of"}
    named = f"The C function is {one.name}."
    if written:
        named = f"The C functions are {one.name} and {written.name}."
        used.add("encoded_text")
    parts = []
    for member, _, told in enum.members:
        stem = member.removeprefix(prefix(enum))
        name, which = NAMES.get(member, stem.lower()), f"{class_name(enum)}.{stem}"
        text = in_python(TOLD.get(member) or told.text or f"The {stem.lower().replace('_', ' ')}.")
        if name in DIFFERENT.get(noun, ()):
            continue
        body = [f"return text_of(lib.{one.name}, self._handle, {which})"]
        parts.append(method(f"def {name}(self) -> str:", [docstring(f"{text} {named}")], body,
                            "@property"))
        if written:
            call = f'lib.{written.name}(self._handle, {which}, encoded_text("{name}", value))'
            parts.append(method(f"def {name}(self, value: str) -> None:", [], [call],
                                f"@{name}.setter"))
    return parts


#: What the header tells of several texts together.
TOLD = {
    "AHA_DROP_TITLE": "The piece's title.",
    "AHA_DROP_DESTINATION": "The destination's name.",
    "AHA_DROP_KIND": 'The destination\'s kind, as in "webdav".',
    "AHA_DROP_ADDRESS": "Where the destination is.",
    "AHA_DROP_PREVIEW_SHA256": 'Of the preview; "" where there is none.',
    "AHA_DROP_COVER_SHA256": 'Of the cover; "" where there is none.',
    "AHA_DROP_ATTACHMENT_SHA256": 'Of the attachment; "" where there is none.',
}
#: Texts that are no property of their own.
DIFFERENT = {"destination": ("types",)}


def by_hand() -> set[str]:
    return {name for path in sorted((ROOT / PACKAGE).glob("*.py")) if path.stem != "_tables"
            for name in re.findall(r"\blib\.(aha_\w+)", path.read_text())} - SHARED


def classes(model: Model, header: str, reached: set[str]) -> tuple[list[str], set[str]]:
    """The classes of a header, and what they use."""
    parts: list[str] = []
    used: set[str] = set()
    functions = [one for one in model.functions.values()
                 if one.name not in reached and "int" != one.result]
    for name, declared in model.handles.items():
        noun = name.removeprefix("aha_")
        if header != (noun if noun in model.titles else declared.header):
            continue
        own = [one for one in functions if first(model, one) == noun
               and one.name.startswith(f"{name}_")]
        base = "ClientChild" if noun in OF_CLIENTS else "Handle"
        add_class(model, f"{camel(noun)}Calls", base, name, noun, own, parts, used)
    for row, kind in ROWS.items():
        own = [one for one in functions if one.header == header and first(model, one) == "project"
               and (re.search(rf"_{row}(_|$)", one.name) or one.name in NAMES)
               and [each.name for each in one.parameters[1:2]] == [row]]
        add_class(model, f"{kind}Calls", "Part", f"a project's {row}", row, own, parts, used, row)
    return parts, used


def add_class(model: Model, name: str, base: str, what: str, noun: str, own: list[Function],
              parts: list[str], used: set[str], row: str = "") -> None:
    calls = [call for call in (Call(model, one, row) for one in own) if call.possible]
    rows = [] if row or base == "Part" else [
        one for one in own if one.name.endswith("_copy_text")
        and len(one.parameters) == 5 and plain(one.parameters[1].type) in
        [each.name for each in model.enums]]
    named = [one.name for one in rows] + [one.name.replace("_copy_", "_set_") for one in rows]
    calls = [call for call in calls if call.function.name not in named
             and call.name not in ("retain", "release")
             and not (row == "" and is_row(call.function))]
    bodies = members(calls)
    for one in rows:
        written = next((each for each in own if each.name.endswith("_set_text")), None)
        bodies += texts(model, noun, one, written, used)
    if bodies:
        for call in calls:
            used |= call.used
        used.add(base)
        doc = f'    """The calls of {what} that Python adds nothing to."""\n'
        parts.append("\n".join([f"class {name}({base}):", doc, "\n\n".join(bodies), ""]))


def is_row(function: Function) -> bool:
    return any(one.name in ROWS for one in function.parameters[1:2]) and \
        first_word(function) == "project"


def first_word(function: Function) -> str:
    return function.name.split("_")[1]


def imports(model: Model, used: set[str]) -> str:
    lines = ["import ctypes as c\n"] if "ctypes" in used else []
    lines += ["from .. import _structs"] if "_structs" in used else []
    lines += ["from .._abi import lib"]
    for module, names in (
            ("_arguments", ("decoded_path", "encoded_path", "encoded_text", "signed64",
                            "unsigned32", "unsigned64")),):
        found = [one for one in names if one in used]
        if found:
            lines.append(f"from ..{module} import {', '.join(found)}")
    enums: dict[str, set[str]] = {}
    for one in used:
        if one.startswith("enum:"):
            _, header, name = one.split(":")
            enums.setdefault("base" if name == "Result" else header, set()).add(name)
    if "Result" in used:
        enums.setdefault("base", set()).add("Result")
    lines += [f"from .._constants.{header} import {', '.join(sorted(names))}"
              for header, names in sorted(enums.items())]
    found = [one for one in ("ClientChild", "ClientJob") if one in used]
    if found:
        lines.append(f"from .._client_child import {', '.join(found)}")
    found = [one for one in ("Handle", "copied_text", "made", "text_of") if one in used]
    if found:
        lines.append(f"from .._handle import {', '.join(found)}")
    if "Part" in used:
        lines.append("from .._project_part import Part")
    typed = sorted(f"    from .._records.{home(model, c_type)} import {RECORDS[c_type].name}"
                   for c_type in (one[7:] for one in used if one.startswith("record:")))
    typed += ["    from .._arguments import Path"] if "encoded_path" in used else []
    if typed:
        lines += ["", "TYPE_CHECKING = False", "if TYPE_CHECKING:", *sorted(typed)]
    return "\n".join(lines)


def files(model: Model) -> dict[str, str]:
    reached, found = by_hand(), {}
    for header in model.titles:
        parts, used = classes(model, header, reached)
        if parts:
            found[f"{CALLS}/{header}.py"] = "\n".join([
                f'"""{HEAD}."""\n', "from __future__ import annotations\n",
                imports(model, used), "\n", "\n\n".join(parts)])
    return {f"{CALLS}/__init__.py": f'"""{HEAD}."""\n', **found}
