"""The parameters of a C function in Python: their names, types, defaults and values for C."""

from __future__ import annotations

import re

from headers import Function, Model, Parameter, camel, plain
from python import class_name, classes, module_of
from python_errors import in_python

#: The parameters of a file's format.
ENCODE = "const aha_encode_options *"
ENCODED = ["container: Container | str = Container.AUTO",
           "encoding: Encoding | str = Encoding.AUTO", "sample_rate: int = 0",
           "quality: float = 0.0", "dither: Dither | str = Dither.TPDF", "bitrate_kbps: int = 0",
           "vbr: bool = False"]
ENCODED_TOLD = "The keywords from ``container`` on are those of :meth:`Engine.save`."
#: The ends of names of texts that are paths.
PATHS = ("path", "_file", "folder")
CHECKS = {"uint32_t": "unsigned32", "uint64_t": "unsigned64", "size_t": "unsigned64",
          "int64_t": "signed64"}


class Parameters:
    """The conversions; each adds the names that it needs to `used`."""

    model: Model
    function: Function
    has_ramp: bool
    used: set[str]

    def _options(self, one: Parameter) -> list[Parameter]:
        """The fields of a structure that the host fills in, each of which is a parameter."""
        struct = self.model.structs.get(plain(one.type).removesuffix(" *"))
        if not struct or not struct.is_sized or one.type == ENCODE or (
                {"PYTHON", "PART"} & struct.notes.keys()):
            return []
        return [Parameter(field.name, field.type, {**field.notes, "FIELD": field.comment.text})
                for field in struct.fields if field.name not in ("struct_size", "reserved")]

    def _base(self, c_type: str) -> str:
        name = plain(c_type)
        return self.model.numbers[name].base if name in self.model.numbers else name

    def _enum(self, c_type: str) -> str:
        """The class of an enumeration, of its type or name; "" for other types."""
        found = next((one for one in self.model.enums
                      if c_type and plain(c_type) in (one.name, class_name(one))), None)
        if not found:
            return ""
        self.used.add(f"enum:{found.header}:{class_name(found)}")
        return class_name(found)

    def _class(self, c_type: str) -> str:
        """The class of a handle or of a structure that a class of Python describes; "" for other
        types."""
        name = plain(c_type).removesuffix(" *")
        declared = self.model.handles.get(name) or self.model.structs.get(name)
        if not declared or not declared.notes.get("PYTHON", name in self.model.handles):
            return ""
        kind = declared.notes.get("PYTHON", camel(name))
        if kind not in classes():
            return ""
        self._import(kind)
        return kind

    def _import(self, kind: str) -> str:
        """The import of a class inside a method."""
        self.used.add(f"class:{module_of(kind)}:{kind}")
        return f"from ..{module_of(kind)} import {kind}\n"

    def _type(self, one: Parameter) -> str:
        """The type in Python; "" if it has no direct equivalent."""
        default = self._default(one)[1]
        none = " | None" if "NULLABLE" in one.notes or default == "None" else ""
        if one.type == ENCODE:
            return "object"  # several parameters
        if "SECONDS" in one.notes:
            return "float | None"
        if "NAMED" in one.notes:
            return "str"
        if "WORDS" in one.notes:
            self.used.add("Iterable")
            return "Iterable[str]"
        if kind := one.notes.get("ID", ""):
            self._import(kind)
            return f"{kind} | int" if kind == "Item" else kind
        if one.type == "const char *" and one.name.endswith(PATHS):
            self.used.add("Path")
            return f"Path{none}"
        if one.type == "const char *":
            return f"str{none}"
        if one.type == "const void *":
            return "bytes" if "LIST" in one.notes else ""
        if one.type.endswith(" *"):
            return (kind := self._class(one.type)) and kind + none
        if enum := self._enum(one.notes.get("CLASS", one.type)):
            flags = [each for each in self.model.enums if each.name == plain(one.type)]
            return "" if flags and "FLAGS" in flags[0].notes else f"{enum} | str"
        if "FLAG" in one.notes:
            return "bool"
        base = self._base(one.type)
        kind = "float" if base in ("float", "double") else "int" if base in CHECKS else ""
        return kind and kind + none

    def _declared(self, one: Parameter) -> str:
        name, default = self._default(one)
        return f"{name}: {self._type(one)}" + (f" = {default}" if default else "")

    def _default(self, one: Parameter) -> tuple[str, str]:
        """The name in Python, and the default, "" if it has none."""
        notes, default = one.notes, one.notes.get("DEFAULT", "")
        name = notes.get("NOT", "") or notes.get("SECONDS", "") or notes.get("PYTHON", one.name)
        if "FIELD" in notes and "REQUIRED" not in notes and not default:
            default = "None" if {"SECONDS", "NONE"} & notes.keys() or "*" in one.type else (
                "0.0" if self._base(one.type) in ("float", "double") else "0")
            if "WORDS" in notes:
                default = "()"
            if enum := self._enum(notes.get("CLASS", one.type)):
                default = next(each.members[0][0] for each in self.model.enums
                               if plain(one.type) == each.name or class_name(each) == enum)
        if "FLAG" in notes and default:
            default = str(default != "0" or "NOT" in notes)
        if default and default == notes.get("NONE"):
            default = "None"
        is_last = one.name == self.function.parameters[-1].name or self.has_ramp
        if "NULLABLE" in notes and "LIST" not in notes and (
                one.type == "const char *" or one.type.endswith(" *") and not is_last):
            default = "None"
        return name, in_python(default)

    def _passed(self, one: Parameter) -> str:
        if "OF" in one.notes:
            return f"{one.notes['OF']}._{one.name}._handle"
        if one.type == ENCODE:
            return self._checked("encode_options", "container, encoding, sample_rate, quality,"
                                 " dither, bitrate_kbps=bitrate_kbps, vbr=vbr")
        if "FIELD" in one.notes:
            return self._field(one)
        if one.type == "const char *":
            check = "optional" if "NULLABLE" in one.notes else "encoded"
            if one.name.endswith(PATHS):
                return self._checked(f"{check}_path", one.name)
            return self._checked(f"{check}_text", f'"{one.name}", {one.name}')
        name = one.notes.get("PYTHON", one.name)
        if "NAMED" in one.notes:
            return self._checked("number_named", f"self, {name}")
        if one.notes.get("ID") == "Item":
            return self._checked("number_of", name)
        if "ID" in one.notes:
            return f"{name}.id"
        if "LIST" in one.notes:
            return f"{name}, len({name})"
        if one.type.endswith(" *"):
            if plain(one.type).removesuffix(" *") in self.model.structs:
                return f"{name} and {name}._struct()"
            return self._checked("handle_of", name) if "NULLABLE" in one.notes else (
                f"{name}._handle")
        if enum := self._enum(one.type):
            return f"{enum}.of({one.name})"
        if one.type in ("float", "double"):
            return f"float({one.name})"
        if "FLAG" in one.notes:
            return f"bool({one.name})"
        name, default = self._default(one)
        checked = self._checked(CHECKS[self._base(one.type)], f'"{name}", {name}')
        if default == "None":
            return f"{one.notes['NONE']} if {name} is None else {checked}"
        return checked

    def _field(self, one: Parameter) -> str:
        """The value of a field; its structure encodes texts and checks numbers."""
        name, default = self._default(one)
        if "SECONDS" in one.notes:
            return self._checked("milliseconds", f'"{name}", {name}')
        if "WORDS" in one.notes:
            return self._checked("with_commas", f'"{name}", {name}')
        if enum := self._enum(one.notes.get("CLASS", one.type)):
            return f"{enum}.of({name})"
        if one.type == "const char *" and one.name.endswith(PATHS):
            return self._checked("optional_path", name)
        if self._class(one.type):
            return self._checked("handle_of", name)
        if "FLAG" in one.notes:
            return f"not {name}" if "NOT" in one.notes else f"bool({name})"
        none = one.notes.get("NONE", "")
        return f"{none} if {name} is None else {name}" if none else name

    def _checked(self, check: str, arguments: str) -> str:
        self.used.add(check)
        return f"{check}({arguments})"

    def told(self, one: Parameter) -> str:
        """The meaning of a parameter."""
        text = one.notes.get("FIELD", "") or self.function.comment.parameters.get(one.name, "")
        if "NOT" in one.notes:
            text = text.replace("True:", "False:", 1)
        if re.fullmatch(r"AHA_\w+…\.*", text):
            return ""  # its type says so
        return f"``{self._default(one)[0]}``: {text.removesuffix('.')}." if text else ""
