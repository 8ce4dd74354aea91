"""Tables for the tests of the C interface: the fields of structures and the constants for
Tests/abi/layout.c, and a call of each function with each of its handles invalid, for
Tests/abi/abuse_handles.c and Tests/AhaABITests."""

from __future__ import annotations

from headers import Function, Model, Parameter, plain
from output import HEAD, WIDTH, wrapped

FALLBACKS = {"const char *": '""', "int": "-1"}  # what a getter answers for a bad handle; else 0


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


def handle(model: Model, one: Parameter) -> str:
    """The noun of a handle parameter; "" for others."""
    name = one.type.removesuffix(" *")
    return noun_of(name) if name in model.handles else ""


class Call:
    """A call in C with one bad handle, and valid arguments elsewhere."""

    def __init__(self, model: Model, function: Function, place: int) -> None:
        self.model, self.function, self.place = model, function, place
        self.made: list[tuple[str, str]] = []
        self.handle = function.parameters[place]
        self.noun = handle(model, self.handle).upper()
        self.label = function.name + (f"_{self.handle.name}" if place else "")
        self.arguments = [self.argument(*one) for one in enumerate(function.parameters)]

    def argument(self, place: int, one: Parameter) -> str:
        base = plain(one.type).rstrip(" *")
        if place == self.place:
            return "h"
        if one.type.endswith("**"):
            self.made.append((base, one.name))
            return f"&{one.name}"
        if one.type == "const char *":
            return "URL" if "url" in one.name else '"/nowhere"'
        if "float *" in one.type:
            return "frames"
        if not one.type.endswith("*"):
            return "NULL" if base in self.model.callbacks else "1"
        if base in ("char", "void") or self.function.allows_null(one):
            return "NULL"
        if base in self.model.handles:
            return noun_of(base)
        sized = base in self.model.structs and self.model.structs[base].is_sized
        return f"&({base}){{{f'.struct_size = sizeof({base})' if sized else '0'}}}"

    def text(self) -> str:
        """The call as a C function."""
        call = f"{self.function.name}({', '.join(self.arguments)})"
        result = self.function.result
        fallback = FALLBACKS.get(result, "0")
        lines = [f"  {base} *{name} = untouched;" for base, name in self.made]
        if result == "const char *":
            call = f"strcmp({call}, {fallback}) == 0"
        elif result != "aha_result":
            call = f"{call} == {fallback}"
        if result != "aha_result":
            call += " ? PROMISED : OTHER"
        if self.made:
            lines += [f"  aha_result result = {call};",
                      *(f"  check_out(result, {name});" for _, name in self.made),
                      "  return result;"]
        else:
            lines.append(f"  return {call};")
        return "\n".join([f"static aha_result try_{self.label}(void *h) {{",
                          *(wrapped(line, more="    ") for line in lines), "}"])


def functions_in_c(model: Model) -> str:
    calls = [Call(model, function, place) for function in model.functions.values()
             for place, one in enumerate(function.parameters) if handle(model, one)]
    rows = [f'  {{{one.noun}, {int(one.function.allows_null(one.handle))}, "{one.label}",'
            f" try_{one.label}}}," for one in calls]
    return "\n".join([f"/* {HEAD}. */", *(one.text() for one in calls), "",
                      "static const function functions[] = {", *rows, "};"]) + "\n"


def noun_of(name: str) -> str:
    return name.removeprefix("aha_")


def first(model: Model, function: Function) -> str:
    """The noun of a function's first parameter if it is a handle, else ""."""
    return handle(model, function.parameters[0]) if function.parameters else ""


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
    if function.result != "aha_result":
        fallback = FALLBACKS.get(function.result, "nil" if "*" in function.result else "0")
        call = (f"String(cString: {call}) == {fallback}" if '"' in fallback
                else f"{call} == {fallback}")
    return call if given else f"_ in {call}"


def swift_list(model: Model, name: str, noun: str, functions: list[Function]) -> str:
    lines = []
    for one in functions:
        start = f'  Function("{one.name}", {f".{noun}" if noun else "nil"})'
        call = swift_call(model, one)
        line = f"{start} {{ {call} }},"
        lines.append(line if len(line) <= WIDTH else f"{start} {{\n    {call}\n  }},")
    kind = "Bool" if name == "getters" else "aha_result"
    return (f"private let {name}Of{noun.capitalize() or 'None'}: [Function<{kind}>] = [\n"
            + "\n".join(lines) + "\n]\n")


def functions_in_swift(model: Model) -> str:
    """One list per kind of handle: the compiler is slow on a list of hundreds."""
    parts, nouns = [f"// {HEAD}.\nimport CAha\n"], ["", *map(noun_of, model.handles)]
    for name, about, is_result in (
            ("fallible", "All that return a result.", True),
            ("getters", "All getters; true when the answer is that for a bad handle.", False)):
        lists = {noun: [one for one in model.functions.values() if first(model, one) == noun
                        and (one.result == "aha_result") == is_result]
                 for noun in nouns if noun or is_result}
        parts += [swift_list(model, name, noun, every) for noun, every in lists.items() if every]
        total = " + ".join(f"{name}Of{noun.capitalize() or 'None'}"
                           for noun, every in lists.items() if every)
        kind = "aha_result" if is_result else "Bool"
        parts.append(f"/// {about}\nlet {name}: [Function<{kind}>] =\n{wrapped(total, '  ')}\n")
    for tag in ("blocking", "render"):
        names = "".join(f'  "{one.name}",\n' for one in model.functions.values()
                        if tag in one.comment.threads)
        parts += [f"/// All with the tag [{tag}].",
                  f"let {tag}Functions: Set<String> = [\n{names}]\n"]
    return "\n".join(parts)


def files(model: Model) -> dict[str, str]:
    return {"Tests/abi/layout.inc": layout(model), "Tests/abi/functions.inc": functions_in_c(model),
            "Tests/AhaABITests/EveryFunction.swift": functions_in_swift(model)}
