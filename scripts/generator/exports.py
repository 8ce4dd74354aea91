"""aha.map, and exports/aha.abi: the lock of the interface, with every public name, its kind, the
version that introduced it and the one that changed it last, and its form."""

from __future__ import annotations

import re

from headers import ROOT, Model
from layout import Layout, constants, form
from output import BUILD, HEAD

LOCK = "exports/aha.abi"
#: Functions and structures that changed in later versions must stand in the changelog.
TOLD = (0, 10)
#: NAME KIND VERSION[,VERSION] FORM; the lines of fields follow that of their structure.
LINE = re.compile(r"^(\w+) (\w+) ([\d.,]+)(.*\n(?:  .*\n)*)", re.M)
#: Kind, versions and form of a name.
Lock = dict[str, tuple[str, str, str]]


def locked() -> Lock:
    path = ROOT / LOCK
    text = path.read_text() if path.exists() else ""
    return {name: (kind, since, shape) for name, kind, since, shape in LINE.findall(text)}


def forms(model: Model) -> dict[str, str]:
    """The form of each name: the end of its line, and the lines after it."""
    layout = Layout(model)
    found = {name: f" {value}" for name, value in constants(model).items()}
    found |= {name: f" {form(one)}" for name, one in {**model.functions, **model.callbacks}.items()}
    found |= {name: f" {one.base}" for name, one in model.numbers.items()}
    for name, places in layout.structs.items():
        found[name] = "\n".join([f" {layout.size(name)}", *(
            f"  {field} {offset} {kind}" for field, kind, offset, _ in places)])
    return {name: found.get(name, "") + "\n" for name in model.names()}


def version() -> str:
    return ".".join((ROOT / "VERSION").read_text().split(".")[:2])


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def node(since: str) -> tuple[int, ...]:
    """The version of a function's symbol: the one that introduced it, or the soname's first."""
    return max(numbers(since), (numbers(version())[0], 0))


def present(model: Model) -> Lock:
    """The lock of the headers. A removed name keeps its line."""
    old, shapes, found = locked(), forms(model), {}
    for name, (kind, since, shape) in old.items():
        if name not in shapes and kind != "removed":
            found[name] = ("removed", changed(since), "\n")
        else:
            found[name] = (kind, since, shape)
    for name, kind in model.names().items():
        function = model.functions.get(name)
        new = function.comment.since if function else version()
        before, since, shape = old.get(name, (kind, new, shapes[name]))
        if (before, shape) != (kind, shapes[name]):
            since = changed(since)
        found[name] = (kind, since, shapes[name])
    return found


def changed(since: str) -> str:
    """Both versions of a name that changes now."""
    first = since.partition(",")[0]
    return first if first == version() else f"{first},{version()}"


def breaks(model: Model) -> list[str]:
    """Names whose change breaks the hosts that use them. Structures may grow at their end."""
    old, new, found = locked(), present(model), []
    for name, (kind, since, shape) in old.items():
        now_kind, _, now = new[name]
        function = model.functions.get(name)
        if now_kind != kind:
            found.append(f"{name} is {now_kind}, and was {kind}")
        elif function and function.comment.since != since.partition(",")[0]:
            found.append(f"{name} is since {since}")
        elif not now.startswith(shape) if kind != "struct" else not (
                now.partition("\n")[2].startswith(shape.partition("\n")[2])):
            found.append(f"{name} has another form")
    return [f"{one}: to break its hosts, run scripts/generate --accept" for one in found]


def problems(model: Model) -> list[str]:
    """Faults of the lock and the changelog."""
    new = present(model)
    wrong = [f"{LOCK} is out of date: run scripts/generate"] if new != locked() else []
    names = re.findall(r"\b(?:aha|AHA)_[\w*]+", (ROOT / "CHANGELOG.md").read_text())
    told = re.compile("|".join(one.replace("*", r"\w+") for one in names))
    return wrong + [f"CHANGELOG.md does not name {name}" for name, (kind, since, _) in new.items()
                    if kind in ("function", "inline", "struct", "removed")
                    and numbers(since.split(",")[-1]) > TOLD
                    and not told.fullmatch(name)]


def version_script(model: Model, lock: Lock) -> str:
    """One node for each version with new functions; a later one contains the earlier ones."""
    nodes: dict[tuple[int, ...], str] = {}
    for name in sorted(model.exported()):
        place = node(lock[name][1].partition(",")[0])
        nodes[place] = nodes.get(place, "") + f"    {name};\n"
    text, before, rest = f"# {HEAD}.\n", "", "  local: *;\n"
    for place, names in sorted(nodes.items()):
        label = "AHA_" + ".".join(map(str, place))
        text += f"{label} {{\n  global:\n{names}{rest}}}{before};\n"
        before, rest = f" {label}", ""
    return text


def files(model: Model) -> dict[str, str]:
    found = present(model)
    lock = "".join(f"{name} {kind} {since}{shape}"
                   for name, (kind, since, shape) in sorted(found.items()))
    return {LOCK: "# Every public name of libaha: its kind, the version that introduced it and the"
            f" one that changed\n# it last, its form. Written by scripts/generate.\n{lock}",
            f"{BUILD}/aha.map": version_script(model, found)}
