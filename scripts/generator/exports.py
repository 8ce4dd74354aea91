"""exports/aha.map and exports/symbols. A name keeps the version that introduced it."""

from __future__ import annotations

from headers import ROOT, Model
from output import HEAD

SYMBOLS = "exports/symbols"


def _known() -> dict[str, str]:
    path = ROOT / SYMBOLS
    lines = path.read_text().splitlines() if path.exists() else []
    return {name: since for name, _, since in
            (line.split() for line in lines if not line.startswith("#"))}


def problems(model: Model) -> list[str]:
    """Reports removed names, which break the hosts that use them. To remove a name on purpose,
    delete it from exports/symbols by hand."""
    known = _known()
    wrong = [f"{name} is no longer in the headers" for name in known if name not in model.names()]
    return wrong + [f"{one.name} is since {one.comment.since} in its header, since"
                    f" {known[one.name]} in {SYMBOLS}" for one in model.functions.values()
                    if known.get(one.name, one.comment.since) != one.comment.since]


def files(model: Model) -> dict[str, str]:
    now = ".".join((ROOT / "VERSION").read_text().split(".")[:2])
    known, names = _known(), model.names()
    since = {**{name: one.comment.since for name, one in model.functions.items()}, **known}
    symbols = "".join(f"{name} {names[name]} {since.get(name, now)}\n" for name in sorted(names))
    exported = "".join(f"    {name};\n" for name in sorted(model.exported()))
    return {SYMBOLS: f"# {HEAD}.\n# Every public name, its kind, and the version that introduced"
                     f" it.\n{symbols}",
            "exports/aha.map": f"# {HEAD}.\nAHA_0 {{\n  global:\n{exported}  local: *;\n}};\n"}
