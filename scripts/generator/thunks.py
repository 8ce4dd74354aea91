"""Sources/API/*/ROOMThunks.swift: the functions that are one call of a Swift method.

A function that is not written by hand gets a thunk. Its method is found by its name in the class of
its handle, and each argument by its name, or by its place among the others. See decision 0073.
"""

from __future__ import annotations

from dataclasses import replace

from headers import Model
from output import HEAD
from swift import Member, Swift
from thunk_matching import PARENTS, Matching
from thunk_values import camel, swift_type

#: Objects that outlive the object that made them.
ORPHANS = ("aha_piece", "aha_stream")


class Thunk(Matching):
    """A function of C over a member of Swift."""

    texts: dict[str, Thunk]  # type: ignore[assignment]

    def _fits(self, member: Member) -> bool:
        is_fallible = self.function.result == "aha_result"
        return bool(self._statements(member, "x") if is_fallible else self._getter(member, "x"))

    def _getter(self, member: Member, call: str) -> str | None:
        return self._shown(self.function.result, self.function.notes, member.result, member, call)

    def _statements(self, member: Member, call: str, tries: str = "") -> list[str] | None:
        """The call and the statements that pass its result; None if the result is another."""
        if self.function.codes:
            return self._ending(member, call, tries)
        if self.copied:
            return self._copying(member, call)
        if not self.outs:
            ignored = "_ = " if member.result and not member.is_discardable else ""
            return [ignored + tries + call] if member.arguments is not None else None
        out = self.outs[0]
        base, name = out.type.rstrip(" *"), camel(out.name)
        needed = f'let out = try required({name}, "{out.name}")'
        if base in self.model.handles:
            made = self.swift.classes.get(base.removeprefix("aha_"), ("",))[0]
            if member.result == "any " + made.removeprefix("Client"):
                # An object of a service, which its client wraps.
                member = replace(member, result=made)
                call, tries = f"{self.object}.new({call})", "try "
            if made != member.result or "OWNED" not in out.notes:
                return None
            self.modules.add(self.swift.types[made])
            parent = "nil" if base in ORPHANS else self._parent(made)
            if self.jobs and not any(one.name == "prepare" for one in member.arguments or []):
                to = name if "NULLABLE" in out.notes else "out"
                return [*[needed][:to == "out"], f"let made = {tries}{call}",
                        f"try Handle.give(made, to: {to}, parent: {parent}) {{ "
                        "() throws(AhaError) in",
                        "  try made.start(prepare: attach)", "}"]
            if "NULLABLE" in out.notes:
                return None
            return [needed, f"let made = {tries}{call}",
                    f"try Handle.give(made, to: out, parent: {parent})"]
        if base in self.model.structs:
            if not self._record(base, member):
                return None
            value = call if member.result == base else f"{base}({call})"
            if not self.model.structs[base].is_sized:
                return [needed, f"out.pointee = {tries}{value}"]
            return [f'try Sized.check({name}, "{out.name}")',
                    f'try Sized.write({value}, to: {name}, "{out.name}")']
        shown = self._shown(base, out.notes, member.result, member, call)
        if not shown:
            return None
        if "NULLABLE" in out.notes:
            return [f"let found = {tries}{shown}", f"{name}?.pointee = found"]
        return [needed, f"out.pointee = {tries}{shown}"]

    def _parent(self, made: str) -> str:
        """The handle of the engine or client that ends a new object."""
        if self.noun in PARENTS and not self.is_static:
            return f"{self.object}.handle"
        owners = [("made", made)] if self.is_static else [(self.object, self.owner), ("made", made)]
        return next((f"{name}.{parent}.handle" for name, owner in owners for parent in PARENTS
                     if (owner, parent) in self.swift.members), "nil")

    def _copying(self, member: Member, call: str) -> list[str] | None:
        """Copies a text, bytes or records to the caller's buffer."""
        base = self.copied[0].type.rstrip(" *")
        count = "outCount" if base in self.model.structs else "outLength"
        names = ", ".join(f"{label}: {camel(one.name)}" for label, one
                          in zip(("to", "capacity", count), self.copied))
        if base == "char" and member.result.removesuffix("?") in ("String", "FilePath"):
            rest = ' ?? ""' if member.result.endswith("?") else ""
            return [f"try Text.copyOut({call}{rest}, {names})"]
        if base == "void" and member.result == "[UInt8]":
            return [f"try copyOut({call}, {names})"]
        if base in self.model.structs and member.result.startswith("[") \
                and self._record(base, replace(member, result=member.result[1:-1])):
            return [f"try copyOut({call}, {names}) {{ {base}($0) }}"]
        return None

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
        function = self.function
        head = [f"_ {camel(one.name)}: {swift_type(self.model, one.type)}"
                for one in function.parameters]
        result = swift_type(self.model, function.result)
        if function.result == "aha_result":
            body = self._guarded(self._texts_copied() if self.texts else self.called())
        else:
            member = self.member
            assert member
            zero = "nil" if result.endswith("?") else "0"
            if "render" in function.comment.threads:
                body = [f"RenderCall.read({self.object}, as: {self.owner}.self, {zero}) "
                        f"{{ {self._getter(member, self._call('$0'))} }}"]
            else:
                found = self._call(self.owner if self.is_static else
                                   f"Handle.object({self.object}, as: {self.owner}.self)")
                blocking = "Blocking" if "blocking" in function.comment.threads else ""
                tries = "try " if not self.is_static or member.throws else ""
                body = [f"getting{blocking}({zero}) {{ () throws(AhaError) in",
                        f"  {tries}{self._getter(member, found)}", "}"]
        return "\n".join(["@c @implementation", *signature(function.name, head, result),
                          *(f"  {line}" for line in body), "}"])

    def _call(self, start: str) -> str:
        """The call of the member of `start`."""
        member = self.member
        assert member
        if member.name == "self":
            return start
        given = ", ".join(f"{label}: {value.text}" if label else value.text
                          for label, value in self.values)
        called = f"({given})" if member.arguments is not None else ""
        name = member.name.removeprefix("static ")
        return member.form.format(f"{start}.{member.part}{name}{called}")

    def called(self) -> list[str]:
        member = self.member
        assert member
        throws = member.throws or any(value.throws for _, value in self.values)
        call = self._call(self.owner if self.is_static else self.object)
        return self._statements(member, call, "try " if throws else "") or []

    def _texts_copied(self) -> list[str]:
        assert self.which
        lines = [f"switch Int({self.which.name}) {{"]
        for name, one in self.texts.items():
            first, *rest = one.called()
            lines += [f"case {name}: {first}", *(f"  {line}" for line in rest)]
        return [*lines, f"default: throw Text.unknown({self.which.name})", "}"]

    def _job_parent(self) -> str:
        """The engine or client that ends the job: the first that is given or has made an object."""
        for one in self.function.parameters:
            noun = one.type.removeprefix("aha_").removesuffix(" *")
            if noun in PARENTS:
                return camel(one.name)
            owner = self.swift.classes.get(noun, ("",))[0]
            if any((owner, parent) in self.swift.members for parent in PARENTS):
                return f"parent(of: {camel(one.name)})"
        return "nil"

    def _guarded(self, called: list[str]) -> list[str]:
        resets = []
        for one in [*self.outs, *self.copied[2:]]:
            base = one.type.rstrip(" *")
            record = self.model.structs.get(base)
            if not (record and record.is_sized):
                zero = "nil" if one.type.endswith("**") else f"{base}()" if record else 0
                resets.append(f"{camel(one.name)}?.pointee = {zero}")
        lines = [] if self.is_static else [
            f"let {self.object} = try Handle.object({self.object}, as: {self.owner}.self)"]
        if any("ramp." in line or "(ramp)" in line for line in called):
            lines.append("let ramp = try Ramped(ramp)")
        is_blocking = "blocking" in self.function.comment.threads
        guard, given = f"guarded{'Blocking' if is_blocking else ''}", "()"
        if self.function.codes:
            guard += f"(orElse: {self.function.codes[0]})"
        if self.jobs:
            guard = f"starting({camel(self.jobs[0].name)}, of: {self._job_parent()})"
            given = "(attach)"
            if is_blocking:
                lines.insert(0, "try Callback.refuse()")
        start = f"{'return ' if resets else ''}{guard} {{ {given} throws(AhaError) in"
        return [*resets, start, *(f"  {line}" for line in [*lines, *called]), "}"]


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
    rooms: dict[str, list[Thunk]] = {}
    every = [Thunk(model, swift, one) for one in model.exported().values()
             if one.name not in swift.by_hand]
    if lost := [one.function for one in every if not one.member and not one.texts]:
        raise SystemExit("\n".join(
            f"include/aha/{one.header}.h:{one.line}: {one.name} is not in Sources/API, and no "
            "Swift method fits it" for one in lost))
    for one in every:
        room = "Online" if "AhaOnlineABI" in one.modules else one.room
        rooms.setdefault(room, []).append(one)
    made, mirrors = {}, set()
    for room, thunks in rooms.items():
        file = thunks_file(room)
        modules = {"AhaBase", "CAha", "Synchronization"}.union(*(one.modules for one in thunks))
        own = {base: text for one in thunks for base, text in one.mirrors.items()
               if (module_of(file), base) not in mirrors}
        mirrors |= {(module_of(file), base) for base in own}
        made[file] = swift_file(file, modules, [*(one.source() for one in thunks), *own.values()])
    file = thunks_file("Handle")
    made[file] = handle_kinds(file, model, swift)
    return made


def thunks_file(room: str) -> str:
    folder = {"Handle": "AhaArguments", "Online": "AhaOnlineABI"}.get(room, f"AhaSoundABI/{room}")
    return f"Sources/API/{folder}/{room}Thunks.swift"


def module_of(file: str) -> str:
    return file.split("/")[2]


def swift_file(file: str, modules: set[str], parts: list[str]) -> str:
    imported = {"AhaArguments", *modules} - {module_of(file)}
    head = "\n".join(f"import {one}" for one in sorted(imported))
    return "\n\n".join([f"// {HEAD}.\n\n{head}", *parts]) + "\n"


def handle_kinds(file: str, model: Model, swift: Swift) -> str:
    """The kinds of handles by their numbers."""
    kinds = [(f"AHA_KIND_{noun.upper()}", noun) for noun in swift.classes
             if f"AHA_KIND_{noun.upper()}" in model.enumerators()]
    cases = "".join(f'    case {kind}: self.init({kind}, noun: "{noun}")\n'
                    for kind, noun in kinds)
    return swift_file(file, {"AhaBase", "CAha"}, [
        "extension HandleKind {\n  /// Nil for AHA_KIND_ANY and for an unknown number.\n"
        f"  init?(_ number: Int) {{\n    switch number {{\n{cases}    default: return nil\n"
        "    }\n  }\n}"])
