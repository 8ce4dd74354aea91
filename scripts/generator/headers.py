"""Parses include/aha/*.h and their comments into a model. Unknown text is an error with file and
line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
TAGS = ("any", "owner", "render", "blocking")

# One declaration after another; comments belong to the declaration that follows them.
GRAMMAR = re.compile(r"""
    /\*\*(?P<doc>.*?)\*/
  | /\*.*?\*/
  | AHA_API\s+(?P<result>[\w\s*]+?)(?P<function>\w+)\s*\((?P<parameters>[^()]*)\)\s*;
  | typedef\s+struct\s+(?P<handle>\w+)\s+(?P=handle)\s*;
  | typedef\s+struct\s+(?P<struct>\w+)\s*\{(?P<fields>.*?)\}\s*(?P=struct)\s*;
  | typedef\s+(?P<returned>[\w\s*]+?)\(\*(?P<callback>\w+)\)\((?P<arguments>[^()]*)\)\s*;
  | typedef\s+(?P<base>\w+)\s+(?P<number>\w+)\s*;
  | enum\s*\{(?P<members>.*?)\}\s*;
  | \#define\s+(?P<constant>AHA_\w+)[ \t]+(?P<value>(?:[^\n]|(?<=\\)\n)*)\n
  | static\s+inline\s+(?P<made>[\w\s*]+?)(?P<inline>\w+)\s*\((?P<given>[^()]*)\)\s*\{.*?\n\}
  | \#[^\n]*\n | AHA_(?:BEGIN|END)_DECLARATIONS | \s+
""", re.S | re.X)
FIELD = re.compile(r"""\s*(?:/\*\*(?P<doc>.*?)\*/\s*)?
    (?:(?P<type>[\w\s*]+?)(?P<name>\w+)(?:\[(?P<length>\d+)\])?
     | (?P<result>[\w\s*]+?)\(\*(?P<function>\w+)\)\((?P<parameters>[^()]*)\))\s*;""", re.S | re.X)
MEMBER = re.compile(r"\s*(?:/\*[^*].*?\*/\s*)?(?:/\*\*(?P<doc>.*?)\*/\s*)?"
                    r"(?P<name>AHA_\w+)\s*=\s*(?P<value>-?\w+)\s*,?", re.S)
FIXED = re.compile(r"(@param\s+\w+|@return|\bErrors:|\bThreads?:|\bSince:)\s*")


@dataclass
class Comment:
    """A comment, split at its keywords: prose, @param, @return, Errors:, Thread:, Since:."""

    text: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    returns: str = ""
    errors: str = ""
    threads: list[str] = field(default_factory=list)
    since: str = ""

    @property
    def summary(self) -> str:
        """The first sentence."""
        return re.split(r"(?<=\.)\s+(?=[A-Z\"])", self.text, maxsplit=1)[0]


@dataclass
class Parameter:
    name: str
    type: str


@dataclass
class Declared:
    """Common part of all declarations: name, comment and place."""

    name: str
    comment: Comment
    header: str
    line: int


@dataclass
class Function(Declared):
    """A public function, a callback type, or a function pointer field."""

    result: str
    parameters: list[Parameter]
    #: Defined in the header: the library does not export it.
    is_inline: bool = False

    def allows_null(self, one: Parameter) -> bool:
        return "NULL" in self.comment.parameters.get(one.name, "")

    def gives(self, one: Parameter) -> bool:
        """True if the caller owns the result in an output parameter."""
        return "wned by the caller" in self.comment.parameters.get(one.name, "")


@dataclass
class Field:
    name: str
    type: str
    comment: Comment
    length: int = 0
    function: Function | None = None


@dataclass
class Struct(Declared):
    fields: list[Field]

    @property
    def is_sized(self) -> bool:
        return self.fields[0].name == "struct_size"


@dataclass
class Enum(Declared):
    """Enumerators; named after the number type declared before them, or ""."""

    members: list[tuple[str, int, Comment]]


@dataclass
class Constant(Declared):
    value: str


@dataclass
class Number(Declared):
    """A name for an integer type."""

    base: str


class Model:
    """All headers in the order of aha.h."""

    def __init__(self, include: Path = INCLUDE) -> None:
        self.titles: dict[str, str] = {}
        self.functions: dict[str, Function] = {}
        self.structs: dict[str, Struct] = {}
        self.handles: dict[str, Declared] = {}
        self.callbacks: dict[str, Function] = {}
        self.numbers: dict[str, Number] = {}
        self.constants: dict[str, Constant] = {}
        #: The functions that initialize structures.
        self.inlines: dict[str, Declared] = {}
        self.enums: list[Enum] = []
        self.problems: list[str] = []
        for name in re.findall(r'#include "aha/(\w+)\.h"', (include / "aha.h").read_text()):
            self._read(include / "aha" / f"{name}.h")
        self.problems += [f"include/aha/{path.name}:1: not included by aha.h" for path in
                          sorted((include / "aha").glob("*.h")) if path.stem not in self.titles]
        for function in self.functions.values():
            self._check(function, _lacks_of_function(function))
        numbers = [one for name, one in self.constants.items()
                   if name in self.integers() and one.header != "version"]
        for one in [*self.handles.values(), *self.structs.values(), *self.enums, *numbers]:
            self._check(one, [] if one.comment.text else ["no comment"])
        for struct in self.structs.values():
            if struct.is_sized and f"{struct.name}_init" not in self.inlines:
                self._check(struct, [f"no {struct.name}_init"])

    def exported(self) -> dict[str, Function]:
        """The functions of the library, without those that the headers define."""
        return {name: one for name, one in self.functions.items() if not one.is_inline}

    def enumerators(self) -> dict[str, int]:
        return {name: value for enum in self.enums for name, value, _ in enum.members}

    def integers(self) -> dict[str, int]:
        """The constants that are integers."""
        found: dict[str, int] = {}
        for name, constant in self.constants.items():
            text = re.sub(r"\(aha_\w+\)|INT64_C|\bAHA_\w+|UINT32_MAX|(?<=\d)u\b",
                          lambda one: {"UINT32_MAX": "0xffffffff"}.get(
                              one[0], str(found.get(one[0], ""))), constant.value)
            if re.fullmatch(r"[\da-fx+*() ]*\d[\da-fx+*() ]*", text):
                found[name] = eval(text)  # noqa: S307 - digits and operators only
        return found

    def names(self) -> dict[str, str]:
        """Every public name with its kind."""
        inlines = [one.name for one in self.functions.values() if one.is_inline]
        groups = {"function": self.exported(), "inline": [*self.inlines, *inlines],
                  "constant": [*self.constants, *self.enumerators()],
                  "type": [*self.handles, *self.structs, *self.callbacks, *self.numbers]}
        return {name: kind for kind, names in groups.items() for name in names}

    def _read(self, path: Path) -> None:
        text, place, doc, number = path.read_text(), 0, None, None
        self.titles[path.stem] = _plain(text[2:text.index("*/")])
        while place < len(text):
            found = GRAMMAR.match(text, place)
            line = text.count("\n", 0, place) + 1
            if not found:
                raise SystemExit(f"{path}:{line}: not a declaration that scripts/generate knows")
            place = found.end()
            if found["doc"] is not None:
                doc = found["doc"]
            elif found[0].strip() and not found[0].startswith("/*"):
                declared = (parsed(doc or ""), path.stem, line)
                number, doc = self._add(found, declared, number), None

    def _add(self, found: re.Match[str], declared: tuple[Comment, str, int],
             number: Number | None) -> Number | None:
        """Adds a declaration; returns the number type of the enumerators that follow it."""
        comment = declared[0]
        if name := found["function"]:
            self.functions[name] = Function(name, *declared, c_type(found["result"]),
                                            _parameters(found["parameters"]))
        elif name := found["handle"]:
            self.handles[name] = Declared(name, *declared)
        elif name := found["struct"]:
            self.structs[name] = Struct(name, *declared, _fields(found["fields"], declared))
        elif name := found["callback"]:
            self.callbacks[name] = Function(name, *declared, c_type(found["returned"]),
                                            _parameters(found["arguments"]))
        elif name := found["number"]:
            self.numbers[name] = Number(name, *declared, found["base"])
            return self.numbers[name]
        elif found["members"]:
            if number and not comment.text:
                comment = number.comment
            self.enums.append(Enum(number.name if number else "", comment, *declared[1:],
                                   _members(found["members"], declared)))
        elif name := found["constant"]:
            value = re.sub(r"\\\n\s*", "", found["value"]).strip()
            self.constants[name] = Constant(name, *declared, value)
        elif (name := found["inline"]) and name.endswith("_init"):
            self.inlines[name] = Declared(name, *declared)
        elif name:
            self.functions[name] = Function(name, *declared, c_type(found["made"]),
                                            _parameters(found["given"]), is_inline=True)
        return None

    def _check(self, one: Declared, wrong: list[str]) -> None:
        self.problems += [f"include/aha/{one.header}.h:{one.line}: {one.name}: {text}"
                          for text in wrong]


def _lacks_of_function(function: Function) -> list[str]:
    """Parts that readers and generated files need but the comment lacks."""
    comment, names = function.comment, [one.name for one in function.parameters]
    needed = {"summary": comment.text, "Thread: with a tag": comment.threads,
              "Since:": comment.since,
              "Errors:": comment.errors or function.result != "aha_result"}
    wrong = [f"no {what}" for what, there in needed.items() if not there]
    wrong += [f"@param {name} is no parameter" for name in comment.parameters if name not in names]
    wrong += [f"unknown thread tag [{tag}]" for tag in comment.threads if tag not in TAGS]
    wrong += [f"@param {one.name} does not name its owner" for one in function.parameters
              if one.type.endswith("**") and not re.search(
                  r"[Oo]wned|[Bb]orrowed", comment.parameters.get(one.name, ""))]
    return wrong


def parsed(text: str) -> Comment:
    """A comment without its stars, split at its keywords."""
    prose, *rest = FIXED.split(_plain(text))
    comment = Comment(prose.strip())
    for word, told in zip(rest[::2], rest[1::2]):
        told = told.strip()
        if word.startswith("@param"):
            comment.parameters[word.split()[1]] = told
        elif word == "@return":
            comment.returns = told
        elif word == "Errors:":
            comment.errors = told.removesuffix(".")
        elif word == "Since:":
            comment.since = told.removesuffix(".")
        else:
            comment.threads = re.findall(r"\[(\w+)\]", told)
    return comment


def _plain(text: str) -> str:
    """The words of a comment on one line."""
    return " ".join(re.sub(r"\n\s*\*", "\n", text).split())


def c_type(text: str) -> str:
    """A type in one spelling: "const char *", "aha_job **"."""
    return re.sub(r"\s*\*", " *", " ".join(text.split())).replace("* *", "**")


def plain(text: str) -> str:
    """A type without const."""
    return c_type(text.replace("const", " "))


def _parameters(text: str) -> list[Parameter]:
    if text.strip() == "void":
        return []
    pairs = [re.fullmatch(r"(.*?)(\w+)", one.strip(), re.S) for one in text.split(",")]
    return [Parameter(pair[2], c_type(pair[1])) for pair in pairs if pair]


def _fields(text: str, declared: tuple[Comment, str, int]) -> list[Field]:
    fields, place = [], 0
    while found := FIELD.match(text, place):
        comment, place = parsed(found["doc"] or ""), found.end()
        if name := found["function"]:
            function = Function(name, comment, *declared[1:], c_type(found["result"]),
                                _parameters(found["parameters"]))
            fields.append(Field(name, "", comment, function=function))
        else:
            fields.append(Field(found["name"], c_type(found["type"]), comment,
                                int(found["length"] or 0)))
    if text[place:].strip():
        raise SystemExit(f"include/aha/{declared[1]}.h:{declared[2]}: not a field: {text[place:]}")
    return fields


def _members(text: str, declared: tuple[Comment, str, int]) -> list[tuple[str, int, Comment]]:
    members, place = [], 0
    while found := MEMBER.match(text, place):
        members.append((found["name"], int(found["value"], 0), parsed(found["doc"] or "")))
        place = found.end()
    if text[place:].strip():
        raise SystemExit(f"include/aha/{declared[1]}.h:{declared[2]}: not enumerators")
    return members
