"""Values of C in Swift and back, for thunks.py."""

from __future__ import annotations

from dataclasses import dataclass

from headers import Model, Parameter, plain
from swift import Argument, Member, Swift

#: The type of an owner, whose kind and id are two parameters.
OWNER = "aha_owner_kind, aha_id"
WHOLE = {"Int", "Int32", "Int64", "UInt", "UInt8", "UInt32", "UInt64"}
C_WHOLE = {"int32_t": "Int32", "int64_t": "Int64", "uint32_t": "UInt32", "uint64_t": "UInt64",
           "size_t": "Int"}
REAL = {"float": "Float", "double": "Double"}
POINTERS = {"char": "CChar", "void": "", **C_WHOLE, **REAL}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(one.upper() if one in ("id", "lv2", "uri", "url") else one.capitalize()
                           for one in rest)


def swift_type(model: Model, c_type: str) -> str:
    """A parameter's or result's type in Swift."""
    base = plain(c_type).rstrip(" *")
    stars = c_type.count("*")
    if base in model.handles:
        return ["", "OpaquePointer?", "UnsafeMutablePointer<OpaquePointer?>?"][stars]
    if not stars:
        return POINTERS.get(base, base) + ("?" if base in model.callbacks else "")
    mutable = "" if c_type.startswith("const") else "Mutable"
    if base == "void":
        return f"Unsafe{mutable}RawPointer?"
    return f"Unsafe{mutable}Pointer<{POINTERS.get(base, base)}>?"


@dataclass
class Value:
    """An argument in Swift, and whether its conversion can throw."""

    text: str
    throws: bool = False


class Conversions:
    """Converts the values of one function."""

    def __init__(self, model: Model, swift: Swift) -> None:
        self.model, self.swift = model, swift
        #: The modules whose names the thunk needs.
        self.modules: set[str] = set()
        #: Generated initializers of records and options, by type.
        self.mirrors: dict[str, str] = {}
        #: The kind of the first handle, and the argument with it.
        self.noun = self.object = ""

    def options(self, base: str, full: str, name: str) -> bool:
        """Whether there is an initializer of options; Structures makes one."""
        raise NotImplementedError

    def _given(self, one: Parameter, wanted: Argument, member: Member) -> Value | None:
        """An argument of C as one of Swift; None if it cannot be that."""
        name, target = camel(one.name), wanted.type.removesuffix("?")
        is_optional = target != wanted.type
        base = plain(one.type).rstrip(" *")
        text = f'"{one.name}"'
        if wanted.type == swift_type(self.model, one.type) and "FLAG" not in one.notes \
                and "RANGE" not in one.notes:
            return Value(name)
        if f"{wanted.type}?" == swift_type(self.model, one.type) and "Pointer<" in wanted.type:
            return Value(f"required({name}, {text})", True)
        if one.type == OWNER and target.split(".")[-1] == "Owner":
            made = f"Document.Owner(kind: {name}Kind, id: {name})"
            return Value(f"{name} == 0 ? nil : {made}" if is_optional else made, True)
        if base in self.model.handles and one.type.count("*") == 1:
            noun = base.removeprefix("aha_")
            if noun == "stream" and target == "any ByteStream":
                return Value(f"readable({name})", True)
            if self.swift.classes.get(noun, ("",))[0] != target:
                return None
            self.modules.add(self.swift.types[target])
            if noun == "bus" and "NULLABLE" in one.notes and not is_optional:
                engine = self.object + ("" if self.noun == "engine" else ".engine")
                return Value(f"busOrMaster({name}, of: {engine})", True)
            if ("NULLABLE" in one.notes) != is_optional:
                return None
            find = "optional" if is_optional else "object"
            return Value(f"Handle.{find}({name}, as: {target}.self)", True)
        if one.type == "const char *":
            path = f"FilePath(required({name}, {text}))"
            if is_optional:
                path = f"{name}.map {{ FilePath($0) }}"
            texts = {"FilePath": path, "any ByteStream": f"FileStream(reading: {path})",
                    "String": f"Text.{'optional' if is_optional else 'given'}({name}"
                              f"{'' if is_optional else f', {text}'})"}
            if target not in texts or is_optional != ("NULLABLE" in one.notes):
                return None
            return Value(texts[target], True)
        if base in self.model.structs and one.type.startswith("const"):
            full = self.swift.resolved(target, member.owner)
            inits = [init for init in self.swift.members.get((full, "init"), [])
                     if init.arguments and init.arguments[0].type == f"UnsafePointer<{base}>?"
                     and len(init.arguments) == 1]
            if not inits and not self.options(base, full, one.name):
                return None
            self.modules.add(self.swift.types[full])
            made = f"{full}({name})"
            return Value(f"{name} == nil ? nil : {made}" if is_optional else made, True)
        if "*" in one.type or is_optional:
            return None
        if "FLAG" in one.notes:
            return Value(f"{name} != 0") if target == "Bool" else None
        if base == "aha_id":
            return Value(f"Document.id({name})") if target.split(".")[-1] == "ID" else None
        if base in REAL:
            return Value(name) if REAL[base] == target else None
        if base in C_WHOLE:
            return self._whole(one, name, C_WHOLE[base], target)
        full = self.swift.resolved(target, member.owner)
        if base in self.model.numbers and full in self.swift.types:
            self.modules.add(self.swift.types[full])
            noun = base.removeprefix("aha_").replace("_", " ")
            return Value(f'known({name}, "{noun}")', True)
        return None

    def _whole(self, one: Parameter, name: str, given: str, target: str) -> Value | None:
        if target not in WHOLE:
            return None
        if ends := one.notes.get("RANGE"):
            low, high = (int(end) for end in ends.split(","))
            name = f'require({name}, in: {low}...{high}, "{one.name}")'
        return Value(name if given == target else f"{target}(clamping: {name})", bool(ends))

    def _shown(self, c_type: str, notes: dict[str, str], found: str, member: Member,
               value: str) -> str | None:
        """A value of Swift in C; None if it cannot be that."""
        base = plain(c_type)
        if found == swift_type(self.model, c_type) and "FLAG" not in notes:
            return value
        if "FLAG" in notes:
            return f"{value} ? 1 : 0" if found == "Bool" else None
        if base == "aha_id":
            return f"Document.number({value})" if found.split(".")[-1] == "ID" else None
        if base in REAL:
            return value if found == REAL[base] else \
                f"{REAL[base]}({value})" if found in REAL.values() else None
        if base in C_WHOLE and found in WHOLE:
            return value if found == C_WHOLE[base] else f"{C_WHOLE[base]}(clamping: {value})"
        if base == "char *" and c_type.startswith("const"):
            return f"Text.pointer({value})" if found == "StaticString" else \
                value if found == "UnsafePointer<CChar>" else None
        if base in self.model.numbers \
                and self.swift.resolved(found, member.owner) in self.swift.types:
            self.modules.add(self.swift.types[self.swift.resolved(found, member.owner)])
            return f"{base}({value}.rawValue)"
        return None
