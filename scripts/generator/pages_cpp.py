"""The C++ side of the reference: classes of bindings/cpp/aha with their public members, and the C
functions that each member calls."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from headers import ROOT

FOLDER = ROOT / "bindings/cpp/aha"
CALL = re.compile(r"\b(?:::)?(aha_\w+)(?=\()")
WORDS = r"^(\[\[nodiscard\]\] |explicit |inline |static )+"
ENUM = re.compile(r"enum class (\w+)")
MEMBER = re.compile(r"((?:\s*///[^\n]*\n)*)\s*(\w+) = AHA_\w+,")
LATE = re.compile(r"\b(\w+)::(\w+)\(")
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


def members(body: str) -> list[Member]:
    """The functions of a class; a function that another one calls lends it its C calls."""
    made, is_public = [], False
    for about, declared, text in statements(body):
        declared = " ".join(declared.split())
        if declared.endswith(":"):
            is_public = declared == "public:"
        elif "(" in declared and not declared.startswith(("using", "friend", "template")):
            signature, _, initializer = re.sub(r"(?<!:):(?!:)", "\0", declared).partition("\0")
            calls = set(CALL.findall(initializer + text))
            signature = signature.replace("[[nodiscard]] ", "").strip()
            made.append((Member(signature, about, calls, is_public), initializer + text))
    own = [(one, frozenset(one.calls)) for one, _ in made]
    for one, text in made:
        for other, calls_of_other in own:
            if re.search(rf"\b{re.escape(other.name)}\(", text):
                one.calls |= calls_of_other
    return [one for one, _ in made if one.is_public and "= delete" not in one.signature
            and not re.search(r"\w+ ?\*owned\)|operator", one.signature)]


class Bindings:
    def __init__(self) -> None:
        self.classes: dict[str, Class] = {}
        self.free: list[Member] = []
        for path in sorted(FOLDER.glob("*.hpp")):
            self._read(path.stem, path.read_text())
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
            self.of.setdefault(call, []).append(re.sub(WORDS, "", shown))

    def _read(self, header: str, text: str) -> None:
        inner = text[text.index("namespace aha {") + len("namespace aha {"):
                     text.rindex("} // namespace aha")]
        for about, declared, body in statements(inner):
            signature = " ".join(declared.split())
            found = CLASS.match(signature + " {")
            late = LATE.search(signature.partition("(")[0] + "(")
            if found and body and not declared.startswith("template"):
                one = Class(found[2], found[3] or "", about, header)
                text = body[1:-1] if found[1] == "class" else f"public:\n{body[1:-1]}"
                one.members = members(text)
                self.classes[one.name] = one
            elif enum := ENUM.match(signature):
                self.classes[enum[1]] = Class(enum[1], "", about, header, [
                    Member(f"{enum[1]}::{name}", " ".join(note.replace("///", "").split()), set())
                    for note, name in MEMBER.findall(body)])
            elif late and late[1] in self.classes:
                self._join(late[1], late[2], set(CALL.findall(body)))
            elif "(" in declared and "detail" not in declared and "template" not in declared:
                self.free.append(Member(re.sub(WORDS, "", signature), about,
                                        set(CALL.findall(body))))

    def _join(self, owner: str, name: str, calls: set[str]) -> None:
        """Adds the calls of a definition after its class to the next declaration of its name."""
        left = [one for one in self.classes[owner].members if one.name == name and not one.calls]
        for one in left[:1]:
            one.calls |= calls
