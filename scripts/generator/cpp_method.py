"""A function of C as a function or method of C++, for cpp.py. Arguments that may be left out stand
after the others."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cdef import declared
from headers import Declared, Enum, Function, Model, Parameter, camel, first, handle, noun_of, plain
from python import prefix

COPIED = ["char *", "size_t", "size_t *"]
STANDARD = {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (32, 64)} | {"size_t"}
NUMBERS = STANDARD | {"float", "double"}
#: Words of C++ that are no names.
WORDS = {"auto", "short"}
#: The end of the name of a function that reads its object.
READS = re.compile(r"_(get|copy|at|count)(_|$)")


def standard(c_type: str) -> str:
    return f"std::{c_type}" if c_type in STANDARD else c_type


def names(enum: Enum) -> dict[str, str]:
    """The name of each member, without the words that all members begin with."""
    begin = len(prefix(enum))
    small = {name: name[begin:].lower() for name, _, _ in enum.members}
    return {name: word + "_" * (word in WORDS) for name, word in small.items()}


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
    #: The class that must be complete where the argument is used.
    needs: str = ""

    def declaration(self, with_default: bool) -> str:
        text = self.type + self.name if self.type.endswith("&") else declared(self.type, self.name)
        return text + (f" = {self.default}" if self.default and with_default else "")


def parameters(arguments: list[Argument], with_defaults: bool = True) -> str:
    """The list in parentheses; "~" is a blank that no line ends at."""
    text = ", ".join(one.declaration(with_defaults) for one in arguments)
    return f"({text.replace(' ', '~').replace(',~', ', ')})"


@dataclass
class Member:
    """A function of a class, or of the namespace."""

    about: str
    start: str
    result: str
    name: str
    arguments: list[Argument]
    ending: str
    body: list[str]
    #: The classes that must be complete where it is defined.
    needs: set[str]

    def lines(self, is_defined: bool) -> list[str]:
        line = self.start + declared(self.result, self.name) + parameters(self.arguments)
        if not is_defined:
            return [f"/// {self.about}", f"{line}{self.ending};"]
        return [f"/// {self.about}", f"{line}{self.ending}~{{",
                *(f"  {one}" for one in self.body), "}"]

    def definition(self, owner: str) -> list[str]:
        """The definition after all classes."""
        line = declared(self.result, f"{owner}::{self.name}") + parameters(self.arguments, False)
        return [f"inline {line}{self.ending} {{", *(f"  {one}" for one in self.body), "}"]


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
        noun = first(model, function)
        self.makes = [noun_of(plain(one.type)[:-3]) for one in function.parameters
                      if one.type.endswith("**")]
        self.is_maker = bool(named and self.makes[:1] == named[:1] and noun != named[0])
        self.is_static = self.is_maker or not noun
        #: The handle whose class has the method; "" for none.
        self.noun = named[0] if self.is_static and named else "" if self.is_static else noun
        stem = re.sub(r"(^|(?<=_))(get|copy|create)_|_get$", "", function.stem(self.noun))
        self.name = function.notes.get("CPP") or ("at" if stem == "get" else stem)
        rest = function.parameters[not self.is_static:]
        outs = self._outs(rest)
        self.outs = rest[len(rest) - outs:]
        self.result = self._result()
        taken = self._arguments(rest[:len(rest) - outs])
        self.possible = bool(self.result) and None not in taken
        self.arguments = [one for one in taken if one]
        self.is_wait = function.codes == ["AHA_PENDING"]
        self.is_const = not self.is_static and "RESETS" not in function.notes and bool(
            function.result != "aha_result" or "CONST" in function.notes or self.is_wait
            or READS.search(function.name))
        #: Arguments that may use the host's objects, and whether this object may.
        self.hosts = [one.name for one in rest if self._is_hosted(handle(self.model, one))]
        self.is_hosted = not self.is_static and self._is_hosted(self.noun)

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
        while count < len(rest) and is_out(rest[-1 - count]) and not handle(
                self.model, rest[-1 - count]):
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
        if codes == ["AHA_PENDING"]:
            return "void"
        if codes and "AHA_END" not in codes:
            return ""
        if types == COPIED:
            return "std::string"
        if len(types) == 3:
            return {"void *": "std::vector<std::uint8_t>"}.get(
                types[0], f"std::vector<{types[0][:-2]}>" if self._is_struct(types[0]) else "")
        if len(self.makes) == len(types) > 0:
            if self.makes[1:] in ([], ["job"]):
                made = camel(self.makes[0])
                return f"Started<{made}>" if self.makes[1:] else made
        if len(types) > 1 or not all(map(self._is_value, types)):
            return ""
        if not types:
            return "bool" if self.may_end else "void"
        base = standard(types[0][:-2])
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
        return found

    def _argument(self, one: Parameter, next_one: Parameter | None) -> Argument | None:
        base, name = plain(one.type), one.name
        allows_null, noun = "NULLABLE" in one.notes, handle(self.model, one)
        if noun and "BORROWED" in self._declared(noun).notes:
            kind = class_of(self._declared(noun))
            return Argument(kind, name, f"{name}.get()", "{}" if allows_null else "", kind)
        if noun and allows_null:
            return Argument(f"const {base_of(self._declared(noun))} &", name, f"{name}.get()", "{}")
        if noun:
            return Argument(f"const {camel(noun)} &", name, f"{name}.get()", needs=camel(noun))
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

    @property
    def ordered(self) -> list[Argument]:
        return sorted(self.arguments, key=lambda one: bool(one.default))

    def ending(self) -> str:
        plain_number = self.function.result != "aha_result" and self.result != "std::string"
        cannot_fail = plain_number and self.function.result != "int"
        return " const" * self.is_const + " noexcept" * cannot_fail

    def start(self) -> str:
        is_kept = any(noun == "job" or "NULLABLE" not in one.notes
                      for noun, one in zip(self.makes, self.outs))
        matters = self.result != "void" and (self.is_const or self.is_static or is_kept
                                             or self.result.startswith("std::optional"))
        return "[[nodiscard]] " * matters + (
            "static " if self.is_static and self.noun else "" if self.noun else "inline ")

    def constructor(self, owner: str) -> list[str]:
        start = "explicit " if self.arguments and len(self.needed_types) < 2 else ""
        given = ", ".join(one.name for one in self.ordered)
        return [f"/// {self.function.comment.summary}",
                f"{start}{owner}{parameters(self.ordered)} :~{owner}({self.name}({given})) {{}}"]

    def members(self) -> list[Member]:
        if self.is_wait:
            return self._waits()
        needs = {*re.findall(r"\w+", self.result), *(one.needs for one in self.arguments)}
        return [Member(self.function.comment.summary, self.start(), self.result, self.name,
                       self.ordered, self.ending(), self.body(), needs), *self._texts()]

    def _waits(self) -> list[Member]:
        """Without a timeout, and with one."""
        self.arguments.pop()
        always = self.checked("-1")
        timed = f"return {self.checked('time.count()')} != AHA_PENDING;"
        return [Member("Waits without a timeout; throws the error that ended it.", "", "void",
                       self.name, [], " const", [f"{always};"], set()),
                Member("Waits up to a timeout; false if it expired.", "[[nodiscard]] ", "bool",
                       f"{self.name}_for", [Argument("std::chrono::milliseconds", "time", "")],
                       " const", [timed], set())]

    def _texts(self) -> list[Member]:
        """A function for each text of an enumeration: title() for text(AHA_PIECE_TITLE)."""
        which = next((one for one in self.arguments if one.type.endswith("_text")), None)
        enum = next((one for one in self.model.enums if which and one.name == which.type
                     and self.name.endswith("text")), None)
        rest, found = [one for one in self.ordered if one is not which], []
        for name, _, comment in enum.members if enum else []:
            given = ", ".join(name if one is which else one.name for one in self.ordered)
            word = names(enum)[name] if enum else ""
            about = comment.text or f"The {word.replace('_', ' ')}."
            if self.result == "void":
                about = f"Sets the {word.replace('_', ' ')}."
            found.append(Member(about, self.start(), self.result, re.sub("text$", word, self.name),
                                rest, self.ending(), [f"return {self.name}({given});"], set()))
        return found

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
            size = standard(self.outs[1].type)
            return [f"return detail::copied<{self.result}, {size}>([&](auto... into) {{",
                    f"  return {self.call('into...')};", "});"]
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
        hosts = ["hosts()" if self.is_hosted else "std::make_shared<detail::Hosts>()", *self.hosts]
        made = []
        for noun, one in zip(self.makes, self.outs):
            users = hosts if self._is_hosted(noun) and (self.is_hosted or self.hosts) else []
            made.append(f"{camel(noun)}({', '.join([one.name, *users])})")
        result = made[0] if len(made) == 1 else f"{{{', '.join(made)}}}"
        return [*lines, f"return {result};"]

    def _finding(self) -> list[str]:
        base = plain(self.outs[0].type)[:-2]
        struct = self.model.structs.get(base)
        value = f"{base}_init()" if struct and struct.is_sized else "{}"
        call = self.checked("&found")
        lines = [f"{standard(base)} found = {value};"]
        if self.may_end:
            return [*lines, f"if ({call} == AHA_END) return std::nullopt;", "return found;"]
        return [*lines, f"{call};", "return found;"]
