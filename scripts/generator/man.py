"""The list of functions in libaha(3)."""

from __future__ import annotations

from headers import ROOT, Model
from output import HEAD, wrapped

PAGE = "docs/man/libaha.3"
BEGIN = f'.\\" {HEAD} from here on\n'
END = '.\\" Written by scripts/generate up to here\n'


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
    before, _, rest = (ROOT / PAGE).read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    sections = "".join(section(model, header) for header in model.titles)
    return {PAGE: f"{before}{BEGIN}.ad l\n{sections}.ad\n{END}{after}"}
