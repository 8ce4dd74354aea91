"""The C++ side of the reference: classes of bindings/cpp/aha with their public members, and the C
functions that each member calls."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from headers import ROOT

FOLDER = ROOT / "bindings/cpp/aha"
CALL = re.compile(r"\b(?:::)?(aha_\w+)(?=\()")
CLASS = re.compile(r"(class|struct) (\w+)(?: final)?(?: : public ([^{;]+?))?\s*\{")


@dataclass
class Member:
    signature: str
    about: str
    calls: set[str]
    is_public: bool = True

    @property
    def name(self) -> str:
        found = re.search(r"(~?\w+|operator\S+)\s*\(", self.signature)
        return found[1] if found else ""


@dataclass
class Class:
    name: str
    base: str
    about: str
    header: str
    members: list[Member] = field(default_factory=list)


def closed(text: str, begin: int) -> int:
    """The offset after the brace that closes the one at `begin`."""
    depth = 0
    for place in range(begin, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place + 1
    raise SystemExit("a brace without its end")


def statements(text: str) -> list[tuple[str, str, str]]:
    """Comment, declaration and body of each member or function at the top of a text."""
    found, place = [], 0
    comment: list[str] = []
    while match := re.compile(r"\s*(///? ?([^\n]*)\n|#[^\n]*\n|(?:public|private|protected):)?"
                              ).match(text, place):
        place = match.end()
        if match[1] is None:
            if place >= len(text):
                break
            end, depth = place, 0
            while depth or text[end] not in ";{":
                depth += (text[end] in "(<") - (text[end] in ")>" and text[end - 1] != "-")
                depth = max(depth, 0)
                end += 1
            declared, body = text[place:end], ""
            if text[end] == "{":
                after = closed(text, end)
                # An initializer in braces is followed by more of the declaration.
                body, end = text[end:after], after - 1
            place = end + 1
            if place < len(text) and text[place] == ";":
                place += 1
            found.append((" ".join(comment), declared, body))
            comment = []
        elif match[1].startswith("///"):
            comment.append(match[2])
        elif match[1].endswith(":"):
            found.append(("", match[1], ""))
            comment = []
    return found


def members(body: str, class_name: str) -> list[Member]:
    """The functions of a class; a function that another one calls lends it its C calls."""
    made, is_public = [], False
    for about, declared, text in statements(body):
        declared = " ".join(declared.split())
        if declared.endswith(":"):
            is_public = declared == "public:"
        elif "(" in declared and not declared.startswith(("using", "friend", "template")):
            signature, _, initializer = re.sub(r"(?<!:):(?!:)", "\0", declared).partition("\0")
            calls = set(CALL.findall(initializer + text))
            made.append((Member(signature.strip(), about, calls, is_public), initializer + text))
    for one, text in made:
        for other, _ in made:
            if not other.is_public and re.search(rf"\b{re.escape(other.name)}\(", text):
                one.calls |= other.calls
    return [one for one, _ in made if one.is_public and "= delete" not in one.signature
            and not re.search(r"\w+ ?\*owned\)|operator", one.signature)]


class Bindings:
    def __init__(self) -> None:
        self.classes: dict[str, Class] = {}
        self.free: list[Member] = []
        bodies = self._bodies()
        for path in sorted(FOLDER.glob("*.hpp")):
            if path.name != "bodies.hpp":
                self._read(path.stem, path.read_text(), bodies)
        for name in [name for name in self.classes if name.endswith("Calls")]:
            calls = self.classes.pop(name)
            own = self.classes[name.removesuffix("Calls")]
            own.about = own.about or calls.about
            own.base = calls.base
            for one in calls.members:
                one.signature = one.signature.replace(name, own.name)
            kept = {one.signature for one in own.members}
            own.members += [one for one in calls.members if one.signature not in kept]
        #: The members and functions that call a C function.
        self.of: dict[str, list[str]] = {}
        for owner in self.classes.values():
            for one in owner.members:
                self._note(one, owner.name)
        for one in self.free:
            self._note(one, "")

    def _note(self, one: Member, owner: str) -> None:
        for call in one.calls:
            shown = re.sub(rf"\b{re.escape(one.name)}\(",
                           f"{owner}::{one.name}(" if owner else f"aha::{one.name}(",
                           one.signature, count=1)
            self.of.setdefault(call, []).append(re.sub(r"^explicit |^inline |^static ", "", shown))

    def _bodies(self) -> dict[tuple[str, str], list[set[str]]]:
        """The C functions of each definition in bodies.hpp, in order."""
        found: dict[tuple[str, str], list[set[str]]] = {}
        text = (FOLDER / "bodies.hpp").read_text()
        for part in re.split(r"^inline ", text, flags=re.M)[1:]:
            name = re.match(r"[^(]*?(?:(\w+)::)?(\w+)\(", part)
            if name:
                calls = set(CALL.findall(part[part.index("{"):]))
                found.setdefault((name[1] or "", name[2]), []).append(calls)
        return found

    def _read(self, header: str, text: str,
              bodies: dict[tuple[str, str], list[set[str]]]) -> None:
        inner = text[text.index("namespace aha {") + len("namespace aha {"):
                     text.rindex("} // namespace aha")]
        for about, declared, body in statements(inner):
            found = CLASS.match(" ".join(declared.split()) + " {")
            if found and body and not declared.startswith("template"):
                one = Class(found[2], found[3] or "", about, header)
                text = body[1:-1] if found[1] == "class" else f"public:\n{body[1:-1]}"
                one.members = members(text, one.name)
                self._join(one.name, one.members, bodies)
                self.classes[one.name] = one
            elif "(" in declared and "detail" not in declared and "template" not in declared:
                signature = " ".join(declared.split())
                one_free = Member(re.sub("^inline ", "", signature), about,
                                  set(CALL.findall(body)))
                self._join("", [one_free], bodies)
                self.free.append(one_free)

    @staticmethod
    def _join(owner: str, found: list[Member],
              bodies: dict[tuple[str, str], list[set[str]]]) -> None:
        for one in found:
            left = bodies.get((owner, one.name))
            if left and not one.calls:
                one.calls |= left.pop(0)
