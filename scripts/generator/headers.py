"""Parses include/aha/*.h and their comments into a model. Unknown text is an error with file and
line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
VERBS = ("add", "check", "copy", "create", "draw", "find", "forget", "get", "load", "move", "note",
         "play", "remove", "replace", "set", "start", "stop")
TAGS = ("any", "owner", "render", "blocking")

# An annotation of base.h, and annotations in a row. They stand before a result, parameter or field,
# and after other declarations.
NOTE = re.compile(r"\bAHA_([A-Z_]+)\b(?:\(([^()]*)\))?\s*")
NOTES = r"(?:\bAHA_[A-Z_]+\b(?:\([^()]*\))?\s*)*"
KNOWN = re.findall(r"^#define AHA_([A-Z_]+)(?:\([\w., ]+\))?$",
                   (INCLUDE / "aha/base.h").read_text(), re.M)
PARAMETERS = r"(?:[^()]|\([^()]*\))*"

# One declaration after another; comments belong to the declaration that follows them.
GRAMMAR = re.compile(rf"""
    /\*\*(?P<doc>.*?)\*/
  | /\*.*?\*/
  | (?: AHA_API\s+(?P<result>[\w\s*]+?)(?P<function>\w+)\s*\((?P<parameters>{PARAMETERS})\)
      | typedef\s+struct\s+(?P<handle>\w+)\s+(?P=handle)
      | typedef\s+struct\s+(?P<struct>\w+)\s*\{{(?P<fields>.*?)\}}\s*(?P=struct)
      | typedef\s+(?P<returned>[\w\s*]+?)\(\*(?P<callback>\w+)\)\((?P<arguments>{PARAMETERS})\)
      | typedef\s+(?P<base>\w+)\s+(?P<number>\w+)
      | enum\s*\{{(?P<members>.*?)\}}
    )\s*(?P<notes>{NOTES});
  | \#define\s+(?P<constant>AHA_\w+)[ \t]+(?P<value>(?:[^\n]|(?<=\\)\n)*)\n
  | static\s+inline\s+(?P<made>{NOTES}[\w\s*]+?)(?P<inline>\w+)\s*
    \((?P<given>{PARAMETERS})\)\s*\{{.*?\n\}}
  | \#(?:[^\n]|(?<=\\)\n)*\n | AHA_(?:BEGIN|END)_DECLARATIONS | \s+
""", re.S | re.X)
FIELD = re.compile(rf"""\s*(?:/\*\*(?P<doc>.*?)\*/\s*)?(?P<notes>{NOTES})
    (?:(?P<type>[\w\s*]+?)(?P<name>\w+)(?:\[(?P<length>\d+)\])?
     | (?P<result>[\w\s*]+?)\(\*(?P<function>\w+)\)\((?P<parameters>[^()]*)\))\s*;""", re.S | re.X)
MEMBER = re.compile(r"\s*(?:/\*[^*].*?\*/\s*)?(?:/\*\*(?P<doc>.*?)\*/\s*)?"
                    rf"(?P<name>AHA_\w+)\s*(?P<notes>{NOTES})=\s*(?P<value>-?\w+)\s*,?", re.S)
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


#: Annotations by name, without AHA_, with the text in parentheses.
Notes = dict[str, str]


@dataclass
class Parameter:
    name: str
    type: str
    notes: Notes


@dataclass
class Declared:
    """Common part of all declarations: name, comment, place and annotations."""

    name: str
    comment: Comment
    header: str
    line: int
    notes: Notes


@dataclass
class Function(Declared):
    """A public function, a callback type, or a function pointer field."""

    result: str
    parameters: list[Parameter]
    #: Defined in the header: the library does not export it.
    is_inline: bool = False

    def stem(self, noun: str) -> str:
        """The rest of the name in a class. Under another header's noun, the verb comes first:
        aha_marker_set_name is set_marker_name of a project, and aha_marker_count marker_count."""
        name = self.name.removeprefix("aha_")
        if noun in ("", self.header) or not name.startswith(f"{self.header}_"):
            return name.removeprefix(f"{noun}_")
        what = self.header.removeprefix(f"{noun}_")
        verb, _, rest = name.removeprefix(f"{self.header}_").partition("_")
        words = [verb, what] if verb in VERBS else [what, verb]
        return "_".join([*words, *([rest] if rest else [])])

    @property
    def codes(self) -> list[str]:
        """The positive results other than AHA_OK."""
        return re.findall(r"\w+", self.notes.get("CODES", ""))


@dataclass
class Field:
    name: str
    type: str
    comment: Comment
    notes: Notes
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
    #: The annotations of a member.
    noted: dict[str, Notes]


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
        #: The parameters of the init of a structure.
        self.inits: dict[str, str] = {}
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
                  "struct": self.structs,
                  "type": [*self.handles, *self.callbacks, *self.numbers]}
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
                declared = (parsed(doc or ""), path.stem, line, noted(found["notes"] or "")[0])
                number, doc = self._add(found, declared, number), None

    def _add(self, found: re.Match[str], declared: tuple[Comment, str, int, Notes],
             number: Number | None) -> Number | None:
        """Adds a declaration; returns the number type of the enumerators that follow it."""
        comment = declared[0]
        if name := found["function"]:
            notes, result = noted(found["result"])
            declared[3].update(notes)
            self.functions[name] = Function(name, *declared, c_type(result),
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
            if number:
                declared[3].update(number.notes)
            self.enums.append(Enum(number.name if number else "", comment, *declared[1:],
                                   *_members(found["members"], declared)))
        elif name := found["constant"]:
            value = re.sub(r"\\\n\s*", "", found["value"]).strip()
            self.constants[name] = Constant(name, *declared, value)
        elif (name := found["inline"]) and name.endswith("_init"):
            self.inlines[name] = Declared(name, *declared)
            self.inits[name.removesuffix("_init")] = found["given"]
        elif name:
            notes, result = noted(found["made"])
            declared[3].update(notes)
            self.functions[name] = Function(name, *declared, c_type(result),
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
              "Errors:": comment.errors or function.result != "aha_result",
              "AHA_CODES": function.codes or function.result != "aha_result"
              or not comment.returns}
    wrong = [f"no {what}" for what, there in needed.items() if not there]
    wrong += [f"@param {name} is no parameter" for name in comment.parameters if name not in names]
    wrong += [f"unknown thread tag [{tag}]" for tag in comment.threads if tag not in TAGS]
    wrong += [f"{one.name} is neither AHA_OWNED nor AHA_BORROWED" for one in function.parameters
              if one.type.endswith("**") and not {"OWNED", "BORROWED"} & one.notes.keys()]
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


def noted(text: str) -> tuple[Notes, str]:
    """The annotations in a text, and the text without them."""
    if unknown := {one[1] for one in NOTE.finditer(text)} - {*KNOWN}:
        raise SystemExit(f"include/aha/base.h has no annotation AHA_{min(unknown)}")
    return {one[1]: one[2] or "" for one in NOTE.finditer(text)}, NOTE.sub("", text)


def _plain(text: str) -> str:
    """The words of a comment on one line."""
    return " ".join(re.sub(r"\n\s*\*", "\n", text).split())


def c_type(text: str) -> str:
    """A type in one spelling: "const char *", "aha_job **"."""
    return re.sub(r"\s*\*", " *", " ".join(text.split())).replace("* *", "**")


def noun_of(name: str) -> str:
    return name.removeprefix("aha_")


def camel(name: str) -> str:
    """The name of a class."""
    return "".join(word.capitalize() for word in noun_of(name).split("_"))


def handle(model: Model, one: Parameter) -> str:
    """The noun of a handle parameter; "" for others."""
    name = one.type.removesuffix(" *")
    return noun_of(name) if name in model.handles else ""


def first(model: Model, function: Function) -> str:
    """The noun of a function's first parameter if it is a handle, else ""."""
    return handle(model, function.parameters[0]) if function.parameters else ""


def plain(text: str) -> str:
    """A type without const."""
    return c_type(text.replace("const", " "))


def _parameters(text: str) -> list[Parameter]:
    if text.strip() == "void":
        return []
    every = [noted(one.strip()) for one in re.split(r",(?![^()]*\))", text)]
    pairs = [(notes, re.fullmatch(r"(.*?)(\w+)", one, re.S)) for notes, one in every]
    found = [Parameter(pair[2], c_type(pair[1]), notes) for notes, pair in pairs if pair]
    for one in found:
        if "NONE" in one.notes:
            one.notes["DEFAULT"] = one.notes["NONE"]
    for one, length in zip(found, found[2:]):
        if "BUFFER" in one.notes:
            one.notes["NULLABLE"] = length.notes["NULLABLE"] = ""
    return found


def _fields(text: str, declared: tuple[Comment, str, int, Notes]) -> list[Field]:
    fields, place = [], 0
    while found := FIELD.match(text, place):
        comment, place = parsed(found["doc"] or ""), found.end()
        notes = noted(found["notes"])[0]
        if name := found["function"]:
            function = Function(name, comment, *declared[1:3], notes, c_type(found["result"]),
                                _parameters(found["parameters"]))
            fields.append(Field(name, "", comment, notes, function=function))
        else:
            fields.append(Field(found["name"], c_type(found["type"]), comment, notes,
                                int(found["length"] or 0)))
    if text[place:].strip():
        raise SystemExit(f"include/aha/{declared[1]}.h:{declared[2]}: not a field: {text[place:]}")
    return fields


def _members(text: str, declared: tuple[Comment, str, int, Notes]) -> tuple[
        list[tuple[str, int, Comment]], dict[str, Notes]]:
    members, noted_ones, place = [], {}, 0
    while found := MEMBER.match(text, place):
        members.append((found["name"], int(found["value"], 0), parsed(found["doc"] or "")))
        noted_ones[found["name"]] = noted(found["notes"])[0]
        place = found.end()
    if text[place:].strip():
        raise SystemExit(f"include/aha/{declared[1]}.h:{declared[2]}: not enumerators")
    return members, noted_ones
