"""Writes calls.inc: a C function for each public function of the headers, which calls it with
values that calls_values.h and calls_handles.h draw, and gives the results to calls.c.

usage: make_calls.py FILE"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "generator"))
import headers  # noqa: E402

MODEL = headers.Model()
# Fields of a structure with their types, "" for a function.
STRUCTS = {name: {one.name: headers.plain(one.type) + f"[{one.length}]" * (one.length > 0)
                  for one in struct.fields} for name, struct in MODEL.structs.items()}
NUMBERS = {name: one.base for name, one in MODEL.numbers.items()}
# Noun of each handle, by its pointer type.
NOUNS = {f"{name} *": name.removeprefix("aha_") for name in MODEL.handles}
# Slow functions (networks, sound systems, drawing): one in this many calls is made.
RARE = {"aha_device_scan": 50, "aha_input_measure_latency": 100,
        "aha_client_open_stream": 100, "aha_client_open_live_stream": 100,
        "aha_picture_draw_cover": 20, "aha_history_copy_json": 5}
REALS = {"float", "double"}
INTEGERS = {"uint32_t", "int32_t", "uint64_t", "int64_t", "size_t", "int"}


def integer(c_type: str) -> str | None:
    base = NUMBERS.get(c_type, c_type)
    return base if base in INTEGERS else None


def value(c_type: str, name: str) -> str:
    """An expression for a number, a text, a handle, a function or a value structure."""
    base = integer(c_type)
    if c_type == "aha_id":
        return "an_id(c)"
    if base:
        return f'({c_type})whole(c, "{name}", {int(base in ("uint64_t", "int64_t"))})'
    if c_type in REALS:
        return f"({c_type})real(c)"
    if c_type in NOUNS:
        return f"({c_type})pick(c, NOUN_{NOUNS[c_type]})"
    if c_type in ("char *", "const char *"):
        return f'a_text(c, "{name}")'
    if c_type == "char **":
        return "two_texts"
    if (c_type, name) == ("void *", "handle"):
        return "pick_any(c)"
    if c_type == "void *":
        return "below(c, 2) ? NULL : (void *)token"
    if c_type in MODEL.callbacks:
        return f"below(c, 2) ? NULL : on_{c_type}"
    if c_type.endswith(" *") and c_type[:-2] in STRUCTS:
        return f"give_{c_type[:-2]}(c)"
    return f"make_{c_type}(c)"


def filled(struct: str) -> list[str]:
    """Statements that set every field of a structure `it`."""
    lines = []
    for name, c_type in STRUCTS[struct].items():
        if name == "struct_size" or "[" in c_type:
            continue
        if (struct, name) == ("aha_answer", "bytes"):
            lines.append("  it.bytes = bytes_in(c, &it.size);")
        elif (struct, name) == ("aha_answer", "size"):
            continue
        elif name in ("root_count", "ignored_count"):
            lines.append(f"  it.{name} = below(c, 3);")
        elif c_type == "":
            lines.append(f"  it.{name} = odd(c) ? NULL : on_{struct}_{name};")
        elif (struct, name) == ("aha_device_options", "id"):
            lines.append('  it.id = below(c, 2) ? "null" : "stepped"; /* no real device */')
        elif (struct, name) == ("aha_host_effect", "parameters"):
            lines.append("  it.parameters = odd(c) ? NULL : host_parameters;")
        elif integer(c_type) or c_type in REALS:
            lines.append(f"  if (!is_default) it.{name} = {value(c_type, name)};")
        else:
            lines.append(f"  it.{name} = {value(c_type, name)};")
    return lines


def maker(struct: str) -> str:
    """A function that returns a plain structure, or the address of one with struct_size."""
    body = [f"  {struct} it;", "  int is_default = !c->is_wild && below(c, 4) != 0;",
            "  memset(&it, 0, sizeof it);", *filled(struct), "  (void)is_default;"]
    if "struct_size" not in STRUCTS[struct]:
        return "\n".join([f"DRAWN {struct} make_{struct}(caller *c) {{", *body, "  return it;",
                          "}", ""])
    # A handle or structure in a field that libaha does not read in this case may be illegal.
    return "\n".join([f"DRAWN void *give_{struct}(caller *c) {{",
                      "  int was_illegal = c->is_illegal;", *body,
                      "  c->is_illegal = was_illegal;",
                      f"  return sized(c, &it, sizeof it, {int(struct == 'aha_device_options')});",
                      "}", ""])


def makes(name: str) -> int:
    """1 for a function that returns a handle or an id; a process begins with those."""
    return int(any(c_type.endswith("**") or c_type == "aha_id *"
                   for c_type in (one.type for one in MODEL.functions[name].parameters)))


def is_out(c_type: str) -> bool:
    plain = c_type[:-2]
    return (c_type.endswith(" *") and not c_type.startswith("const ")
            and (integer(plain) is not None or plain in REALS))


class Call:
    """The statements of one call."""

    def __init__(self, name: str) -> None:
        function = MODEL.functions[name]
        self.result, self.threads = headers.plain(function.result), function.comment.threads
        self.parameters = [(one.type, one.name) for one in function.parameters]
        self.name = name
        self.before: list[str] = []
        self.arguments: list[str] = []
        self.after: list[str] = []
        place = 0
        while place < len(self.parameters):
            place += self.step(place)

    def step(self, place: int) -> int:
        """Adds the argument at an index, and its count. Returns the number of added arguments."""
        (c_type, name), rest = self.parameters[place], self.parameters[place + 1:]
        plain = c_type.removeprefix("const ")
        count = rest[0] if rest else ("", "")
        counts = integer(count[0]) is not None and not count[0].endswith("*")
        if plain in ("char *", "void *") and count[0] == "size_t":
            return self.bytes(c_type, name, count[1])
        if plain == "float *" and (count[1] == "frame_count"
                                   or name in ("input", "left", "output")):
            return self.frames(c_type, name)
        if (plain.endswith(" *") and counts and count[1] in ("count", "capacity")
                and "struct_size" not in STRUCTS.get(plain[:-2], ["struct_size"])):
            return self.items(plain[:-2], name, count)
        if c_type.endswith("**"):
            self.made(plain[:-3] + " *", name)
        elif is_out(c_type):
            self.out(c_type, name)
        elif plain.endswith(" *") and plain[:-2] in STRUCTS:
            self.structure(plain[:-2], name)
        elif name == "frame_count" and any("float *" in kind for kind, _ in self.parameters):
            # Host memory is never as large as UINT64_MAX, so that must be refused.
            huge = "below(c, FRAMES + 1)" if self.name == "aha_sound_read_frames" else \
                "odd(c) ? UINT64_MAX : below(c, FRAMES + 1)"
            self.before.append(f"  {c_type} {name} = {huge};")
            self.arguments.append(name)
        else:
            self.before.append(f"  {c_type} {name} = {value(c_type, name)};")
            self.arguments.append(name)
        return 1

    def bytes(self, c_type: str, name: str, count: str) -> int:
        given = c_type.startswith("const ")
        self.before.append(f"  size_t {count};")
        self.before.append(f"  {c_type} {name} = "
                           + ("bytes_in" if given else "bytes_out") + f"(c, &{count});")
        self.arguments += [name, count]
        return 2

    def frames(self, c_type: str, name: str) -> int:
        shared = "frames_in" if c_type.startswith("const ") else "c->frames"
        self.before.append(f"  {c_type} {name} = odd(c) ? NULL : {shared};")
        self.arguments.append(name)
        return 1

    def items(self, struct: str, name: str, count: tuple[str, str]) -> int:
        self.before.append(f"  {count[0]} {count[1]} = below(c, ITEMS + 1);")
        self.before.append(f"  {struct} items[ITEMS], *{name} = odd(c) ? NULL : items;")
        self.before.append(f"  for (int i = 0; i < ITEMS; i++) items[i] = make_{struct}(c);")
        self.arguments += [name, count[1]]
        return 2

    def made(self, c_type: str, name: str) -> None:
        self.before.append(f"  {c_type}made_{name} = (void *)untouched,"
                           f" **{name} = odd(c) ? NULL : &made_{name};")
        self.arguments.append(name)
        self.after.append(f"  if ({name} != NULL) keep(c, NOUN_{NOUNS[c_type]}, result,"
                          f" made_{name});")

    def out(self, c_type: str, name: str) -> None:
        self.before.append(f"  {c_type[:-2]} told_{name} = 0;")
        self.arguments.append(f"below(c, 12) ? &told_{name} : NULL")
        if c_type == "aha_id *":
            self.after.append(f"  if (result >= 0) keep_id(c, told_{name});")

    def structure(self, struct: str, name: str) -> None:
        if "struct_size" in STRUCTS[struct]:
            always = self.name == "aha_device_open"  # NULL would be the default device, a real one
            given = f"give_{struct}(c)"
            self.before.append(f"  {struct} *{name} = "
                               + (f"{given};" if always else f"odd(c) ? NULL : {given};"))
        else:
            self.before.append(f"  {struct} one_{name} = make_{struct}(c),"
                               f" *{name} = odd(c) ? NULL : &one_{name};")
        self.arguments.append(name)

    def text(self) -> str:
        """Returns the C function."""
        call = f"{self.name}({', '.join(self.arguments)})"
        const = "const " * self.result.startswith(("char", "float *"))
        done = (f"  aha_result result = {call};" if self.result == "aha_result"
                else f"  {const}{self.result} result = {call};")
        judged = ["  judge(c, result);"] if self.result == "aha_result" else []
        if self.result in NOUNS:
            judged = [f"  if (result != NULL) put(c, NOUN_{NOUNS[self.result]}, result);"]
        lock = "owner" in self.threads
        lines = [f"static void call_{self.name}(caller *c) {{", *self.before,
                 *["  pthread_mutex_lock(&owner_lock);"] * lock, done,
                 *["  pthread_mutex_unlock(&owner_lock);"] * lock, *judged, *self.after]
        return "\n".join([*lines, "  (void)c, (void)result;", "}", ""])


def main() -> None:
    nouns = sorted(set(NOUNS.values()))
    parts = ["static const struct function functions[] = {",
             *(f'  {{"{name}", call_{name}, {makes(name)}, {RARE.get(name, 1)},'
               f' {int(one.result == "aha_result")}}},'
               for name, one in MODEL.functions.items()), "};", ""]
    enum = "enum noun { " + ", ".join(f"NOUN_{noun}" for noun in nouns) + ", NOUNS };\n"
    folder = Path(sys.argv[1])
    (folder / "nouns.inc").write_text(enum)
    declared = [f"DRAWN void *give_{name}(caller *c);" for name in STRUCTS
                if "struct_size" in STRUCTS[name]]
    plain = [name for name in STRUCTS if "struct_size" not in STRUCTS[name]]
    sized = [name for name in STRUCTS if "struct_size" in STRUCTS[name]]
    (folder / "calls.inc").write_text("\n".join(
        [*declared, "", *map(maker, plain + sized), *map(Call.text, map(Call, MODEL.functions)),
         *parts]))


if __name__ == "__main__":
    main()
