"""Finds the Swift method that a function of C calls, for thunks.py. See decision 0073."""

from __future__ import annotations

import re
from dataclasses import replace

from headers import Function, Model, Parameter, plain
from swift import Member, Swift
from thunk_structures import Structures
from thunk_values import OWNER, Value, camel

#: The properties of a class whose members are functions of its handle, by their types.
PARTS = {"Project": {"Document": "document", "History": "history"}}
#: Handles that others end with.
PARENTS = ("engine", "client")
#: Arguments that the ramp of C has, by name and type.
RAMPED = {("fade", "Fade?"): "ramp.fade", ("leap", "Fade?"): "ramp.leap",
          ("frame", "Int64"): "ramp.frame", ("ramp", "Ramped"): "ramp"}


def owned(given: list[Parameter]) -> list[Parameter]:
    """The parameters, with the kind and id of an owner as one of the type OWNER."""
    made: list[Parameter] = []
    for one in given:
        if made and made[-1].type == "aha_owner_kind":
            made[-1] = Parameter(one.name, OWNER, one.notes)
        else:
            made.append(one)
    return made


class Matching(Structures):
    """A function of C over a member of Swift; `member` is None if no member fits."""

    def __init__(self, model: Model, swift: Swift, function: Function) -> None:
        super().__init__(model, swift)
        self.function = function
        self.member: Member | None = None
        #: A function for each text, of a function with the number of a text.
        self.texts: dict[str, Matching] = {}
        given = function.parameters
        self.noun = given[0].type.removeprefix("aha_").rstrip(" *") if given else ""
        self.is_static = self.noun not in swift.classes or given[0].type != f"aha_{self.noun} *"
        if self.is_static:  # one that makes an object has a static method of its class
            self.noun = next((noun for noun in swift.classes for one in given
                              if one.type == f"aha_{noun} **" and noun != "job"),
                             function.header)
            if self.noun not in swift.classes or not function.name.startswith(f"aha_{self.noun}_"):
                return
            given = [Parameter("", "", {}), *given]
        self.owner, self.room = swift.classes[self.noun]
        self.object, rest = camel(given[0].name), given[1:]
        text = next((place for place, one in enumerate(rest) if "BUFFER" in one.notes), len(rest))
        self.copied = rest[text:text + 3]
        outs = [one for one in rest if self._is_out(one) and one not in self.copied]
        self.inputs = owned([one for one in rest if one not in outs and one not in self.copied])
        self.jobs = [one for one in outs if one.type == "aha_job **"]
        self.outs = [one for one in outs if one not in self.jobs]
        if len(self.outs) + bool(self.copied) <= 1 and len(function.codes) <= 1:
            self._find()
            if not self.member:
                self._find_texts()

    def _find_texts(self) -> None:
        """Finds a member for each text, as if the function named it: copy_text is copy_title."""
        self.which = next((one for one in self.inputs if one.type.endswith("_text")), None)
        enum = next((one for one in self.model.enums
                     if self.which and one.name == self.which.type), None)
        if not self.which or not enum:
            return
        words = self.which.type.upper()
        rest = [one for one in self.function.parameters if one is not self.which]
        for name, _, _ in enum.members:
            word = name.removeprefix(f"{words}_").removeprefix(words.removesuffix("TEXT")).lower()
            self.texts[name] = type(self)(self.model, self.swift, replace(
                self.function, name=self.function.name.removesuffix("text") + word,
                parameters=rest))
            self.modules |= self.texts[name].modules
        if not all(one.member for one in self.texts.values()):
            self.texts = {}

    def _is_out(self, one: Parameter) -> bool:
        return one.type.endswith("*") and not one.type.startswith("const") \
            and one.type.rstrip(" *") not in ({*self.model.handles} if one.type.count("*") == 1
                                              else ())

    def _find(self) -> None:
        start = "static " if self.is_static else ""
        members = [member for name in self._names()
                   for member in self._members(start + name)]
        # setGain(db:) and setChoke(group:, …): the last word is the label.
        stem, _, label = self.function.stem(self.noun).rpartition("_")
        members += [one for one in self._members(start + camel(stem))
                    if one.arguments and one.arguments[0].label == label]
        members += self._listed(start)
        if self.outs and self._made_of_object(plain(self.outs[0].type).rstrip(" *")):
            members.insert(0, Member(self.owner, "self", self.swift.types[self.owner], None,
                                     self.owner, False, True))
        for member in members:
            values = self._matched(member)
            if values is not None and self._fits(member):
                self.member, self.values = member, values
                self.modules.add(member.module)
                return

    def _members(self, name: str) -> list[Member]:
        """The members of the class and of its parts with a name."""
        found = [*self.swift.members.get((self.owner, name), [])]
        for part, field in PARTS.get(self.owner, {}).items():
            found += [replace(one, part=f"{field}.")
                      for one in self.swift.members.get((part, name), [])]
        return found

    def _listed(self, start: str) -> list[Member]:
        """Members for the count of a list, for an element, and for a property of an element."""
        words = self.function.stem(self.noun).split("_")
        is_count = words[-1] == "count"
        if not is_count and not any(one.name == "index" for one in self.inputs):
            return []
        if words[0] in ("copy", "get"):
            words = words[1:]
        if words and words[-1] in ("at", "count", "get"):
            words = words[:-1]
        found = []
        for place in range(len(words), -1, -1):
            what, rest = "_".join(words[:place]) or self.noun, "_".join(words[place:])
            for name in (f"{what}s", what, what.replace("_", "s_", 1)):
                for one in self._members(start + camel(name)):
                    if one.result.startswith("[") and is_count and not rest:
                        found.append(replace(one, result="Int", form="{}.count"))
                    elif one.result.startswith("[") and not is_count:
                        found += self._elements(one, name, rest)
        return found

    def _elements(self, listing: Member, name: str, rest: str) -> list[Member]:
        """An element of a list, or its properties of a name."""
        shown = " ".join(re.findall("[A-Z]?[a-z]+", camel(name))).lower()
        one = replace(listing, result=self.swift.resolved(listing.result[1:-1], listing.owner),
                      form=f'element({{}}, index, "{shown}")', throws=True)
        return [replace(one, result=part.result, form=f"{one.form}.{part.name}")
                for part in self.swift.members.get((one.result, camel(rest)), [])
                ] if rest else [one]

    def _fits(self, member: Member) -> bool:
        """Whether the result of a member can be passed to the host; Thunk passes it."""
        raise NotImplementedError

    def _made_of_object(self, base: str) -> bool:
        """Whether a record has an initializer that takes the whole object."""
        return base in self.model.structs and any(
            [one.type for one in init.arguments or []] == [self.owner]
            for init in self.swift.members.get((base, "init"), []))

    def _names(self) -> list[str]:
        stem = self.function.stem(self.noun)
        found = [stem]
        if stem.split("_")[0] in ("get", "copy", "read", "is"):
            found.append(stem.partition("_")[2])
        what = self.function.header.removeprefix(f"{self.noun}_")
        if f"_{what}_" in stem:
            found.append(stem.replace(f"_{what}_", "_"))
        if stem.startswith(f"{what}_"):
            rest = stem.removeprefix(f"{what}_")
            found += [f"{rest}_{what}", rest]
        if self.jobs:
            found.append(f"start_{stem}")
        found += [stem.removeprefix(made) for one in self.outs
                  if stem.startswith(made := f"{one.type[4:].rstrip(' *')}_")]
        if stem.endswith("_get"):
            found.append("get_" + stem.removesuffix("_get"))
        if stem.startswith("create_"):
            found.append("make_" + stem.removeprefix("create_"))
        found += [one.rpartition("_")[0] for one in found
                  if one.split("_")[-1] in ("at", "frames", "stream")]
        if "_with_" in stem:
            found.append(stem.partition("_with_")[0])
        return [camel(one) for one in found if one]

    def _matched(self, member: Member) -> list[tuple[str, Value]] | None:
        """The arguments with their labels; None if the member has others."""
        left = [one for one in self.inputs if one.type != "const aha_ramp *"]
        has_ramp = len(left) < len(self.inputs)
        if "index" in member.form:
            left = [one for one in left if one.name != "index"]
        pairs: dict[int, Value | None] = {}
        arguments = member.arguments or []
        if has_ramp:
            pairs |= {place: Value(RAMPED[one.name, one.type]) for place, one
                      in enumerate(arguments) if (one.name, one.type) in RAMPED}
            if not pairs:
                return None
        if self.jobs:
            pairs |= {place: Value("attach") for place, one in enumerate(arguments)
                      if one.name == "prepare"}
            if not pairs and not self.outs:
                return None
        by_name = {(one.label, one.name): place for place, one in enumerate(arguments)}
        for given in [*left]:
            name = camel(given.name)
            for (label, inner), place in by_name.items():
                if place not in pairs and name in (label, inner):
                    pairs[place] = self._given(given, arguments[place], member)
                    left.remove(given)
                    break
        needed = [place for place, one in enumerate(arguments) if not one.has_default]
        for place in [*needed, *range(len(arguments))]:
            if place not in pairs and left:
                pairs[place] = self._given(left.pop(0), arguments[place], member)
        values = [(arguments[place].label, value) for place, value in sorted(pairs.items())
                  if value]
        if left or len(values) < len(pairs) or not pairs.keys() >= {*needed}:
            return None
        return values
