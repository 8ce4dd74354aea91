"""A C function as a Python method or property, and its differences from the header."""

from __future__ import annotations

import re

from abi import first
from headers import VERBS, Field, Function, Model, Parameter, plain
from python import CTYPES, camel, class_name, classes, module_of
from python_errors import in_python
from python_records import home, record_name

#: Verbs of functions that are no properties.
ACTIONS = {*VERBS} - {"copy", "get"}
#: The parameters of a change over time, and their description.
RAMP = "const aha_ramp *"
RAMPED = ["*", "at: int | None = None", "over: int | None = None",
          "curve: FadeShape | str = FadeShape.LINEAR"]
RAMPED_TOLD = ("``at``: the frame of the engine at which it begins; None is the next one. ``over``:"
               " frames of the change; None is the engine's ramp. ``curve``: of the change.")
#: The parameters of a file's format.
ENCODE = "const aha_encode_options *"
ENCODED = ["container: Container | str = Container.AUTO",
           "encoding: Encoding | str = Encoding.AUTO", "sample_rate: int = 0",
           "quality: float = 0.0", "dither: Dither | str = Dither.TPDF"]
ENCODED_TOLD = "The keywords from ``container`` on are those of :meth:`Engine.save`."
#: The ends of names of texts that are paths.
PATHS = ("path", "_file", "folder")
CHECKS = {"uint32_t": "unsigned32", "uint64_t": "unsigned64", "size_t": "unsigned64",
          "int64_t": "signed64"}


def of_client(model: Model, noun: str) -> bool:
    """Whether objects of a kind are created from a client; their jobs are the client's too."""
    return noun != "" and model.handles[f"aha_{noun}"].notes.get("PARENT") == "aha_client"


class Call:
    """A C function as a method or a part of a property; not `possible` if Python needs more than
    one call."""

    def __init__(self, model: Model, function: Function, row: str = "", made: str = "") -> None:
        """`row`: of a part's class. `made`: the noun of the class that the function creates."""
        self.model, self.function, self.made = model, function, made
        stem = function.stem(row or first(model, function))
        self.verb = next((one for one in ("get_", "copy_", "set_", "is_") if
                          stem.startswith(one)), "")
        self.name = function.notes.get("PYTHON") or stem.removeprefix(self.verb)
        self.given = [] if made else ["self._handle", "self.id"] if row else ["self._handle"]
        rest = function.parameters[len(self.given):]
        self.has_ramp = bool(rest) and rest[-1].type == RAMP
        rest = rest[:-1] if self.has_ramp else rest
        self.used: set[str] = set()
        #: Parameters that become the result.
        self.outs = 1
        self.result, self.body = self._result(rest)
        inputs = rest[:len(rest) - self.outs]
        self.inputs = [one for place, one in enumerate(inputs)
                       if not place or "LIST" not in inputs[place - 1].notes]
        self.taken = [each for one in self.inputs if "OF" not in one.notes
                      for each in self._options(one) or [one]]
        self.possible = bool(self.result) and all(map(self._type, self.taken))
        self.is_getter = not self.taken and self.result != "None" and not (
            stem.partition("_")[0] in ACTIONS or "RESETS" in function.notes
            or self.name.startswith("__") or "Result" in self.used
            or "made" in self.used and self.verb != "get_")
        if self.has_ramp:
            self.used |= {"ramp_of", "enum:ramp:FadeShape"}
        if any(one.type == ENCODE for one in self.taken):
            self.used |= {"enum:format:Container", "enum:format:Encoding", "enum:format:Dither"}
        self.is_setter = self.verb == "set_" and len(self.taken) == 1 and self.result == "None"

    def _options(self, one: Parameter) -> list[Parameter]:
        """The fields of a structure that the host fills in, each of which is a parameter."""
        struct = self.model.structs.get(plain(one.type).removesuffix(" *"))
        if not struct or not struct.is_sized or one.type == ENCODE or (
                {"PYTHON", "PART"} & struct.notes.keys()):
            return []
        return [Parameter(field.name, field.type, {**field.notes, "FIELD": field.comment.text})
                for field in struct.fields if field.name not in ("struct_size", "reserved")]

    def fields(self) -> list[Field]:
        """The fields of its record that are attributes of the object too, or of a part."""
        part = self.function.name.removesuffix("_get")
        types = {one[7:] for one in self.used if one.startswith("record:")} | (
            {part} & self.model.structs.keys())
        return [field for one in types for field in self.model.structs[one].fields
                if "ATTRIBUTE" in field.notes]

    def _result(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        """The type in Python, "" if it has no direct equivalent, and the expression for the
        call."""
        function, last = self.function, rest[-1] if rest else None
        if function.result != "aha_result":
            return self._plain(function.result)
        if "AHA_END" in function.codes:
            return self._until_end(rest)
        if "BUFFER" in (rest[-3].notes if rest[2:] else {}):
            return self._copied(plain(rest[-3].type).removesuffix(" *"), rest[-1].type[:-2])
        if function.codes:
            return "", []
        if last and self.is_list:
            return self._listed(last)
        if (last and last.type == "aha_job **"
                and of_client(self.model, first(self.model, function))):
            self.used |= {"ClientJob", "made"}
            return "ClientJob", ["return ClientJob(made({split}), self._client)"]
        if self.made:
            self.used.add("made")
            maker = function.parameters[0].notes.get("OF", function.parameters[0].name)
            if self.name == "__init__":
                has_maker = of_client(self.model, self.made) or maker == "engine"
                return "None", ["super().__init__(made({split})%s)" % (", engine" * has_maker)]
            self.used.add("Self")
            maker = f", {maker}" if first(self.model, function) else ""
            return "Self", [f"return cls._of(made({{split}}){maker})"]
        if last and last.type.endswith("**") and "OWNED" in last.notes:
            kind = last.notes.get("PYTHON") or self._class(last.type[:-3])
            if not kind:
                return "", []
            self.used.add(f"class:{module_of(kind)}:{kind}")
            self.used.add("made")
            return kind, [f"from ..{module_of(kind)} import {kind}\n",
                          f"return {kind}._of(made({{split}}), self)"]
        if last and last.type.endswith(" *") and not last.type.startswith("const") \
                and not self._class(last.type[:-2]):
            return self._out(last)
        self.outs = 0
        return "None", ["{call}"]

    def _until_end(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        """A call whose result can be AHA_END: False, or None instead of a value."""
        if rest and rest[-1].type.endswith("**"):
            self.used.add("made")
            kind = self._class(rest[-1].type[:-3])
            return f"{kind} | None", [f"from ..{module_of(kind)} import {kind}\n",
                                      "handle = made({split})",
                                      f"return {kind}._of(handle, self) if handle else None"]
        self.used.add("Result")
        if not rest:
            self.outs = 0
            return "bool", ["return bool({call} != Result.END)"]
        kind, body = self._out(rest[-1])
        body = [one.replace("{call}", "ended = {call} == Result.END")
                .replace("return ", "return None if ended else ") for one in body]
        return f"{kind} | None" if kind else "", body

    @property
    def is_list(self) -> bool:
        """Whether it reads an element of a list, all of which are a property."""
        name = self.function.name
        return ("PYTHON" in self.function.notes and name.endswith(("_at", "_get"))
                and f"{name.rpartition('_')[0]}_count" in self.model.functions)

    def _listed(self, out: Parameter) -> tuple[str, list[str]]:
        count = f"lib.{self.function.name.rpartition('_')[0]}_count"
        self.used.add("listed")
        self.outs = 2
        if kind := out.notes.get("ID", ""):
            self.used |= {f"class:{module_of(kind)}:{kind}", "ctypes"}
            owner = "self" if first(self.model, self.function) == "project" else "self._project"
            made = f"return [{kind}({owner}, one.value) for one in rows]  # type: ignore"
            return f"list[{kind}]", [f"from ..{module_of(kind)} import {kind}\n",
                                     f"rows = listed(c.c_uint64, {count}, {{split}})",
                                     made]
        record = record_name(self.model, out.type[:-2])
        self.used |= {"_structs", f"record:{out.type[:-2]}"}
        return f"list[{record}]", [
            f"from .._records.{home(self.model, out.type[:-2])} import {record}\n",
            f"rows = listed(_structs.{camel(out.type[:-2])}, {count}, {{split}})",
            f"return [{record}._of(one) for one in rows]"]

    def _copied(self, element: str, count: str) -> tuple[str, list[str]]:
        """A buffer that the function fills in: a text, bytes, or records."""
        self.outs = 3
        if element == "char" and "path" in self.name:
            self.used |= {"copied_text", "decoded_path"}
            return "str", ["return decoded_path(copied_text({split}))"]
        if element == "char":
            self.used.add("text_of")
            return "str", ["return text_of({split})"]
        self.used |= {"ctypes", "copied"}
        total = f"c.{CTYPES[count]}()"
        if element == "void":
            return "bytes", [f"data: bytes = copied(c.c_char, {total}, {{split}})", "return data"]
        record = record_name(self.model, element)
        self.used |= {"_structs", f"record:{element}"} if record else set()
        return record and f"list[{record}]", [
            f"from .._records.{home(self.model, element)} import {record}\n",
            f"rows = copied(_structs.{camel(element)}, {total}, {{split}})",
            f"return [{record}._of(one) for one in rows]"]

    def _plain(self, c_type: str) -> tuple[str, list[str]]:
        """A result that cannot fail."""
        self.outs = 0
        if self._enum(c_type):
            return self._enum(c_type), [f"return {self._enum(c_type)}({{call}})"]
        if plain(c_type) == "char *":
            return "str", ["text: str = {call}", "return text"]
        base = self._base(c_type)
        if "FLAG" in self.function.notes:
            return "bool", ["return bool({call})"]
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        return kind, [f"value: {kind} = {{call}}", "return value"] if kind else []

    def _out(self, last: Parameter) -> tuple[str, list[str]]:
        c_type = last.type[:-2]
        if record := record_name(self.model, c_type):
            self.used |= {"_structs", f"record:{c_type}"}
            return record, [f"from .._records.{home(self.model, c_type)} import {record}\n",
                            f"{{out}} = _structs.{camel(c_type)}()", "{call}",
                            f"return {record}._of({{out}})"]
        base, enum = self._base(c_type), self._enum(c_type)
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        if not kind:
            return "", []
        self.used.add("ctypes")
        if "FLAG" in last.notes:
            enum, kind = "bool", "bool"
        return enum or kind, [f"{{out}} = c.c_{base.removesuffix('_t')}()", "{call}",
                              f"return {enum}({{out}}.value)" if enum else "return {out}.value"]

    def _base(self, c_type: str) -> str:
        name = plain(c_type)
        return self.model.numbers[name].base if name in self.model.numbers else name

    def _enum(self, c_type: str) -> str:
        """The class of an enumeration, of its type or name; "" for other types."""
        found = next((one for one in self.model.enums
                      if c_type and plain(c_type) in (one.name, one.notes.get("PYTHON"))), None)
        if not found:
            return ""
        self.used.add(f"enum:{found.header}:{class_name(found)}")
        return class_name(found)

    def _class(self, c_type: str) -> str:
        """The class of a handle or of a structure that a class of Python describes; "" for other
        types."""
        name = plain(c_type).removesuffix(" *")
        declared = self.model.handles.get(name) or self.model.structs.get(name)
        if not declared or not declared.notes.get("PYTHON", name in self.model.handles):
            return ""
        kind = declared.notes.get("PYTHON", camel(name))
        if kind not in classes():
            return ""
        self.used.add(f"class:{module_of(kind)}:{kind}")
        return kind

    def _type(self, one: Parameter) -> str:
        """The type in Python; "" if it has no direct equivalent."""
        default = self._default(one)[1]
        none = " | None" if "NULLABLE" in one.notes or default == "None" else ""
        if one.type == ENCODE:
            return "object"  # several parameters
        if "SECONDS" in one.notes:
            return "float | None"
        if "WORDS" in one.notes:
            self.used.add("Iterable")
            return "Iterable[str]"
        if "ID" in one.notes:
            kind = one.notes["ID"]
            self.used.add(f"class:{module_of(kind)}:{kind}")
            return f"{kind} | int" if kind == "Item" else kind
        if one.type == "const char *":
            return f"{'Path' if one.name.endswith(PATHS) else 'str'}{none}"
        if one.type == "const void *":
            return "bytes" if "LIST" in one.notes else ""
        if one.type.endswith(" *"):
            return (kind := self._class(one.type)) and kind + none
        if enum := self._enum(one.notes.get("CLASS", one.type)):
            flags = [each for each in self.model.enums if each.name == plain(one.type)]
            return "" if flags and "FLAGS" in flags[0].notes else f"{enum} | str"
        if "FLAG" in one.notes:
            return "bool"
        base = self._base(one.type)
        kind = "float" if base in ("float", "double") else "int" if base in CHECKS else ""
        return kind and kind + none

    def _declared(self, one: Parameter) -> str:
        name, default = self._default(one)
        return f"{name}: {self._type(one)}" + (f" = {default}" if default else "")

    def _default(self, one: Parameter) -> tuple[str, str]:
        """The name in Python, and the default, "" if it has none."""
        notes, default = one.notes, one.notes.get("DEFAULT", "")
        name = notes.get("NOT") or notes.get("SECONDS") or notes.get("PYTHON", one.name)
        if "FIELD" in notes and "REQUIRED" not in notes and not default:
            default = "None" if {"SECONDS", "NONE"} & notes.keys() or "*" in one.type else (
                "0.0" if self._base(one.type) in ("float", "double") else "0")
            if "WORDS" in notes:
                default = "()"
            if enum := self._enum(notes.get("CLASS", one.type)):
                default = next(each.members[0][0] for each in self.model.enums
                               if plain(one.type) == each.name or class_name(each) == enum)
        if "FLAG" in notes and default:
            default = str(default != "0" or "NOT" in notes)
        if default and default == one.notes.get("NONE"):
            default = "None"
        is_last = one.name == self.function.parameters[-1].name or self.has_ramp
        if "NULLABLE" in one.notes and "LIST" not in one.notes and (
                one.type == "const char *" or one.type.endswith(" *") and not is_last):
            default = "None"
        return name, in_python(default)

    def _passed(self, one: Parameter) -> str:
        if "OF" in one.notes:
            return f"{one.notes['OF']}._{one.name}._handle"
        if one.type == ENCODE:
            return self._checked("encode_options", "container, encoding, sample_rate, quality,"
                                 " dither")
        if "FIELD" in one.notes:
            return self._field(one)
        if one.type == "const char *":
            check = "optional" if "NULLABLE" in one.notes else "encoded"
            if one.name.endswith(PATHS):
                return self._checked(f"{check}_path", one.name)
            return self._checked(f"{check}_text", f'"{one.name}", {one.name}')
        name = one.notes.get("PYTHON", one.name)
        if one.notes.get("ID") == "Item":
            return self._checked("number_of", name)
        if "ID" in one.notes:
            return f"{name}.id"
        if "LIST" in one.notes:
            return f"{name}, len({name})"
        if one.type.endswith(" *"):
            if plain(one.type).removesuffix(" *") in self.model.structs:
                return f"{name} and {name}._struct()"
            return self._checked("handle_of", name) if "NULLABLE" in one.notes else (
                f"{name}._handle")
        if enum := self._enum(one.type):
            return f"{enum}.of({one.name})"
        if one.type in ("float", "double"):
            return f"float({one.name})"
        if "FLAG" in one.notes:
            return f"bool({one.name})"
        name, default = self._default(one)
        checked = self._checked(CHECKS[self._base(one.type)], f'"{name}", {name}')
        if default == "None":
            return f"{one.notes['NONE']} if {name} is None else {checked}"
        return checked

    def _field(self, one: Parameter) -> str:
        """The value of a field; its structure encodes texts and checks numbers."""
        name, default = self._default(one)
        if "SECONDS" in one.notes:
            return self._checked("milliseconds", f'"{name}", {name}')
        if "WORDS" in one.notes:
            return self._checked("with_commas", f'"{name}", {name}')
        if enum := self._enum(one.notes.get("CLASS", one.type)):
            return f"{enum}.of({name})"
        if one.type == "const char *" and one.name.endswith(PATHS):
            return self._checked("optional_path", name)
        if self._class(one.type):
            return self._checked("handle_of", name)
        if "FLAG" in one.notes:
            return f"not {name}" if "NOT" in one.notes else f"bool({name})"
        none = one.notes.get("NONE", "")
        return f"{none} if {name} is None else {name}" if none else name

    def _checked(self, check: str, arguments: str) -> str:
        self.used.add(check)
        return f"{check}({arguments})"

    def told(self, one: Parameter) -> str:
        """The meaning of a parameter."""
        text = one.notes.get("FIELD", "") or self.function.comment.parameters.get(one.name, "")
        if "NOT" in one.notes:
            text = text.replace("True:", "False:", 1)
        if re.fullmatch(r"AHA_\w+…\.*", text):
            return ""  # its type says so
        return f"``{self._default(one)[0]}``: {text.removesuffix('.')}." if text else ""

    def lines(self, ramp: str = "ramp_of(at, over, curve)") -> list[str]:
        """The body of the method."""
        out = self.function.parameters[-1].name.removeprefix("out_")
        arguments, before = [*self.given], []
        for one in self.inputs:
            fields = ", ".join(f"{each.notes.get('PYTHON', each.name)}={self._passed(each)}"
                               for each in self._options(one))
            if fields:
                struct = camel(plain(one.type).removesuffix(" *"))
                before.append(f"options = _structs.{struct}({fields})")
            arguments.append("options" if fields else self._passed(one))
        before += [f"self._{one.notes['ATTRIBUTE']} = {self._passed(one)}" if self._enum(one.type)
                   else f"self._{one.notes['ATTRIBUTE']} = {self._default(one)[0]}"
                   for one in self.taken if "ATTRIBUTE" in one.notes]
        self.used |= {"_structs"} if before else set()
        if self.has_ramp:
            arguments.append(ramp)
        if "{out}" in "".join(self.body):
            arguments.append(out)
        name, notes = f"lib.{self.function.name}", self.function.notes
        kept = ["self._started()"] if "STARTS" in notes else [
            f"self._stopped({'at' if self.has_ramp else ''})"] if "STOPS" in notes else []
        lines = [one.replace("{out}", out).replace("{split}", ", ".join([name, *arguments]))
                .replace("{call}", f"{name}({', '.join(arguments)})") for one in self.body]
        count = sum(one.endswith("\n") for one in lines)  # imports
        return [*lines[:count], *before, *lines[count:], *kept]

    def head(self, name: str, is_property: bool = False) -> str:
        """Numbers and flags with a default, fields of options, and optional parameters before
        others in C are passed by their names, unless AHA_POSITION allows both."""
        has_encoding = any(one.type == ENCODE for one in self.taken)
        self.taken = [one for one in self.taken if one.type != ENCODE]
        defaults = [self._default(one)[1] for one in self.taken]
        needed = max((place for place, one in enumerate(defaults) if not one), default=0)
        named = [one for place, (one, default) in enumerate(zip(self.taken, defaults)) if default
                 and "POSITION" not in one.notes and (place < needed or "FIELD" in one.notes
                 or default != "None" and one.type != "const char *")]
        by_place = [one for one in self.taken if one not in named]
        by_place.sort(key=lambda one: self._default(one)[1] != "")
        taken = ["cls: type[Self]" if self.result == "Self" else "self",
                 *map(self._declared, by_place)]
        taken += ["*", *map(self._declared, named)] if named else []
        taken += ENCODED if has_encoding else []
        taken += RAMPED[("*" in taken):] if self.has_ramp and not is_property else []
        return f"def {name}({', '.join(taken)}) -> {self.result}:"
