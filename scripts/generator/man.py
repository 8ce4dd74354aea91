"""libaha.3: docs/man/libaha.3 with the list of functions."""

from __future__ import annotations

from headers import ROOT, Model
from output import BUILD, wrapped

PAGE = "docs/man/libaha.3"
PLACE = '.\\" The list of functions: scripts/generate\n'


def roff(text: str) -> str:
    """Text escaped for roff, in lines of 80 columns."""
    for plain, escaped in (("\\", "\\e"), ("-", "\\-"), ('"', "\\(dq"), ("…", "...")):
        text = text.replace(plain, escaped)
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line
                     for line in wrapped(text, width=80).split("\n"))


def section(model: Model, header: str) -> str:
    title = roff(model.titles[header].split(". ")[0].removesuffix(".")).replace("\n", " ")
    listed = "".join(f".TP 34\n.BR {one.name} ()\n{roff(one.comment.summary)}\n"
                     for one in model.functions.values() if one.header == header)
    return f".SS {title}\n.PD 0\n{listed}.PD\n" if listed else f".SS {title}\n"


def files(model: Model) -> dict[str, str]:
    before, _, after = (ROOT / PAGE).read_text().partition(PLACE)
    sections = "".join(section(model, header) for header in model.titles)
    return {f"{BUILD}/libaha.3": f"{before}.ad l\n{sections}.ad\n{after}"}
