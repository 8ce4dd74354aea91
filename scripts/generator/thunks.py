"""Sources/API/AhaABI/ROOM/ROOMThunks.swift: the functions that are one call of a Swift method.

A function that is not written by hand gets a thunk. Its method is found by its name in the class of
its handle, and each argument by its name, or by its place among the others. See decision 0073.
"""

from __future__ import annotations

from dataclasses import replace

from headers import Function, Model, Parameter, plain
from output import HEAD
from swift import Member, Swift
from thunk_structures import Structures
from thunk_values import OWNER, Value, camel, swift_type

UNITS = ("db", "frames", "us", "ms", "seconds")
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


class Thunk(Structures):
    """A function of C over a member of Swift; `member` is None if no member fits."""

    def __init__(self, model: Model, swift: Swift, function: Function) -> None:
        super().__init__(model, swift)
        self.function = function
        self.member: Member | None = None
        given = function.parameters
        self.noun = given[0].type.removeprefix("aha_").rstrip(" *") if given else ""
        self.is_static = self.noun not in swift.classes or given[0].type != f"aha_{self.noun} *"
        if self.is_static:  # one that makes an object has a static method of its class
            self.noun = next((noun for noun in swift.classes for one in given
                              if one.type == f"aha_{noun} **" and noun != "job"), "")
            if not function.name.startswith(f"aha_{self.noun}_"):
                return
            given = [Parameter("", "", {}), *given]
        self.owner, self.room = swift.classes[self.noun]
        self.parent = f"{camel(given[0].name)}.engine.handle"
        if self.is_static or not swift.members.get((self.owner, "engine")):
            self.parent = "nil"
        if self.noun in PARENTS and not self.is_static:
            self.parent = f"{camel(given[0].name)}.handle"
        self.object, rest = camel(given[0].name), given[1:]
        self.text = next((place for place, one in enumerate(rest) if "BUFFER" in one.notes), None)
        self.copied = rest[self.text:self.text + 3] if self.text is not None else []
        outs = [one for one in rest if self._is_out(one) and one not in self.copied]
        self.inputs = owned([one for one in rest if one not in outs and one not in self.copied])
        self.jobs = [one for one in outs if one.type == "aha_job **"]
        self.outs = [one for one in outs if one not in self.jobs]
        if len(self.outs) + bool(self.copied) <= 1 and len(function.codes) <= 1:
            self._find()

    def _is_out(self, one: Parameter) -> bool:
        return one.type.endswith("*") and not one.type.startswith("const") \
            and one.type.rstrip(" *") not in ({*self.model.handles} if one.type.count("*") == 1
                                              else ())

    def _find(self) -> None:
        start = "static " if self.is_static else ""
        members = [member for name in self._names()
                   for member in self.swift.members.get((self.owner, start + name), [])]
        # setGain(db:) and setChoke(group:, …): the last word is the label.
        stem, _, label = self.function.stem(self.noun).rpartition("_")
        members += [one for one in self.swift.members.get((self.owner, camel(stem)), [])
                    if one.arguments and one.arguments[0].label == label]
        if self.outs and self._made_of_object(plain(self.outs[0].type).rstrip(" *")):
            members.insert(0, Member(self.owner, "self", self.swift.types[self.owner], None,
                                     self.owner, False, True))
        for member in members:
            values = self._matched(member)
            if values is not None and self._fits(member):
                self.member, self.values = member, values
                self.modules.add(member.module)
                return

    def _fits(self, member: Member) -> bool:
        is_fallible = self.function.result == "aha_result"
        return bool(self._statements(member, "x") if is_fallible else self._getter(member, "x"))

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
        if stem.endswith("_get"):
            found.append("get_" + stem.removesuffix("_get"))
        if stem.startswith("create_"):
            found.append("make_" + stem.removeprefix("create_"))
        found += [one.rpartition("_")[0] for one in found
                  if one.split("_")[-1] in (*UNITS, "at", "stream")]
        if "_with_" in stem:
            found.append(stem.partition("_with_")[0])
        return [camel(one) for one in found if one]

    def _matched(self, member: Member) -> list[tuple[str, Value]] | None:
        """The arguments with their labels; None if the member has others."""
        left = [one for one in self.inputs if one.type != "const aha_ramp *"]
        has_ramp = len(left) < len(self.inputs)
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
            if Value("attach") not in pairs.values():
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

    def _getter(self, member: Member, call: str) -> str | None:
        return self._shown(self.function.result, self.function.notes, member.result, member, call)

    def _statements(self, member: Member, call: str, tries: str = "") -> list[str] | None:
        """The call and the statements that pass its result; None if the result is another."""
        if self.function.codes:
            return self._ending(member, call, tries)
        if self.copied:
            if self.copied[0].type != "char *" or member.result not in ("String", "FilePath"):
                return None
            names = ", ".join(camel(one.name) for one in self.copied)
            return [f"try Text.copyOut({call}, {names})"]
        if not self.outs:
            ignored = "_ = " if member.result and not member.is_discardable else ""
            return [ignored + tries + call] if member.arguments is not None else None
        out = self.outs[0]
        base, name = out.type.rstrip(" *"), camel(out.name)
        needed = f'let out = try required({name}, "{out.name}")'
        if base in self.model.handles:
            made = self.swift.classes.get(base.removeprefix("aha_"), ("",))[0]
            if made != member.result or "OWNED" not in out.notes or "NULLABLE" in out.notes:
                return None
            return [needed, f"let made = {tries}{call}",
                    f"try Handle.give(made, to: out, parent: {self.parent})"]
        if base in self.model.structs:
            if not self._record(base, member):
                return None
            value = call if member.result == base else f"{base}({call})"
            return [f'try Sized.check({name}, "{out.name}")',
                    f'try Sized.write({value}, to: {name}, "{out.name}")']
        shown = self._shown(base, out.notes, member.result, member, call)
        if not shown:
            return None
        if "NULLABLE" in out.notes:
            return [f"let found = {tries}{shown}", f"{name}?.pointee = found"]
        return [needed, f"out.pointee = {tries}{shown}"]

    def _ending(self, member: Member, call: str, tries: str) -> list[str] | None:
        """The statements of a function that returns a code if there is no result."""
        if member.result == "Bool" and not self.outs:
            return [f"return {tries}{call}"]
        if not member.result.endswith("?"):
            return None
        if not self.outs and not self.copied:
            return [f"return {tries}{call} != nil"]
        codes, self.function.notes["CODES"] = self.function.notes["CODES"], ""
        whole = replace(member, result=member.result[:-1])
        rest = self._statements(whole, "found")
        self.function.notes["CODES"] = codes
        if not rest:
            return None
        checks = rest[:len(rest) > 1]  # of the parameter for the result
        return [*checks, f"guard let found = {tries}{call} else {{ return false }}",
                *rest[len(checks):], "return true"]

    def source(self) -> str:
        member, function = self.member, self.function
        assert member
        given = ", ".join(f"{label}: {value.text}" if label else value.text
                          for label, value in self.values)
        call = member.name.removeprefix("static ")
        if member.arguments is not None:
            call += f"({given})"
        head = [f"_ {camel(one.name)}: {swift_type(self.model, one.type)}"
                for one in function.parameters]
        result = swift_type(self.model, function.result)
        if function.result == "aha_result":
            throws = member.throws or any(value.throws for _, value in self.values)
            start = self.owner if self.is_static else self.object
            whole = self.object if call == "self" else f"{start}.{call}"
            body = self._guarded(member, whole, "try " if throws else "")
        else:
            zero = "nil" if result.endswith("?") else "0"
            if "render" in function.comment.threads:
                body = [f"RenderCall.read({self.object}, as: {self.owner}.self, {zero}) "
                        f"{{ {self._getter(member, f'$0.{call}')} }}"]
            else:
                found = f"Handle.object({self.object}, as: {self.owner}.self).{call}"
                blocking = "Blocking" if "blocking" in function.comment.threads else ""
                body = [f"getting{blocking}({zero}) {{ () throws(AhaError) in",
                        f"  try {self._getter(member, found)}", "}"]
        return "\n".join(["@c @implementation", *signature(function.name, head, result),
                          *(f"  {line}" for line in body), "}"])

    def _guarded(self, member: Member, call: str, tries: str) -> list[str]:
        resets = [f"{camel(one.name)}?.pointee = {'nil' if one.type.endswith('**') else 0}"
                  for one in [*self.outs, *self.copied[2:]]
                  if one.type.rstrip(" *") not in self.model.structs]
        lines = [] if self.is_static else [
            f"let {self.object} = try Handle.object({self.object}, as: {self.owner}.self)"]
        if "ramp." in call or "(ramp)" in call:
            lines.append("let ramp = try Ramped(ramp)")
        statements = self._statements(member, call, tries)
        is_blocking = "blocking" in self.function.comment.threads
        guard, given = f"guarded{'Blocking' if is_blocking else ''}", "()"
        if self.function.codes:
            guard += f"(orElse: {self.function.codes[0]})"
        if self.jobs:
            parent = camel(self.function.parameters[0].name) if self.noun in PARENTS \
                else f"parent(of: {self.object})"
            guard, given = f"starting({camel(self.jobs[0].name)}, of: {parent})", "(attach)"
            if is_blocking:
                lines.insert(0, "try Callback.refuse()")
        start = f"{'return ' if resets else ''}{guard} {{ {given} throws(AhaError) in"
        return [*resets, start, *(f"  {line}" for line in [*lines, *(statements or [])]), "}"]


def signature(name: str, head: list[str], result: str) -> list[str]:
    line = f"public func {name}({', '.join(head)}) -> {result} {{"
    if len(line) <= 100:
        return [line]
    lines, start = [f"public func {name}("], ""
    for place, one in enumerate(head):
        part = one + ("," if place < len(head) - 1 else "")
        if start and len(start) + len(part) + 3 > 100:
            lines.append(f"  {start}")
            start = ""
        start += (" " if start else "") + part
    return [*lines, f"  {start}", f") -> {result} {{"]


def files(model: Model) -> dict[str, str]:
    swift = Swift()
    rooms: dict[str, list[Thunk]] = {"Sound": [], "Work": [], "Online": []}
    for function in model.exported().values():
        if function.name not in swift.by_hand:
            thunk = Thunk(model, swift, function)
            if not thunk.member:
                raise SystemExit(f"include/aha/{function.header}.h:{function.line}: {function.name}"
                                 " is not in AhaABI, and no Swift method fits it")
            rooms[thunk.room].append(thunk)
    made = {}
    for room, every in rooms.items():
        modules = {"AhaBase", "CAha", "Synchronization"}.union(*(one.modules for one in every))
        head = "\n".join(f"import {one}" for one in sorted(modules - {"AhaABI"}))
        made[f"Sources/API/AhaABI/{room}/{room}Thunks.swift"] = "\n\n".join(
            [f"// {HEAD}.\n\n{head}", *(one.source() for one in every),
             *{base: text for one in every for base, text in one.mirrors.items()}.values()]) + "\n"
    return made
