"""Translates a page of the repository for the site: its links, and its lists, which Python-Markdown
indents by four columns."""

from __future__ import annotations

import os
import re
from pathlib import PurePosixPath

from headers import ROOT

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"(`+)(?:.|\n)+?\1")
FENCE = re.compile(r"^ *(```+)")
ITEM = re.compile(r"^( *)([-*]|\d+\.) ")


def relative(place: str, base: str) -> str:
    """A place of the site as a link from the page `base`."""
    return os.path.relpath(place, os.path.dirname(base) or ".")


class Links:
    """The place in the site of files and folders of the repository."""

    def __init__(self, places: dict[str, str], names: dict[str, str]) -> None:
        self.places = places
        #: The header of each name of C.
        self.names = names

    def found(self, target: str, source: str) -> str | None:
        """The place of a link's target in the page `source`; None outside the site."""
        path = os.path.normpath(PurePosixPath(source).parent / target)
        if path in self.places:
            return self.places[path]
        if header := re.fullmatch(r"include/aha(?:/(\w+))?\.h", path):
            return f"reference/{header[1] or 'index'}.md"
        return None

    @staticmethod
    def title(path: str) -> str:
        """The heading of a page of the repository."""
        return (ROOT / path).read_text().partition("\n")[0].removeprefix("# ")

    def translated(self, text: str, source: str, place: str) -> str:
        """Text with the links of the site; the text alone of a link to a file outside it."""
        def link(found: re.Match[str]) -> str:
            mark, label, target = found.groups()
            if re.match(r"https?:|mailto:|#", target):
                return found[0]
            path, _, anchor = target.partition("#")
            there = self.found(path, source)
            if there is None:
                return label
            if label.endswith(".md") and path.endswith(label.rpartition("/")[2]):
                label = self.title(os.path.normpath(PurePosixPath(source).parent / path))
            return f"{mark}[{label}]({relative(there, place)}{'#' if anchor else ''}{anchor})"
        return LINK.sub(link, text)


def page(text: str, source: str, place: str, links: Links) -> str:
    """The whole page; code stays as it is."""
    parts: list[str] = []
    prose: list[str] = []

    def end() -> None:
        joined = "\n".join(prose)
        kept: list[str] = []

        def keep(found: re.Match[str]) -> str:
            kept.append(linked_name(found, place, links))
            return f"\x00{len(kept) - 1}\x00"
        joined = links.translated(CODE.sub(keep, joined), source, place)
        parts.append(re.sub(r"\x00(\d+)\x00", lambda one: kept[int(one[1])], joined))
        prose.clear()

    fence = ""
    for line in indented(text.split("\n")):
        mark = FENCE.match(line)
        if fence or mark:
            if not fence:
                end()
                parts.append(line)
                fence = mark[1] if mark else ""
            else:
                parts.append(line)
                if mark and mark[1] == fence:
                    fence = ""
        else:
            prose.append(line)
    end()
    return "\n".join(parts)


def linked_name(code: re.Match[str], place: str, links: Links) -> str:
    """Code that is a name of C, as a link to the reference, except in a heading or a link."""
    name = code[0].strip("`")
    before = code.string[:code.start()]
    if name not in links.names or before.endswith("[") or \
            before[before.rfind("\n") + 1:].startswith("#"):
        return code[0]
    return f"[{code[0]}]({relative(f'reference/{links.names[name]}.md', place)}#{name})"


def indented(lines: list[str]) -> list[str]:
    """Content of list items indented by four columns for each level, and an empty line before a
    list."""
    found: list[str] = []
    in_list, fence, extra = False, "", 0
    for line in lines:
        mark = FENCE.match(line)
        width = len(line) - len(line.lstrip())
        if fence:
            found.append(" " * extra + line if line else line)
            if mark and mark[1] == fence:
                fence = ""
            continue
        item = ITEM.match(line)
        if item and not item[1] and not in_list:
            if found and found[-1]:
                found.append("")
            in_list = True
        elif in_list and line and not width and not item:
            in_list = bool(found[-1])  # a lazy line of a paragraph
        extra = (4 if width >= 4 else 4 - width) if in_list and width else 0
        if mark:
            fence = mark[1]
        found.append(" " * extra + line if line else line)
    return found
