"""bindings/cpp/aha/calls.hpp: a class for each handle. It has the functions that make one C call,
the texts of an enumeration by name, lists, and the members written by hand in bindings/cpp/members,
which keep the C functions that they call to themselves."""

from __future__ import annotations

import re

from cpp_enums import names
from cpp_method import Argument, Method, base_of, camel, class_of, noun_of
from headers import ROOT, Declared, Model
from output import HEAD, wrapped

FOLDER = ROOT / "bindings/cpp"
GENERATED = ("calls.hpp", "options.hpp")
#: How the name of the function of one element ends, if that of their number is …_count.
ELEMENT = ("{0}_at", "{0}_get", "{0}_copy_id", "aha_{1}_get_{2}", "aha_{1}_copy_{2}")


def by_hand() -> str:
    return "".join(path.read_text() for path in sorted(FOLDER.glob("*/*.hpp"))
                   if path.name not in GENERATED)


def spaced(groups: list[list[str]], indent: str = "") -> list[str]:
    """Declarations or definitions with an empty line between them; "~" is a blank that no line
    ends at."""
    lines: list[str] = []
    for group in groups:
        lines += [""] * bool(lines)
        for line in group:
            text = line.lstrip()
            inner = indent + " " * (len(line) - len(text))
            if text.startswith("///"):
                lines.append(wrapped(text, inner, "/// "))
            else:
                lines.append(wrapped(text, inner, "    ").replace("~", " "))
    return lines


def plural(name: str) -> str:
    if name.endswith("_on"):
        return name
    return name + ("es" if name.endswith("s") else "s")


class List:
    """A function for all elements, beside the functions for their number and for one of them."""

    def __init__(self, count: Method, one: Method) -> None:
        self.function, self.noun, self.is_static = one.function, count.noun, count.is_static
        stem = count.name.removesuffix("_count")
        self.name = "all" if count.name in ("count", "size") else plural(stem)
        self.needs = {camel(one.noun), *one.needs}
        self.ending = " const" * count.is_const
        self.result = f"std::vector<{one.result}>"
        self.taken = ", ".join(each.declaration(False) for each in count.arguments)
        self.count = f"{count.name}({', '.join(each.name for each in count.arguments)})"
        given = [*["*this"] * (one.is_static and not count.is_static),
                 *(each.name for each in count.arguments), "i"]
        at = one.name if one.noun == count.noun else f"{camel(one.noun)}::{one.name}"
        self.one = f"{at}({', '.join(given)})"

    def body(self) -> list[str]:
        listed = f"detail::listed({self.count}, [&](auto i) {{ return {self.one}; }})"
        return [f"  return {listed};", "}"]

    def lines(self, is_defined: bool) -> list[str]:
        kind = "static " * self.is_static if self.noun else "inline "
        line = f"[[nodiscard]] {kind}{self.result} {self.name}({self.taken}){self.ending}"
        about = f"/// All of them; see {self.function.name}."
        return [about, f"{line} {{", *self.body()] if is_defined else [about, f"{line};"]

    def definition(self, owner: str) -> list[str]:
        line = f"inline {self.result} {owner}::{self.name}({self.taken}){self.ending}"
        return [f"{line} {{", *self.body()]


def has_index(one: Method) -> bool:
    """Whether the last argument is an index, and the result one value."""
    return [each.type for each in one.arguments[-1:]] == ["std::uint32_t"] and (
        "pair" not in one.result and one.result != "void")


def lists(methods: list[Method]) -> list[List]:
    every, found = {one.function.name: one for one in methods}, []
    for count in methods:
        base, header = re.sub("_(get_)?count$", "", count.function.name), count.function.header
        if base != count.function.name:
            rest = base.removeprefix(f"aha_{header}_")
            ones = [every.get(one.format(base, header, rest)) for one in ELEMENT]
            found += [List(count, one) for one in ones if one and has_index(one)][:1]
    return found


def texts(method: Method) -> list[list[str]]:
    """A function for each text of an enumeration: title() for text(AHA_PIECE_TITLE)."""
    which = next((one for one in method.arguments if one.type.endswith("_text")), None)
    enum = next((one for one in method.model.enums if which and one.name == which.type), None)
    rest = ", ".join(one.declaration(True) for one in method.ordered if one is not which)
    found = []
    for member, _, comment in enum.members if enum and which else []:
        given = ", ".join(member if one is which else one.name for one in method.ordered)
        word = names(enum)[member]
        about = comment.text or f"The {word.replace('_', ' ')}."
        found.append([
            f"/// {about}", f"{method.start()}{method.result} {re.sub('text$', word, method.name)}"
            f"({rest}){method.ending()} {{",
            f"  {'return ' * (method.result != 'void')}{method.name}({given});", "}"])
    return found


def name_in(lines: list[str]) -> str:
    found = re.search(r"(\w+)\(", lines[1])
    return found[1] if found else ""


class Class:
    """The class of a handle, of a reference without an owner, or of its owner."""

    def __init__(self, name: str, base: str, handle: Declared, methods: list[Method],
                 every: list[List], classes: set[str]) -> None:
        self.name, self.base, self.handle = name, base, handle
        self.methods: list[Method | List] = [*methods, *every]
        makers = [one for one in methods if one.is_maker and len(one.makes) == 1]
        needed = [one.needed_types for one in makers]
        #: A constructor for each maker that is alone with the parameters that it needs.
        self.constructors = [one for one in makers if needed.count(one.needed_types) == 1]
        self.waits = [one for one in methods if one.is_wait]
        self.texts = [text for one in methods for text in texts(one)]
        #: Functions that need a class that follows this one.
        self.late = [one for one in self.methods if one.needs & classes]
        path = FOLDER / f"members/{noun_of(handle.name)}.hpp"
        self.hand = path.read_text().partition("\n\n")[2] if path.exists() else ""

    def declarations(self) -> str:
        template = self.base[:self.base.index("<")]
        own = {*re.findall(r"^  \S.*?\b(\w+)\(", self.hand, re.M),
               *(one.name for one in self.methods)}
        groups = [one.constructor(self.name) for one in self.constructors]
        groups += [one.lines(one not in self.late) for one in self.methods]
        groups += [one for one in self.texts if name_in(one) not in own]
        groups += [one.timed() for one in self.waits]
        return "\n".join([wrapped(self.handle.comment.text, "/// "),
                          wrapped(f"class {self.name} : public {self.base} {{", "", "    "),
                          "public:", f"  using {template}::{template};", *spaced(groups, "  "),
                          *(["", self.hand.rstrip()] if self.hand else []), "};\n"])

    def definitions(self) -> list[list[str]]:
        return [one.definition(self.name) for one in self.late]


def header(name: str, parts: list[str]) -> str:
    guard = f"AHA_{name.upper()}_HPP"
    return "\n".join([f'// {HEAD}.\n#include "../aha.hpp"\n\n#ifndef {guard}\n#define {guard}\n',
                      "namespace aha {\n", *parts, "} // namespace aha\n", f"#endif // {guard}\n"])


def files(model: Model) -> dict[str, str]:
    reached = set(re.findall(r"\baha_\w+", by_hand()))
    methods = [Method(model, one) for one in model.functions.values()
               if one.name not in reached and not re.search("_(retain|release)$", one.name)]
    methods = [one for one in methods if one.possible]
    every = lists(methods)
    # References without an owner first: they are passed by value.
    handles = sorted(model.handles.values(), key=lambda one: "BORROWED" not in one.notes)
    rest = {camel(one.name) for one in handles} | {class_of(one) for one in handles}
    forward = "".join(f"class {name};\n" for name in sorted(rest))
    classes = []
    for handle in handles:
        own = [one for one in methods if one.noun == noun_of(handle.name)]
        own_lists = [one for one in every if one.noun == noun_of(handle.name)]
        name, owner, made = class_of(handle), camel(handle.name), [*filter(is_made, own)]
        if name == owner:
            made = []
        rest.discard(name)
        classes.append(Class(name, base_of(handle), handle, [one for one in own if one not in made],
                             own_lists, rest.copy()))
        if made:
            rest.discard(owner)
            base = f"Owner<{name}, {handle.name}>"
            classes.append(Class(owner, base, handle, made, [], rest.copy()))
            classes[-1].hand = ""
    free = [one for one in [*methods, *every] if not one.noun]
    late = [group for one in classes for group in one.definitions()]
    return {"bindings/cpp/aha/calls.hpp": header("calls", [
        forward, *(one.declarations() for one in classes),
        "\n".join(spaced([one.lines(True) for one in free])) + "\n",
        "\n".join(spaced(late)) + "\n"])}


def is_made(one: Method) -> bool:
    return one.is_maker
