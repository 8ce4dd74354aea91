"""bindings/cpp/aha/calls.hpp: a class for each handle. It has the functions that make one C call,
the texts of an enumeration by name, lists, and the members written by hand in bindings/cpp/members,
which keep the C functions that they call to themselves."""

from __future__ import annotations

import re

from cpp_method import Member, Method, base_of, class_of
from headers import ROOT, Declared, Model, camel, noun_of
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


def has_index(one: Method | None) -> bool:
    """Whether the last argument is an index, and the result one value."""
    return bool(one and one.result != "void" and one.arguments
                and one.arguments[-1].type == "std::uint32_t")


def list_of(count: Method, every: dict[str, Method]) -> list[Member]:
    """All elements, if there are functions for their number and for one of them."""
    base, header = re.sub("_(get_)?count$", "", count.function.name), count.function.header
    words = [one.format(base, header, base.removeprefix(f"aha_{header}_")) for one in ELEMENT]
    ones = [every[name] for name in words if has_index(every.get(name))]
    if not ones or base == count.function.name:
        return []
    one, stem = ones[0], count.name.removesuffix("_count")
    before = [each.name for each in count.arguments]
    given = [*["*this"] * (one.is_static and not count.is_static), *before, "i"]
    at = one.name if one.noun == count.noun else f"{camel(one.noun)}::{one.name}"
    body = f"return detail::listed({count.name}({', '.join(before)}), [&](auto i) {{"
    needs = {camel(one.noun), *re.findall(r"\w+", one.result)}
    return [Member(f"All of them; see {one.function.name}.", count.start(),
                   f"std::vector<{one.result}>",
                   "all" if count.name in ("count", "size") else plural(stem), count.arguments,
                   " const" * count.is_const, [body, f"  return {at}({', '.join(given)});", "});"],
                   needs)]


class Class:
    """The class of a handle, of a reference without an owner, or of its owner."""

    def __init__(self, name: str, base: str, handle: Declared, methods: list[Method],
                 lists: list[Member]) -> None:
        self.name, self.base, self.handle = name, base, handle
        makers = [one for one in methods if one.is_maker and len(one.makes) == 1]
        needed = [one.needed_types for one in makers]
        #: A constructor for each maker that is alone with the parameters that it needs.
        self.constructors = [one.constructor(name) for one in makers
                             if needed.count(one.needed_types) == 1]
        path = FOLDER / f"members/{noun_of(handle.name)}.hpp"
        self.hand = path.read_text().partition("\n\n")[2] if path.exists() else ""
        if base.startswith("Owner"):
            self.hand = ""
        taken = {*re.findall(r"^  \S.*?\b(\w+)\(", self.hand, re.M), *(one.name for one in methods)}
        found = [one for method in methods for one in method.members()]
        self.members = [one for one in [*found, *lists] if one.name not in taken
                        or any(one.name == each.name for each in methods)]

    def declarations(self, missing: set[str]) -> str:
        """The class; functions that need a missing class are only declared."""
        groups = [*self.constructors, *(one.lines(not one.needs & missing) for one in self.members)]
        return "\n".join([wrapped(self.handle.comment.text, "/// "),
                          f"class {self.name} : public {self.base} {{", "public:",
                          f"  using {self.base[:self.base.index('<')]}::"
                          f"{self.base[:self.base.index('<')]};", *spaced(groups, "  "),
                          *(["", self.hand.rstrip()] if self.hand else []), "};\n"])


def header(name: str, parts: list[str]) -> str:
    guard = f"AHA_{name.upper()}_HPP"
    return "\n".join([f'// {HEAD}.\n#include "../aha.hpp"\n\n#ifndef {guard}\n#define {guard}\n',
                      "namespace aha {\n", *parts, "} // namespace aha\n", f"#endif // {guard}\n"])


def classes(model: Model, methods: list[Method]) -> list[Class]:
    every, found = {one.function.name: one for one in methods}, []
    # References without an owner first: they are passed by value.
    for handle in sorted(model.handles.values(), key=lambda one: "BORROWED" not in one.notes):
        own = [one for one in methods if one.noun == noun_of(handle.name)]
        lists = [each for one in own for each in list_of(one, every)]
        name, owner = class_of(handle), camel(handle.name)
        made = [one for one in own if one.is_maker and name != owner]
        rest = [one for one in own if one not in made]
        found.append(Class(name, base_of(handle), handle, rest, lists))
        if made:
            found.append(Class(owner, f"Owner<{name}, {handle.name}>", handle, made, []))
    return found


def files(model: Model) -> dict[str, str]:
    reached = set(re.findall(r"\baha_\w+", by_hand()))
    methods = [Method(model, one) for one in model.functions.values()
               if one.name not in reached and not re.search("_(retain|release)$", one.name)]
    methods = [one for one in methods if one.possible]
    every = {one.function.name: one for one in methods}
    made = classes(model, methods)
    missing = {one.name for one in made}
    calls = ["".join(f"class {name};\n" for name in sorted(missing))]
    late: list[list[str]] = []
    for each in made:
        missing.discard(each.name)
        calls.append(each.declarations(missing))
        late += [one.definition(each.name) for one in each.members if one.needs & missing]
    alone = [one for one in methods if not one.noun]
    free = [one.members()[0] for one in alone]
    free += [one for count in alone for one in list_of(count, every)]
    calls += ["\n".join(spaced(lines)) + "\n" for lines in
              ([one.lines(True) for one in free], late)]
    return {"bindings/cpp/aha/calls.hpp": header("calls", calls)}
