"""A C function as a Python method or property, and its differences from the header."""

from __future__ import annotations


from abi import first
from headers import Field, Function, Model, Parameter, plain
from python import camel, class_name
from python_records import home, record_name

COPIED = ["char *", "size_t", "size_t *"]
#: The parameters of a change over time, and their description.
RAMP = "const aha_ramp *"
RAMPED = ["*", "at: int | None = None", "over: int | None = None",
          "curve: FadeShape | str = FadeShape.LINEAR"]
RAMPED_TOLD = ("``at``: the frame of the engine at which it begins; None is the next one. ``over``:"
               " frames of the change; None is the engine's ramp. ``curve``: of the change.")
CHECKS = {"uint32_t": "unsigned32", "uint64_t": "unsigned64", "size_t": "unsigned64",
          "int64_t": "signed64"}


def of_client(model: Model, noun: str) -> bool:
    """Whether objects of a kind are created from a client; their jobs are the client's too."""
    return noun != "" and model.handles[f"aha_{noun}"].notes.get("PARENT") == "aha_client"


class Call:
    """A C function as a method or a part of a property; not `possible` if Python needs more than
    one call."""

    def __init__(self, model: Model, function: Function, row: str = "") -> None:
        self.model, self.function = model, function
        stem = function.stem(row or first(model, function))
        self.verb = next((one for one in ("get_", "copy_", "set_", "is_") if
                          stem.startswith(one)), "")
        self.name = function.notes.get("PYTHON") or stem.removeprefix(self.verb)
        self.given = ["self._handle", "self.id"] if row else ["self._handle"]
        rest = function.parameters[len(self.given):]
        self.has_ramp = bool(rest) and rest[-1].type == RAMP
        rest = rest[:-1] if self.has_ramp else rest
        self.used: set[str] = set()
        self.result, self.body = self._result(rest)
        out = 3 if self.used & {"copied_text", "text_of"} else int(
            "ClientJob" in self.used or "{out}" in "".join(self.body))
        self.taken = rest[:len(rest) - out]
        self.possible = bool(self.result) and all(map(self._takes, self.taken))
        self.is_getter = not self.taken and self.result != "None" and not (
            "RESETS" in function.notes or self.name.startswith("__")
            or self.used & {"Result", "made"})
        if self.has_ramp:
            self.used |= {"ramp_of", "enum:ramp:FadeShape"}
        self.is_setter = self.verb == "set_" and len(self.taken) == 1 and self.result == "None"

    def fields(self) -> list[Field]:
        """The fields of its record that are attributes of the object too."""
        return [field for one in self.used if one.startswith("record:")
                for field in self.model.structs[one[7:]].fields if "ATTRIBUTE" in field.notes]

    def _result(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        """The type in Python, "" if it has no direct equivalent, and the expression for the
        call."""
        function, last = self.function, rest[-1] if rest else None
        if function.result != "aha_result":
            return self._plain(function.result)
        if not rest and "AHA_END" in function.codes:
            self.used.add("Result")
            return "bool", ["return bool({call} != Result.END)"]
        if [one.type for one in rest[-3:]] == COPIED:
            if "path" in self.name:
                self.used |= {"copied_text", "decoded_path"}
                return "str", ["return decoded_path(copied_text({split}))"]
            self.used.add("text_of")
            return "str", ["return text_of({split})"]
        if function.codes:
            return "", []
        if (last and last.type == "aha_job **"
                and of_client(self.model, first(self.model, function))):
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
        """The class of an enumeration; "" for other types."""
        found = next((one for one in self.model.enums if one.name == plain(c_type)), None)
        if not found or not found.name:
            return ""
        self.used.add(f"enum:{found.header}:{class_name(found)}")
        return class_name(found)

    def _takes(self, one: Parameter) -> bool:
        base = self._base(one.type)
        if one.type == "const char *":
            return "NULLABLE" not in one.notes
        if self._enum(one.type) and any("FLAGS" in each.notes for each in self.model.enums
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
        """The name in Python, and the default, "" if it has none."""
        default = one.notes.get("DEFAULT", "")
        if "FLAG" in one.notes and default:
            default = str(default != "0")
        if default and default == one.notes.get("NONE"):
            default = "None"
        return one.notes.get("PYTHON", one.name), default

    def _typed(self, one: Parameter) -> str:
        if one.type == "const char *":
            return f"{one.name}: {'Path' if one.name == 'path' else 'str'}"
        if enum := self._enum(one.type):
            return f"{one.name}: {enum} | str"
        kind = "float" if one.type in ("float", "double") else "int"
        return f"{one.name}: {'bool' if self.is_switch(one) else kind}"

    def is_switch(self, one: Parameter) -> bool:
        return "FLAG" in one.notes

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
        if default == "None":
            return f"{one.notes['NONE']} if {name} is None else {checked}"
        return checked

    def _checked(self, check: str, arguments: str) -> str:
        self.used.add(check)
        return f"{check}({arguments})"

    def told(self, one: Parameter) -> str:
        """The meaning of a parameter."""
        text = self.function.comment.parameters[one.name].removesuffix(".")
        return f"``{self._default(one)[0]}``: {text}."

    def lines(self, ramp: str = "ramp_of(at, over, curve)") -> list[str]:
        """The body of the method."""
        out = self.function.parameters[-1].name.removeprefix("out_")
        arguments = [*self.given, *map(self._passed, self.taken)]
        if self.has_ramp:
            arguments.append(ramp)
        if "{out}" in "".join(self.body):
            arguments.append(out)
        name = f"lib.{self.function.name}"
        return [one.replace("{out}", out).replace("{split}", ", ".join([name, *arguments]))
                .replace("{call}", f"{name}({', '.join(arguments)})") for one in self.body]

    def head(self, name: str, is_property: bool = False) -> str:
        """Numbers and flags with a default are passed by their names."""
        taken = ["self"]
        for one in self.taken:
            named = self._default(one)[1] not in ("", "None") and one.type != "const char *"
            taken += ["*"] * (named and "*" not in taken) + [self._declared(one)]
        taken += RAMPED[("*" in taken):] if self.has_ramp and not is_property else []
        return f"def {name}({', '.join(taken)}) -> {self.result}:"
