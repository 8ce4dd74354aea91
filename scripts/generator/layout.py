"""The layout of structures and the values of constants, as the ABIs of 64-bit Linux have them.
Tests/abi/layout compares it with compilers."""

from __future__ import annotations

from headers import Function, Model, Struct, plain

SIZES = {"char": 1, "int": 4, "int32_t": 4, "uint32_t": 4, "float": 4}  # others: 8
Place = tuple[str, str, int, int]


def form(one: Function) -> str:
    """The result and the arguments of a function."""
    taken = ", ".join(each.type for each in one.parameters) or "void"
    return f"{one.result} ({taken})"


def constants(model: Model) -> dict[str, int]:
    numbers = {**model.integers(), **model.enumerators()}
    return {name: numbers[name] for name in sorted(numbers) if not name.startswith("AHA_VERSION_")}


class Layout:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.structs = {name: self.places(one) for name, one in model.structs.items()}

    def places(self, struct: Struct) -> list[Place]:
        """Name, type, offset and size of each field."""
        found, end = [], 0
        for one in struct.fields:
            size, step = self.measure(one.type) if not one.function else (8, 8)
            size *= one.length or 1
            end += -end % step
            kind = form(one.function) if one.function else one.type
            found.append((one.name, kind + f"[{one.length}]" * (one.length > 0), end, size))
            end += size
        return found

    def measure(self, c_type: str) -> tuple[int, int]:
        """The size and alignment of a type."""
        name = plain(c_type)
        if name in self.model.structs:
            inner = self.places(self.model.structs[name])
            step = max(self.measure(one.type)[1] if not one.function else 8
                       for one in self.model.structs[name].fields)
            end = inner[-1][2] + inner[-1][3]
            return end + -end % step, step
        if name in self.model.numbers:
            name = self.model.numbers[name].base
        return (SIZES.get(name, 8),) * 2

    def size(self, struct: str) -> int:
        return self.measure(struct)[0]


def expected(model: Model) -> str:
    """The lines that Tests/abi/layout prints."""
    layout, lines = Layout(model), []
    for name, places in layout.structs.items():
        lines += [f"struct {name} {layout.size(name)}",
                  *(f"  {field} at {offset} size {size}" for field, _, offset, size in places)]
    lines += [f"{name} {value}" for name, value in constants(model).items()]
    return "\n".join([*lines, *sorted(map(signature, model.exported().values()))]) + "\n"


def signature(one: Function) -> str:
    """As gcc writes it: "aha_bus *aha_engine_master_bus (aha_engine *);"."""
    result, _, taken = form(one).partition("(")
    space = "" if result.endswith("* ") else " "
    return f"{result.rstrip()}{space}{one.name} ({taken};"
