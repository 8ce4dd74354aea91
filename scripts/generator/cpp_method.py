"""A function of C as a function or method of C++, for cpp.py."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cdef import declared
from headers import Declared, Function, Model, Parameter, plain

COPIED = ["char *", "size_t", "size_t *"]
STANDARD = {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (32, 64)} | {"size_t"}
NUMBERS = STANDARD | {"float", "double"}


def standard(c_type: str) -> str:
    return f"std::{c_type}" if c_type in STANDARD else c_type


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.removeprefix("aha_").split("_"))


def class_of(handle: Declared) -> str:
    return handle.notes.get("CPP") or camel(handle.name)


def base_of(handle: Declared) -> str:
    """The base class of a handle's class."""
    noun = noun_of(handle.name)
    if "BORROWED" in handle.notes:
        return f"Ref<aha_{noun}>"
    kind = "HostHandle" if "HOSTED" in handle.notes else "Handle"
    return f"{kind}<aha_{noun}>"


@dataclass
class Argument:
    """A parameter in C++, and its argument in C."""

    type: str
    name: str
    given: str
    default: str = ""

    def declaration(self, with_default: bool) -> str:
        text = self.type + self.name if self.type.endswith("&") else declared(self.type, self.name)
        return text + (f" = {self.default}" if self.default and with_default else "")


def noun_of(name: str) -> str:
    return name.removeprefix("aha_")


def is_out(one: Parameter) -> bool:
    if one.type == "void *":  # not user_data
        return "BUFFER" in one.notes
    return one.type.endswith("*") and not one.type.startswith("const")


class Method:
    """A C function in C++; not `possible` if C++ needs more than one call."""

    def __init__(self, model: Model, function: Function) -> None:
        self.model, self.function = model, function
        nouns = sorted(map(noun_of, model.handles), key=len, reverse=True)
        named = [noun for noun in nouns if function.name.startswith(f"aha_{noun}_")]
        first = self._handle(function.parameters[0]) if function.parameters else ""
        self.makes = [noun_of(plain(one.type)[:-3]) for one in function.parameters
                      if one.type.endswith("**")]
        self.is_maker = bool(named and self.makes[:1] == named[:1] and first != named[0])
        self.is_static = self.is_maker or not first
        #: The handle whose class has the method; "" for none.
        self.noun = named[0] if self.is_static and named else "" if self.is_static else first
        self.name = function.notes.get("CPP") or re.sub(
            r"^(get|copy|create)_|_get$", "", function.stem(self.noun))
        rest = function.parameters[not self.is_static:]
        outs = self._outs(rest)
        self.outs = rest[len(rest) - outs:]
        self.result = self._result()
        taken = self._arguments(rest[:len(rest) - outs])
        self.possible = bool(self.result) and None not in taken
        self.arguments = [one for one in taken if one]
        #: Arguments that may use the host's objects, and whether this object may.
        self.hosts = [one.name for one in rest if self._is_hosted(self._handle(one))]
        self.is_hosted = not self.is_static and self._is_hosted(self.noun)

    def _handle(self, one: Parameter) -> str:
        return noun_of(one.type[:-2]) if one.type[:-2] in self.model.handles else ""

    def _is_hosted(self, noun: str) -> bool:
        """Whether calls and jobs of a handle may fail because of an exception of the host."""
        return noun != "" and "HOSTED" in self._declared(noun).notes

    def _declared(self, noun: str) -> Declared:
        return self.model.handles[f"aha_{noun}"]

    def _outs(self, rest: list[Parameter]) -> int:
        """Count of output parameters at the end."""
        if self.function.result != "aha_result":
            return 0
        if len(rest) > 2 and rest[-1].type in ("size_t *", "uint32_t *") and (
                rest[-2].type == rest[-1].type[:-2] and is_out(rest[-3])):
            return 3
        count = 0
        while count < len(rest) and is_out(rest[-1 - count]) and not self._handle(
                rest[-1 - count]):
            count += 1
        return count

    def _result(self) -> str:
        """The type in C++; "" if it has no direct equivalent."""
        codes, result = self.function.codes, self.function.result
        if result != "aha_result":
            if "FLAG" in self.function.notes:
                return "bool"
            if plain(result) == "char *":
                return "std::string"
            if result[:-2] in self.model.handles:
                return class_of(self.model.handles[result[:-2]])
            return standard(result)
        types = [plain(one.type) for one in self.outs]
        if codes and "AHA_END" not in codes:
            return ""
        if types == COPIED:
            return "std::string"
        if len(types) == 3:
            return {"void *": "std::vector<std::uint8_t>"}.get(
                types[0], f"std::vector<{types[0][:-2]}>" if self._is_struct(types[0]) else "")
        if len(self.makes) == len(types) > 0:
            made = [camel(noun) for noun in self.makes]
            return made[0] if len(made) == 1 else f"std::pair<{', '.join(made)}>"
        if len(types) > 1 or types and not self._is_value(types[0]):
            return ""
        if not types:
            return "bool" if self.may_end else "void"
        base = standard(types[0][:-2])
        if "FLAG" in self.outs[0].notes:
            base = "bool"
        return f"std::optional<{base}>" if self.may_end else base

    @property
    def may_end(self) -> bool:
        return "AHA_END" in self.function.codes

    def _is_struct(self, c_type: str) -> bool:
        return c_type[:-2] in self.model.structs

    def _is_value(self, c_type: str) -> bool:
        return (self._is_struct(c_type) or c_type[:-2] in NUMBERS
                or c_type[:-2] in self.model.numbers)

    def _arguments(self, rest: list[Parameter]) -> list[Argument | None]:
        found: list[Argument | None] = []
        for one, next_one in zip(rest, [*rest[1:], None]):
            if found and found[-1] and found[-1].given.endswith(f".data(), {one.name}"):
                found[-1].given = f"{found[-1].name}.data(), {found[-1].name}.size()"
            else:
                found.append(self._argument(one, next_one))
        default = True  # C++ requires defaults for all later parameters
        for each in reversed(found):
            default = default and bool(each and each.default)
            if each and not default:
                each.default = ""
        return found

    def _argument(self, one: Parameter, next_one: Parameter | None) -> Argument | None:
        base, name = plain(one.type), one.name
        allows_null, noun = "NULLABLE" in one.notes, self._handle(one)
        if noun and "BORROWED" in self._declared(noun).notes:
            return Argument(class_of(self._declared(noun)), name, f"{name}.get()",
                            "{}" if allows_null else "")
        if noun:
            taken = Argument(f"const {camel(noun)} &", name, f"{name}.get()")
            return None if allows_null else taken
        if one.type == "const char *":
            kind, default = ("OptionalText", "{}") if allows_null else ("const std::string &", "")
            return Argument(kind, name, f"{name}.c_str()", default)
        if one.type in ("const float *", "const void *"):
            return Argument(one.type, name, name)
        if one.type.startswith("const") and self._is_struct(base):
            base = base[:-2]
            if next_one and "LIST" in one.notes:
                return Argument(f"const std::vector<{base}> &", name,
                                f"{name}.data(), {next_one.name}")
            return Argument(f"const {base} &", name, f"&{name}",
                            f"{base}_init()" if allows_null else "")
        if base.endswith("*") or base in self.model.callbacks:
            return None
        is_bool = "FLAG" in one.notes and 2 == len(
            [each for each in self.function.parameters if each.type != "const aha_ramp *"])
        return Argument("bool" if is_bool else standard(base), name, name,
                        one.notes.get("DEFAULT", ""))

    @property
    def needed_types(self) -> list[str]:
        return [one.type for one in self.arguments if not one.default]

    def signature(self, name: str, with_defaults: bool) -> str:
        parameters = ", ".join(one.declaration(with_defaults) for one in self.arguments)
        return f"{name}({parameters.replace(' ', '~').replace(',~', ', ')})"

    def ending(self) -> str:
        plain_number = self.function.result != "aha_result" and self.result != "std::string"
        cannot_fail = plain_number and self.function.result != "int"
        return (" const" * (not self.is_static)) + (" noexcept" * cannot_fail)

    def declaration(self) -> list[str]:
        start = "static " if self.is_static and self.noun else "" if self.noun else "inline "
        line = f"{start}{declared(self.result, self.signature(self.name, True))}{self.ending()};"
        return [f"/// {self.function.comment.summary}", line]

    def definition(self, owner: str) -> list[str]:
        name = f"{owner}::{self.name}" if owner else self.name
        line = declared(self.result, self.signature(name, False))
        return [f"inline {line}{self.ending()} {{", *(f"  {one}" for one in self.body()), "}"]

    def constructor(self, owner: str) -> list[str]:
        needed = sum(not one.default for one in self.arguments)
        start = "explicit " if self.arguments and needed < 2 else ""
        return [f"/// {self.function.comment.summary}",
                f"{start}{self.signature(owner, True)};"]

    def constructor_definition(self, owner: str) -> list[str]:
        given = ", ".join(one.name for one in self.arguments)
        return [f"inline {self.signature(f'{owner}::{owner}', False)}",
                f"    : {owner}({self.name}({given})) {{}}"]

    def call(self, *more: str) -> str:
        given = [*(["get()"] if not self.is_static else []),
                 *(one.given for one in self.arguments), *more]
        return f"{self.function.name}({', '.join(given)})"

    def checked(self, *more: str) -> str:
        owners = ["*this"] * self.is_hosted + self.hosts
        return f"check({', '.join([self.call(*more), *owners])})"

    def body(self) -> list[str]:
        if self.function.result != "aha_result":
            if self.function.result == "int":
                return [f"return detail::descriptor({self.call()});"]
            if self.function.result[:-2] in self.model.handles:
                return [f"return {self.result}({self.call()});"]
            return [f"return {self.call()}{' != 0' if self.result == 'bool' else ''};"]
        if len(self.outs) == 3:
            way = "text" if self.result == "std::string" else "list"
            item = "" if way == "text" else f"<{self.result[12:-1]}>"
            to, size = plain(self.outs[0].type), standard(self.outs[1].type)
            return [f"return detail::copied_{way}{item}([&]({to}to, {size} capacity, {size} "
                    "*length) {", f"  return {self.call('to', 'capacity', 'length')};", "});"]
        if self.makes:
            return self._making()
        if self.outs:
            return self._finding()
        added = [f"follow({one});" for one in self.hosts if self.is_hosted]
        if self.result == "bool":
            return [*added, f"return {self.checked()} != AHA_END;"]
        return [*added, f"{self.checked()};"]

    def _making(self) -> list[str]:
        lines = [f"aha_{noun} *{one.name} = nullptr;" for noun, one in zip(self.makes, self.outs)]
        lines.append(f"{self.checked(*(f'&{one.name}' for one in self.outs))};")
        made = []
        for noun, one in zip(self.makes, self.outs):
            shared = ", hosts()" if self.is_hosted and self._is_hosted(noun) else ""
            made.append(f"{camel(noun)}({one.name}{shared})")
            if self.hosts and self._is_hosted(noun):
                name = one.name.removeprefix("out_")
                lines += [f"{camel(noun)} {name}({one.name}{shared});",
                          *(f"{name}.follow({host});" for host in self.hosts)]
                made[-1] = name
        if len(made) == 1:
            return [*lines, f"return {made[0]};"]
        return [*lines, f"return {{{', '.join(made)}}};"]

    def _finding(self) -> list[str]:
        base = plain(self.outs[0].type)[:-2]
        struct = self.model.structs.get(base)
        value = f"{base}_init()" if struct and struct.is_sized else "{}"
        call = self.checked("&found")
        lines = [f"{standard(base)} found = {value};"]
        if self.may_end:
            return [*lines, f"if ({call} == AHA_END) return std::nullopt;", "return found;"]
        return [*lines, f"{call};",
                f"return found{' != 0' if self.result == 'bool' else ''};"]
