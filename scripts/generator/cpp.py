"""bindings/cpp/aha/calls.hpp: the methods that are a single call of C. A function that another
header there calls is left out."""

from __future__ import annotations

import re

from abi import first
from cdef import declared
from headers import ROOT, Function, Model, Parameter, plain
from output import HEAD, wrapped

FOLDER = ROOT / "bindings/cpp/aha"
COPIED = ["char *", "size_t", "size_t *"]
STANDARD = {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (32, 64)} | {"size_t"}


def standard(c_type: str) -> str:
    return f"std::{c_type}" if c_type in STANDARD else c_type


def is_switch(text: str) -> bool:
    return "non-zero" in text.lower()


class Method:
    """A C function as a method; not `possible` if C++ needs more than the call."""

    def __init__(self, model: Model, function: Function) -> None:
        self.model, self.function = model, function
        self.name = re.sub(r"^(get|copy)_", "", function.name.removeprefix(
            f"aha_{first(model, function)}_"))
        rest = function.parameters[1:]
        self.result, self.out = self._result(rest)
        taken = rest[:-3] if self.out == "text" else rest[:-1] if self.out else rest
        self.possible = bool(self.result) and all(map(self._takes, taken))
        self.parameters = ", ".join(self._declared(one) for one in taken)
        self.arguments = ", ".join(["handle()", *map(self._given, taken)])

    def _result(self, rest: list[Parameter]) -> tuple[str, str]:
        """The C++ return type ("" if there is no simple one), and the kind of output parameter."""
        comment, last = self.function.comment, rest[-1] if rest else None
        if self.function.result != "aha_result":
            if self.function.result == "uint32_t" and is_switch(comment.summary):
                return "bool", ""
            c_type = self.function.result
            if plain(c_type) == "char *":
                return "std::string", ""
            other = c_type.endswith("*") and c_type != "void *"  # a handle; an int is a descriptor
            return ("" if other or c_type == "int" else standard(c_type)), ""
        if comment.returns or "AHA_END" in comment.text:
            return "", ""
        if [one.type for one in rest[-3:]] == COPIED:
            return "std::string", "text"
        if last and last.type.endswith(" *") and not last.type.startswith("const"):
            base = last.type[:-2]
            struct = self.model.structs.get(base)
            if struct and struct.is_sized:
                return base, "struct"
            number = base in STANDARD or base in self.model.numbers
            return (standard(base), "number") if number else ("", "")
        return "void", ""

    def _takes(self, one: Parameter) -> bool:
        base = plain(one.type)
        if one.type == "const char *":
            return not self.function.allows_null(one)
        if one.type.startswith("const") and base.endswith("*"):
            return base[:-2] in self.model.structs
        return not base.endswith("*") and base not in self.model.callbacks

    def _is_bool(self, one: Parameter) -> bool:
        told = self.function.comment.parameters.get(one.name, self.function.comment.summary)
        return (one.type == "uint32_t" and is_switch(told)
                and len(self.function.parameters) == 2)

    def _declared(self, one: Parameter) -> str:
        base = plain(one.type)
        if one.type == "const char *":
            return f"const std::string &{one.name}"
        if base.endswith("*"):
            base = base[:-2]
            default = f" = {base}_init()" if self.function.allows_null(one) else ""
            return f"const {base} &{one.name}{default}"
        return declared("bool" if self._is_bool(one) else standard(base), one.name)

    def _given(self, one: Parameter) -> str:
        if one.type == "const char *":
            return f"{one.name}.c_str()"
        return f"&{one.name}" if one.type.endswith("*") else one.name

    def text(self) -> str:
        call, result = f"{self.function.name}({self.arguments}", self.result
        start = f"  {declared(result, self.name)}({self.parameters}) const"
        if self.out == "text":
            body = ["return detail::copied_text([&](char *to, std::size_t capacity, std::size_t"
                    " *length) {", f"  return {call}, to, capacity, length);", "});"]
        elif self.out:
            value = f"{result}_init()" if self.out == "struct" else "0"
            body = [f"{result} found = {value};", f"check({call}, &found));", "return found;"]
        elif self.function.result == "aha_result":
            body = [f"check({call}));"]
        else:
            body = [f"return {call}){' != 0' if result == 'bool' else ''};"]
            start += "" if result == "std::string" else " noexcept"
        about = wrapped(self.function.comment.summary, "  /// ")
        line = f"{start} {{ {body[0]} }}"
        if len(body) == 1 and len(line) <= 100:
            return f"{about}\n{line}"
        return "\n".join([about, wrapped(start, more="      ", width=98) + " {",
                          *(wrapped(one, "    ", "    ") for one in body), "  }"])


def by_hand() -> str:
    return "".join(path.read_text() for path in sorted(FOLDER.glob("*.hpp"))
                   if path.name != "calls.hpp")


def files(model: Model) -> dict[str, str]:
    reached, parts = set(re.findall(r"\baha_\w+", by_hand())), []
    for name in model.handles:
        noun = name.removeprefix("aha_")
        methods = [Method(model, one) for one in model.functions.values()
                   if first(model, one) == noun and one.name.startswith(f"{name}_")
                   and one.name not in reached]
        texts = [one.text() for one in methods if one.possible]
        if texts:
            parts.append("\n".join([
                f"/// Methods of {name} that are one call.", "template <class Self>",
                f"class {noun.capitalize()}Calls {{", "public:", "\n\n".join(texts), "",
                "private:", f"  {name} *handle() const noexcept"
                " { return static_cast<const Self *>(this)->get(); }", "};\n"]))
    head = (f"// {HEAD}.\n#ifndef AHA_CALLS_HPP\n#define AHA_CALLS_HPP\n\n"
            '#include "text.hpp"\n\n#include <cstddef>\n#include <cstdint>\n#include <string>\n\n'
            "namespace aha {\n")
    return {"bindings/cpp/aha/calls.hpp": "\n".join(
        [head, *parts, "} // namespace aha\n", "#endif // AHA_CALLS_HPP\n"])}
