"""Tables for the tests of the C interface: the fields of structures and the constants for
Tests/abi/layout, and a call of each function with invalid handles and pointers, for
Tests/abi/abuse_handles.c and Tests/AhaABITests."""

from __future__ import annotations

from headers import Field, Function, Model, Parameter, first, handle, noun_of, plain
from layout import expected
from output import BUILD, HEAD, WIDTH, wrapped

FALLBACKS = {"int": "-1"}  # result of a getter for a bad handle; else 0

# Functions that check the other arguments of a Call before a struct_size.
SIZE_LATER = {"aha_sound_load", "aha_picture_copy_cover", "aha_track_set"}
# Functions that check the other arguments of a Call before a number.
VALUE_LATER = {"aha_session_set_track_speed", "aha_account_saved_copy_text"}
# Functions that check the other arguments of a Call, or other fields, before a field.
FIELD_LATER = {"aha_sound_load", "aha_recorder_load_take", "aha_account_open"}


def layout(model: Model) -> str:
    lines = [f"/* {HEAD}. */", "#ifdef FIELD"]
    for struct in model.structs.values():
        lines += [f"STRUCT({struct.name})",
                  *(f"FIELD({struct.name}, {one.name})" for one in struct.fields),
                  f"END({struct.name})"]
    names = [*model.integers(), *model.enumerators()]
    lines += ["#else", *(f"CONSTANT({name})" for name in sorted(names)
                         if not name.startswith("AHA_VERSION_")), "#endif"]
    return "\n".join(lines) + "\n"


class Call:
    """A call in C with a bad argument at an index, and valid arguments elsewhere."""

    BAD = "void *h", "h"

    def __init__(self, model: Model, function: Function, place: int) -> None:
        self.model, self.function, self.place = model, function, place
        self.made: list[tuple[str, str]] = []
        self.bad = function.parameters[place]
        self.noun = handle(model, self.bad).upper()
        self.label = function.name + (f"_{self.bad.name}" if place else "")
        self.arguments = [self.argument(*one) for one in enumerate(function.parameters)]

    def argument(self, place: int, one: Parameter) -> str:
        base = plain(one.type).rstrip(" *")
        if place == self.place:
            return self.BAD[1].format(one.type)
        if one.type.endswith("**"):
            self.made.append((base, one.name))
            return f"&{one.name}"
        if one.type == "const char *":
            return "URL" if "url" in one.name else '"/nowhere"'
        if "float *" in one.type:
            return "frames"
        if not one.type.endswith("*"):
            return "NULL" if base in self.model.callbacks else "1"
        if base in ("char", "void") or "NULLABLE" in one.notes:
            return "NULL"
        if base in self.model.handles:
            return f"good[{noun_of(base).upper()}]"
        size = f".struct_size = sizeof({base})" if is_sized(self.model, one) else "0"
        return f"&({base}){{{size}}}"

    def text(self) -> str:
        """The call as a C function."""
        call = f"{self.function.name}({', '.join(self.arguments)})"
        result = self.function.result
        lines = [f"  {base} *{name} = untouched;" for base, name in self.made]
        if result != "aha_result":
            call = f"{call} == {FALLBACKS.get(result, '0')} ? PROMISED : OTHER"
        if self.made:
            lines += [f"  aha_result result = {call};",
                      *(f"  check_out(result, {name});" for _, name in self.made),
                      "  return result;"]
        else:
            lines.append(f"  return {call};")
        return "\n".join([f"static aha_result try_{self.label}({self.BAD[0]}) {{",
                          *(wrapped(line, more="    ") for line in lines), "}"])


class ValueCall(Call):
    """A call with a number out of its range, or an unknown enumerator."""

    BAD = "double v", "({})v"

    def __init__(self, model: Model, function: Function, place: int) -> None:
        super().__init__(model, function, place)
        self.label = f"{function.name}_{self.bad.name}_value"

    def row(self) -> str:
        return (f'  {{"{self.function.name}", "{self.bad.name}", {bad_values(self.bad)},'
                f" try_{self.label}}},")


def bad_values(one: Parameter | Field) -> str:
    """The count and list of values that a number must not have; 0 in a field is its default."""
    low, _, high = one.notes.get("RANGE", "-INFINITY,1999999999").partition(",")
    bad = [f"{high.strip()} + 1.0"] if high.strip() != "-1" else []
    unsigned = ("0", "1") if isinstance(one, Field) else ("0",)
    if "INFINITY" not in low and not (low in unsigned and one.type.startswith("uint")):
        bad.append(f"{low} - 1.0")
    if one.type in ("float", "double"):
        bad.append("NAN")
    return f'{len(bad)}, {{{", ".join(bad)}}}'


def is_limited(model: Model, one: Parameter | Field) -> bool:
    """Whether a number has a range, or is an enumerator."""
    enums = {one.name for one in model.enums if one.name and "FLAGS" not in one.notes}
    return "RANGE" in one.notes or one.type in enums and one.type != "aha_result"


def values_in_c(model: Model) -> list[str]:
    calls = [ValueCall(model, function, place) for function in model.functions.values()
             if function.result == "aha_result" and function.name not in VALUE_LATER
             for place, one in enumerate(function.parameters) if is_limited(model, one)]
    return [*(one.text() for one in calls), "", "static const value values[] = {",
            *(wrapped(one.row(), more="   ") for one in calls), "};"]


def is_sized(model: Model, one: Parameter) -> bool:
    """Whether a parameter points to a structure with a struct_size."""
    struct = model.structs.get(plain(one.type).rstrip(" *"))
    return struct is not None and struct.is_sized


def needs(model: Model, function: Function, one: Parameter) -> bool:
    """Whether a parameter that is not a handle must not be NULL."""
    return (function.result == "aha_result" and one.type.endswith("*")
            and one.type not in ("void *", "char *") and not handle(model, one)
            and "NULLABLE" not in one.notes)


def pointer_row(model: Model, call: Call) -> str:
    needed = int(needs(model, call.function, call.bad))
    sized = int(is_sized(model, call.bad) and call.function.name not in SIZE_LATER)
    return f'  {{"{call.function.name}", "{call.bad.name}", {needed}, {sized}, try_{call.label}}},'


def fields_in_c(model: Model, calls: list[Call]) -> list[str]:
    """Bad values of each field that a function reads, and a function that sets the field."""
    setters: dict[str, str] = {}
    rows = []
    for call in calls:
        base = plain(call.bad.type).rstrip(" *")
        if (not call.bad.type.startswith("const ") or not is_sized(model, call.bad)
                or call.function.name in FIELD_LATER):
            continue
        for field in model.structs[base].fields:
            is_reserved = field.name == "reserved"
            if not (is_reserved or is_limited(model, field)):
                continue
            setter = f"set_{base}_{field.name}"
            setters[setter] = (f"static void {setter}(void *p, double v) {{\n"
                               f"  (({base} *)p)->{field.name} = ({field.type})v;\n}}")
            code = "UNSUPPORTED" if is_reserved else "INVALID_ARGUMENT"
            bad = "1, {7}" if is_reserved else bad_values(field)
            rows.append(f'  {{{{"{call.function.name}", "{field.name}", {bad}, NULL}},'
                        f" AHA_ERROR_{code}, sizeof({base}), {setter}, try_{call.label}}},")
    return [*setters.values(), "", "static const field fields[] = {",
            *(wrapped(one, more="   ") for one in rows), "};"]


def functions_in_c(model: Model) -> str:
    calls = [Call(model, function, place) for function in model.functions.values()
             for place, one in enumerate(function.parameters)
             if handle(model, one) or needs(model, function, one)
             or one.type.endswith("*") and is_sized(model, one)]
    rows = [f'  {{{one.noun}, {int("NULLABLE" in one.bad.notes)}, "{one.label}",'
            f" try_{one.label}}}," for one in calls if one.noun]
    pointers = [pointer_row(model, one) for one in calls if not one.noun]
    return "\n".join([f"/* {HEAD}. */", *(one.text() for one in calls), "",
                      "static const function functions[] = {", *rows, "};", "",
                      "static const pointer pointers[] = {", *pointers, "};",
                      *values_in_c(model),
                      *fields_in_c(model, [one for one in calls if not one.noun])]) + "\n"


def swift_call(model: Model, function: Function) -> str:
    """A call with the given handle first, and NULL and 0 elsewhere. Without pointers, the numbers
    are the largest ones.
    """
    pointers = [one.type.endswith("*") and one.name != "user_data" for one in function.parameters]
    number = "0" if any(pointers) else ".max"
    arguments = [("nil" if one.type.endswith("*") or one.type in model.callbacks else number)
                 for one in function.parameters]
    given = first(model, function)
    if given:
        arguments[0] = "$0"
    call = f"{function.name}({', '.join(arguments)})"
    return call if given else f"_ in {call}"


def swift_list(model: Model, noun: str, functions: list[Function]) -> str:
    lines = []
    for one in functions:
        start = f'  Function("{one.name}", {f".{noun}" if noun else "nil"})'
        call = swift_call(model, one)
        line = f"{start} {{ {call} }},"
        lines.append(line if len(line) <= WIDTH else f"{start} {{\n    {call}\n  }},")
    return (f"private let fallibleOf{noun.capitalize() or 'None'}: [Function] = [\n"
            + "\n".join(lines) + "\n]\n")


def functions_in_swift(model: Model) -> str:
    """One list per kind of handle: the compiler is slow on a list of hundreds."""
    lists = {noun: [one for one in model.functions.values()
                    if first(model, one) == noun and one.result == "aha_result"]
             for noun in ("", *map(noun_of, model.handles))}
    total = " + ".join(f"fallibleOf{noun.capitalize() or 'None'}"
                       for noun, every in lists.items() if every)
    parts = [f"// {HEAD}.\nimport CAha\n",
             *(swift_list(model, noun, every) for noun, every in lists.items() if every),
             "/// All functions that return a result.",
             f"let fallible: [Function] =\n{wrapped(total, '  ')}\n"]
    for tag in ("blocking", "render"):
        names = "".join(f'  "{one.name}",\n' for one in model.functions.values()
                        if tag in one.comment.threads
                        and (tag == "render" or one.result == "aha_result"))
        parts += [f"/// All functions with the tag [{tag}].",
                  f"let {tag}Functions: Set<String> = [\n{names}]\n"]
    return "\n".join(parts)


def files(model: Model) -> dict[str, str]:
    return {f"{BUILD}/abi/layout.inc": layout(model), f"{BUILD}/abi/layout": expected(model),
            f"{BUILD}/abi/functions.inc": functions_in_c(model),
            "Tests/AhaABITests/EveryFunction.swift": functions_in_swift(model)}
