"""aha.cdef.h: all declarations in one file without preprocessor directives, for ffi.cdef
of cffi and other foreign function interfaces."""

from __future__ import annotations

from headers import Enum, Field, Function, Model, Struct
from output import BUILD, HEAD, wrapped


def declared(c_type: str, name: str) -> str:
    """Type and name in C spelling: "char *name"."""
    return c_type + ("" if c_type.endswith("*") else " ") + name


def prototype(one: Function, name: str = "") -> str:
    parameters = ", ".join(declared(each.type, each.name) for each in one.parameters)
    return f"{declared(one.result, name or one.name)}({parameters or 'void'})"


def field(one: Field) -> str:
    if one.function:
        return prototype(one.function, f"(*{one.name})")
    return declared(one.type, one.name) + (f"[{one.length}]" if one.length else "")


def struct(one: Struct) -> str:
    fields = "".join(wrapped(f"{field(each)};", "  ", "    ") + "\n" for each in one.fields)
    return f"typedef struct {one.name} {{\n{fields}}} {one.name};\n"


def enum(one: Enum) -> str:
    return "enum {\n" + ",\n".join(f"  {name} = {value}"
                                   for name, value, _ in one.members) + "\n};\n"


def files(model: Model) -> dict[str, str]:
    numbers = model.integers().items()
    small = [f"  {name} = {value}" for name, value in numbers if value < 2 ** 31]
    large = [f"static const {'u' * (value < 2 ** 32)}int{32 if value < 2 ** 32 else 64}_t"
             f" {name} = {value};" for name, value in numbers if value >= 2 ** 31]
    lines = [f"/* {HEAD}.\n   All declarations of libaha, for foreign function interfaces. */\n",
             "\n".join(f"typedef {one.base} {one.name};" for one in model.numbers.values()), "",
             "\n".join(f"typedef struct {name} {name};" for name in model.handles), "",
             "\n".join(f"typedef {prototype(one, f'(*{one.name})')};"
                       for one in model.callbacks.values()), "",
             "enum {\n" + ",\n".join(small) + "\n};",
             *large, "",
             *map(enum, model.enums), *map(struct, model.structs.values())]
    for header in model.titles:
        functions = [one for one in model.exported().values() if one.header == header]
        if functions:
            lines += [f"/* aha/{header}.h */",
                      *(wrapped(f"{prototype(one)};", "", "    ") for one in functions), ""]
    return {f"{BUILD}/aha.cdef.h": "\n".join(lines)}
