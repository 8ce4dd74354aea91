"""The declarations of Sources/ that thunks.py calls: members of types, with labels and types."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from headers import ROOT

#: The modules of functions of C, the lowest first.
ABI = ("AhaArguments", "AhaSoundABI", "AhaOnlineABI")
LAYERS = (*(f"API/{one}" for one in ABI), "Base", "Sound", "Work", "Online")
#: Modules whose folder has another name.
NAMED = {"Services": "AhaServices"}
#: Types and members at any depth; the code of this project is indented by two.
DECLARED = re.compile(r"""^(?P<indent>\ *)(?:@\w+(?:\([^)\n]*\))?\ )*
    (?P<words>(?:(?:public|private|fileprivate|(?:private|internal)\(set\)|static|mutating|final
                 |indirect|nonisolated|borrowing|consuming|convenience)\ )*)
    (?:(?P<kind>class|struct|enum|extension|protocol)\ (?P<type>[\w.]+)
     |(?P<member>func|var|let|init)\b\ ?(?P<name>\w*))""", re.M | re.X)
PARAMETER = re.compile(r"(?:(?P<label>\w+) )?(?P<name>\w+): (?P<type>.*?)(?: = .+)?", re.S)
#: The rest of a property: its type, or a value that shows the type.
TYPED = re.compile(r"(?P<more>(?:, \w+)*): (?P<type>(?:any )?[\w.?\[\]<>]+)|"
                   r" = (?:(?P<flag>true|false)|(?P<text>\"\")|"
                   r"(?P<number>-?[\d_]+(?P<point>\.\d+)?)|(?P<case>[A-Z][\w.]*)\.\w+)$", re.M)


@dataclass
class Argument:
    label: str
    name: str
    type: str
    has_default: bool


@dataclass
class Member:
    """A function, property or initializer."""

    owner: str
    name: str
    module: str
    #: None: a property.
    arguments: list[Argument] | None
    result: str
    throws: bool
    is_discardable: bool
    #: An expression with the call as {}.
    form: str = "{}"
    #: The property of the class that has the member, with a dot.
    part: str = ""


def _to_close(text: str, place: int) -> int:
    """The index of the parenthesis that closes the one before `place`."""
    depth = 1
    while depth:
        depth += (text[place] == "(") - (text[place] == ")")
        place += 1
    return place - 1


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for before, letter in zip(" " + text, text):
        depth += letter in "([" or letter == "<" and before.isalnum()
        depth -= letter in ")]" or letter == ">" and before not in "-> "
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(one.split()) for one in parts if one.strip()]


def _argument(text: str) -> Argument:
    found = PARAMETER.fullmatch(text)
    if not found:
        raise SystemExit(f"not a parameter of Swift: {text}")
    label = found["name"] if found["label"] is None else found["label"].replace("_", "")
    return Argument(label, found["name"], found["type"], " = " in text)


class Swift:
    """All types of libaha with the members that thunks can call."""

    def __init__(self) -> None:
        self.members: dict[tuple[str, str], list[Member]] = defaultdict(list)
        self.types: dict[str, str] = {}
        #: Functions of C that are written by hand.
        self.by_hand: set[str] = set()
        #: The class of each kind of handle, and the room of thunks that it belongs to.
        self.classes: dict[str, tuple[str, str]] = {"chain": ("ChainOwner", "Sound")}
        for path in sorted(one for layer in LAYERS
                           for one in (ROOT / "Sources" / layer).rglob("*.swift")):
            if not path.stem.endswith("Thunks"):
                self._read(path)

    def _read(self, path: Path) -> None:
        text, parts = path.read_text(), path.relative_to(ROOT / "Sources").parts
        module = NAMED.get(parts[1], parts[1])
        if module in ABI:
            room = {"AhaArguments": "Common", "AhaOnlineABI": "Online"}.get(module, parts[2])
            self.by_hand |= set(re.findall(r"^public func (aha_\w+)", text, re.M))
            for name, body in re.findall(
                    r"^(?:public )?(?:final class|extension) (\w+): Handled \{(.*?)\n\}?$",
                    text, re.M | re.S):
                if kind := re.search(r"\(AHA_KIND_(\w+)", body):
                    self.classes[kind[1].lower()] = name, room
            for name in re.findall(r"^(?:enum|extension) (\w+): Handleless \{", text, re.M):
                self.classes[name.lower()] = name, room
        stack: list[tuple[int, str, bool]] = []
        for found in DECLARED.finditer(text):
            indent, is_hidden = len(found["indent"]), "private " in found["words"]
            while stack and stack[-1][0] >= indent:
                stack.pop()
            owner = stack[-1] if stack else (-2, "", False)
            if found["kind"]:
                name = f"{owner[1]}.{found['type']}" if owner[1] else found["type"]
                stack.append((indent, name, owner[2] or is_hidden))
                if found["kind"] != "extension":
                    self.types[name] = module
            elif indent == owner[0] + 2 and not is_hidden and not owner[2]:
                self._add(text, found, owner[1], module)

    def _add(self, text: str, found: re.Match[str], owner: str, module: str) -> None:
        name = found["name"] or found["member"]
        if module not in ABI and "public" not in found["words"]:
            return
        if "static" in found["words"]:
            name = f"static {name}"
        if found["member"] in ("var", "let"):
            if typed := TYPED.match(text, found.end()):
                kind = typed["type"] or typed["case"] or (
                    "Bool" if typed["flag"] else "String" if typed["text"] else
                    "Double" if typed["point"] else "Int")
                for one in [name, *(typed["more"] or "").split(", ")[1:]]:
                    self.members[owner, one].append(
                        Member(owner, one, module, None, kind, False, True))
            return
        opened = text.find("(", found.end())
        closed = _to_close(text, opened + 1)
        arguments = [_argument(one) for one in _split(text[opened + 1:closed])]
        rest = text[closed + 1:text.find("{", closed)] if "{" in text[closed:] else ""
        result = rest.split("->")[1].strip() if "->" in rest else ""
        self.members[owner, name].append(Member(
            owner, name, module, arguments, result, "throws" in rest,
            "@discardableResult" in text[max(0, found.start() - 40):found.start()]))

    def resolved(self, name: str, owner: str) -> str:
        """The full name of a type as it is written in a member of `owner`."""
        while owner:
            if f"{owner}.{name}" in self.types:
                return f"{owner}.{name}"
            owner = owner.rpartition(".")[0]
        return name
