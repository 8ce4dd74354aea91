"""Initializers of records and options that are a copy field by field, for thunks.py."""

from __future__ import annotations

from headers import Field, plain
from swift import Member
from thunk_values import C_WHOLE, REAL, WHOLE, Conversions, camel

#: Units at the end of fields, which Swift may omit.
FIELD_UNITS = ("db", "frames", "us", "ms", "s", "seconds", "hz", "cents", "bytes")


def option_names(name: str) -> list[str]:
    """The names that an option of C may have in Swift."""
    first, _, rest = name.partition("_")
    whole, last = camel(name), name.rpartition("_")
    names = [whole, "is" + whole[0].upper() + whole[1:], camel(f"{first}s_{rest}" if rest else
                                                               f"{first}s")]
    names += [f"{names[1]}{end}" for end in ("d", "ed", f"{name[-1]}ed")]
    if first == "no":
        names.append(camel(f"has_{rest}"))
    if last[2] == "ms":
        names += [camel(f"{one}_milliseconds".lstrip("_"))
                  for one in (last[0], last[0].removesuffix("timeout").rstrip("_"))]
    return [*names, camel(last[0])] if last[2] in FIELD_UNITS else names


class Structures(Conversions):
    """Also converts structures."""

    def options(self, base: str, full: str, name: str) -> bool:
        """Whether options can be made of a structure; 0 keeps the default of Swift."""
        if ("init", []) not in [(one.name, one.arguments)
                                for one in self.swift.members.get((full, "init"), [])]:
            return False
        lines = []
        for field in self.model.structs[base].fields[1:]:
            if field.name == "reserved":
                lines.append(f'try requireZero(asked.reserved, "{name}")')
                continue
            found = next((line for one in option_names(field.name)
                          for member in self.swift.members.get((full, one), [])
                          if (line := self._option(field, member))), None)
            if not found:
                return False
            lines.append(found)
        body = "".join(f"    {line}\n" for line in lines)
        self.mirrors[full] = (
            f"extension {full} {{\n  init(_ {name}: UnsafePointer<{base}>?) throws(AhaError) {{\n"
            f"    self.init()\n    let asked = try Sized.read(\n"
            f'      {name}, "{name}", default: {base}_init())\n{body}  }}\n}}')
        return True

    def _option(self, field: Field, member: Member) -> str | None:
        given, target = f"asked.{field.name}", member.result.removesuffix("?")
        base = plain(field.type)
        if "FLAG" in field.notes:
            sign = "==" if field.name.startswith("no_") else "!="
            return f"{member.name} = {given} {sign} 0" if target == "Bool" else None
        if field.type == "void *":
            return f"{member.name} = {given}"
        if field.type == "const char *":
            return self._option_text(member, given)
        if base.rstrip(" *") in self.model.handles:
            if self.swift.classes[base.rstrip(" *").removeprefix("aha_")][0] != target:
                return None
            self.modules.add(self.swift.types[target])
            return f"{member.name} = try Handle.optional({given}, as: {target}.self)"
        kind = {**C_WHOLE, **REAL}.get(base)
        if not kind or "CLASS" in field.notes:
            full = self.swift.resolved(target, member.owner)
            is_number = base in self.model.numbers or "CLASS" in field.notes
            if not is_number or full not in self.swift.types:
                return None
            return f'{member.name} = try known({given}, "{field.name}")'
        if target not in (REAL.values() if base in REAL else WHOLE):
            return None
        ends = field.notes.get("RANGE")
        made = given
        if ends:
            low, high = (end.strip() for end in ends.split(","))
            made = f'try require({given}, in: {low} ... {high}, "{field.name}")'
        if kind != target:
            exact = ends or base in REAL or (kind, target) == ("UInt32", "Int64")
            made = f"{target}({made})" if exact else f"{target}(clamping: {made})"
        return f"if {given} != 0 {{ {member.name} = {made} }}"

    def _option_text(self, member: Member, given: str) -> str | None:
        """A text, a secret or a path; NULL keeps the default of Swift."""
        name = member.name
        return {
            "String": f"if let text = Text.optional({given}) {{ {name} = text }}",
            "String?": f"{name} = Text.optional({given})",
            "Secret?": f"{name} = Secret(given: Text.optional({given}))",
            "FilePath?": f"{name} = {given}.map {{ FilePath($0) }}",
        }.get(member.result)

    def _record(self, base: str, member: Member) -> bool:
        """Whether a record can be made of a member's value: by an initializer written by hand, or
        by a generated one."""
        found = self.swift.resolved(member.result, member.owner)
        if found == base:
            return True
        if any(one.arguments and len(one.arguments) == 1
               and self.swift.resolved(one.arguments[0].type, member.owner) == found
               for one in self.swift.members.get((base, "init"), [])):
            self.modules.add(self.swift.types.get(found, member.module))
            return True
        if found not in self.swift.types:
            return False
        lines = []
        record = self.model.structs[base]
        for one in record.fields[record.is_sized:]:
            if one.name == "reserved":
                continue
            shown = self._field(one, one.name.split("_"), found, "given")
            if not shown:
                return False
            lines.append(f"    Text.fill(&{one.name}, {shown})\n" if one.length else
                         f"    {one.name} = {shown}\n")
        self.modules.add(self.swift.types[found])
        self.mirrors[base] = (f"extension {base} {{\n  init(_ given: {found}) {{\n"
                              f"    self{f' = {base}_init' if record.is_sized else '.init'}()\n"
                              f"{''.join(lines)}  }}\n}}")
        return True

    def _field(self, one: Field, words: list[str], owner: str, value: str) -> str | None:
        """A field of a record: the member of its name, of `owner` or of a member of `owner`."""
        whole = camel("_".join(words))
        names = [whole, "is" + whole[0].upper() + whole[1:]]
        if words[-1] in FIELD_UNITS:
            names.append(camel("_".join(words[:-1])))
        for name in names:
            for member in self.swift.members.get((owner, name), []):
                if one.length and member.arguments is None and member.result == "String":
                    return f"{value}.{name}"
                if member.arguments is None and not one.length and (text := self._shown(
                        one.type, one.notes, member.result, member, f"{value}.{name}")):
                    return text
        for member in self.swift.members.get((owner, words[0]), []) if len(words) > 1 else []:
            inner = self.swift.resolved(member.result, owner)
            if text := self._field(one, words[1:], inner, f"{value}.{words[0]}"):
                self.modules.add(self.swift.types[inner])
                return text
        return None
