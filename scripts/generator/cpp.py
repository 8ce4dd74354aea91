"""bindings/cpp/aha/calls.hpp and bodies.hpp: functions and methods that make one C call and have
no C++ idiom. Another header keeps the C functions it calls itself. A class that no other header
extends is complete; the base of an extended class is called …Calls."""

from __future__ import annotations

import re

from cpp_method import Method, base_of, class_of, noun_of
from headers import ROOT, Declared, Model
from output import HEAD, wrapped

FOLDER = ROOT / "bindings/cpp/aha"
GENERATED = ("calls.hpp", "bodies.hpp", "options.hpp")


def by_hand() -> str:
    return "".join(path.read_text() for path in sorted(FOLDER.glob("*.hpp"))
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


class Class:
    """The class of a handle, or the base class if another header extends it."""

    def __init__(self, handle: Declared, methods: list[Method], hand: str) -> None:
        self.handle = handle
        self.methods = [one for one in methods if one.noun == noun_of(handle.name)]
        self.name = class_of(handle)
        self.extended = f"{self.name}Calls" in hand
        if self.extended:
            self.name += "Calls"
        makers = [one for one in self.methods if one.is_maker and len(one.makes) == 1]
        every = [one.needed_types for one in makers]
        #: A constructor for each maker that is alone with the parameters that it needs.
        self.constructors = [one for one in makers if every.count(one.needed_types) == 1]

    def declarations(self) -> str:
        base = base_of(self.handle)
        groups = [one.constructor(self.name) for one in self.constructors]
        groups += [one.declaration() for one in self.methods]
        template = base[:base.index("<")]
        return "\n".join([wrapped(self.handle.comment.text, "/// "),
                          wrapped(f"class {self.name} : public {base} {{", "", "    "), "public:",
                          f"  using {template}::{template};", *spaced(groups, "  "), "};\n"])

    def definitions(self) -> list[list[str]]:
        return [*(one.constructor_definition(self.name) for one in self.constructors),
                *(one.definition(self.name) for one in self.methods)]


def header(name: str, includes: str, parts: list[str]) -> str:
    guard = f"AHA_{name.upper()}_HPP"
    return "\n".join([f'// {HEAD}.\n#include "../aha.hpp"\n\n#ifndef {guard}\n#define {guard}\n',
                      *([includes] if includes else []), "namespace aha {\n", *parts,
                      "} // namespace aha\n", f"#endif // {guard}\n"])


def files(model: Model) -> dict[str, str]:
    hand = by_hand()
    reached = set(re.findall(r"\baha_\w+", hand))
    methods = [Method(model, one) for one in model.functions.values()
               if one.name not in reached and not re.search("_(retain|release)$", one.name)]
    methods = [one for one in methods if one.possible]
    # References without an owner first: they are passed by value.
    handles = sorted(model.handles.values(), key=lambda one: "BORROWED" not in one.notes)
    classes = [Class(one, methods, hand) for one in handles]
    free = [one for one in methods if not one.noun]
    # Bus: the owned handle beside BusRef, written by hand.
    forward = "".join(
        f"class {name};\n" for name in sorted({"Bus", *map(class_of, handles)}))
    calls = [forward, *(one.declarations() for one in classes),
             "\n".join(spaced([one.declaration() for one in free])) + "\n"]
    bodies = [group for one in classes for group in one.definitions()]
    bodies += [one.definition("") for one in free]
    return {"bindings/cpp/aha/calls.hpp": header("calls", "", calls),
            "bindings/cpp/aha/bodies.hpp": header("bodies", "",
                                                  ["\n".join(spaced(bodies)) + "\n"])}
