"""The reference of the site: a page for each header, with every declaration in C, C++, Python and
the command side by side, and pages of the classes of Python and C++."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Callable, Iterable

import pages_command
import pages_cpp
import pages_python
from headers import ROOT, Comment, Enum
from output import BUILD
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CLexer, CppLexer, PythonLexer
from python import class_name, prefix

REFERENCE = ROOT / BUILD / "reference.json"
LEXERS: dict[str, Callable[[], Any]] = {"C": CLexer, "C++": CppLexer, "Python": PythonLexer}
TITLES = {"lv2": "LV2", "destination_kinds": "Kinds of destinations", "one_shot": "One-shots"}
THREADS = {"any": "any thread", "owner": "one thread at a time", "render": "the audio thread",
           "blocking": "blocks; not in callbacks"}
WIDTH = 40


def code(language: str, text: str) -> str:
    shown = highlight(text, LEXERS[language](), HtmlFormatter(nowrap=True)).rstrip("\n")
    return f'<div class="highlight"><pre><code>{shown}</code></pre></div>'


def wrapped(signature: str) -> str:
    """A long signature with each argument on a line of its own."""
    begin, end = signature.find("("), signature.rfind(")")
    if len(signature) <= WIDTH or begin < 0 or end == begin + 1:
        return signature
    parts, depth, last = [], 0, begin + 1
    for place in range(begin + 1, end):
        depth += (signature[place] in "([{<") - (signature[place] in ")]}>")
        if signature[place] == "," and depth == 0:
            parts.append(signature[last:place + 1].strip())
            last = place + 1
    parts.append(signature[last:end].strip())
    lines = [signature[:begin + 1], *(f"    {part}" for part in parts)]
    fits = len(lines[-1] + signature[end:]) <= WIDTH
    return "\n".join(lines) + ("" if fits else "\n") + signature[end:]


def separated(signatures: Iterable[str]) -> str:
    """Several signatures; empty lines between them if one has several lines."""
    made = list(signatures)
    return ("\n\n" if any("\n" in one for one in made) else "\n").join(made)


class Sides:
    """The declarations, and their counterparts in the other languages."""

    def __init__(self, cpp: pages_cpp.Bindings, python: pages_python.Bindings,
                 command: pages_command.Commands) -> None:
        self.cpp, self.python, self.command = cpp, python, command
        self.data = json.loads(REFERENCE.read_text())
        #: The page of each name of C.
        self.homes: dict[str, str] = {}
        for kind in ("handles", "numbers", "constants", "enums", "structs", "callbacks",
                     "functions"):
            for one in self.data[kind]:
                self.homes.setdefault(one["name"], one["header"])
        for one in self.data["enums"]:
            for member in one["members"]:
                self.homes[member["name"]] = one["header"]

    def linked(self, text: str) -> str:
        """Text of a comment; names of C are links."""
        def link(found: re.Match[str]) -> str:
            name = found[0]
            if name not in self.homes:
                return f"<code>{name}</code>"
            return f'<a href="{self.homes[name]}.html#{name}"><code>{name}</code></a>'
        return re.sub(r"\b(?:aha|AHA)_\w+", link, escape(text, quote=False))

    def documented(self, docstring: str) -> str:
        """A docstring with its marked code."""
        return re.sub(r"(?::\w+:`|``)(.+?)``?", r"<code>\1</code>", self.linked(docstring))

    def sides(self, function: dict[str, Any]) -> str:
        name = function["name"]
        shown = [("C", [function["declaration"]]), ("C++", self.cpp.of.get(name, [])),
                 ("Python", self.python.of.get(name, []))]
        parts = [f'<div><span class="side">{language}</span>'
                 + code(language, separated(map(wrapped, dict.fromkeys(texts)))) + "</div>"
                 for language, texts in shown if texts]
        return '<div class="sides">' + "".join(parts) + "</div>"

    def function(self, one: dict[str, Any]) -> str:
        facts = [(f"<code>{each['name']}</code>", self.linked(each["text"]))
                 for each in one["parameters"] if each["text"]]
        facts += [(title, self.linked(one[key])) for title, key in
                  (("Returns", "returns"), ("Errors", "errors")) if one.get(key)]
        threads = ", ".join(THREADS[each] for each in one.get("threads", []))
        facts += [("Thread", threads)] if threads else []
        commands = self.command.links(one["name"])
        facts += [("Command", commands)] if commands else []
        facts += [("Since", one["since"])] if one.get("since") else []
        rows = "".join(f"<dt>{title}</dt><dd>{text}</dd>" for title, text in facts)
        return (f"### {one['name']} {{ #{one['name']} }}\n\n<p>{self.linked(one.get('text', ''))}"
                f"</p>\n{self.sides(one)}\n<dl class=\"facts\">{rows}</dl>\n")

    def enum(self, one: dict[str, Any]) -> str:
        notes = {"PYTHON": one["python"]} if "python" in one else {}
        model = Enum(one["name"], Comment(), one["header"], 0, notes, [
            (each["name"], each["value"], Comment()) for each in one["members"]], {})
        python = class_name(model)
        start = prefix(model)
        is_python = python in self.python.public
        head = f"<th>Python: <code>{python}</code></th>" if is_python else ""
        rows = []
        for each in one["members"]:
            name = each["name"]
            member = name.removeprefix(start).removeprefix("ERROR_")
            side = f"<td><code>{member}</code></td>" if is_python else ""
            rows.append(f'<tr id="{name}"><td><code>{name}</code></td>{side}<td>{each["value"]}'
                        f'</td><td>{self.linked(each.get("text", ""))}</td></tr>')
        anchor = one["name"] or one["members"][0]["name"]
        title = one["name"] or f"{start}…"
        here = f" {{ #{anchor} }}" if one["name"] else f" {{ #values-{anchor} }}"
        return (f"### {title}{here}\n\n<p>{self.linked(one.get('text', ''))}</p>\n<table><thead>"
                f"<tr><th>C</th>{head}<th>value</th><th></th></tr></thead>"
                f"<tbody>{''.join(rows)}</tbody></table>\n")

    def struct(self, one: dict[str, Any]) -> str:
        rows = "".join(f"<tr><td><code>{escape(each['declaration'])}</code></td>"
                       f"<td>{self.linked(each.get('text', ''))}</td></tr>"
                       for each in one["fields"])
        options = "".join(part.capitalize() for part in one["name"].split("_")[1:])
        also = f"<p>C++: <code>aha::{options}</code></p>" if options in self.cpp.classes and \
            self.cpp.classes[options].header == "options" else ""
        return (f"### {one['name']} {{ #{one['name']} }}\n\n<p>{self.linked(one.get('text', ''))}"
                f"</p>{also}\n<table><tbody>{rows}</tbody></table>\n")

    def page(self, header: dict[str, str]) -> str:
        name = header["name"]

        def own(kind: str) -> list[dict[str, Any]]:
            return [one for one in self.data[kind] if one["header"] == name]
        about = header["title"].removeprefix(f"aha/{name}.h: ").split(". Made by scripts")[0]
        parts = [f"# {title_of(name)}\n\n<p><code>aha/{name}.h</code>: {self.linked(about)}</p>\n"]
        enums = {one["name"] for one in own("enums")}
        types = [*own("handles"), *(one for one in own("numbers") if one["name"] not in enums)]
        values = [one for one in own("constants") if one.get("text")]
        groups = [
            ("Types", [f"### {one['name']} {{ #{one['name']} }}\n\n"
                       f"<p>{self.linked(one.get('text', ''))}</p>\n" for one in types]),
            ("Functions", [self.function(one) for one in own("functions")]),
            ("Callbacks", [self.function(one) for one in own("callbacks")]),
            ("Structures", [self.struct(one) for one in own("structs")]),
            ("Values", [f"### {one['name']} {{ #{one['name']} }}\n\n<p><code>{one['value']}</code>:"
                        f" {self.linked(one['text'])}</p>\n" for one in values]
             + [self.enum(one) for one in own("enums")])]
        for title, texts in groups:
            if texts:
                parts += [f"## {title}\n", *texts]
        return "\n".join(parts)

    def index(self) -> str:
        rows = [f"<tr><td><a href=\"{one['name']}.html\">{title_of(one['name'])}</a></td>"
                f"<td>{self.linked(sentence(one['title'].partition(': ')[2].split('. ')[0]))}</td>"
                "</tr>"
                for one in self.data["headers"]]
        return (
            "# Reference\n\nA page for each header, with each function in C, C++ and Python, and "
            "the commands that call it. C: `#include <aha.h>`, C++: `#include <aha.hpp>`, Python: "
            "`import aha`. Functions that return `aha_result` return 0 for success or a negative "
            "[error](../errors.md); C++ and Python raise exceptions instead. [Threads](../"
            "threads.md) and [ownership](../ownership.md) have the common rules.\n\n"
            "| language | pages |\n|---|---|\n| command | [all commands](command.md) |\n"
            "| Python | [classes](python.md), [installation](../python.md) |\n"
            "| C++ | [classes](cpp.md), [conventions](../cpp.md) |\n"
            f"\n<table><thead><tr><th>page</th><th></th></tr></thead><tbody>{''.join(rows)}"
            "</tbody></table>\n")

    def calls(self, names: set[str]) -> str:
        known = sorted(name for name in names if name in self.homes)
        return f" <small>{self.linked(', '.join(known))}</small>" if known else ""

    def python_page(self) -> str:
        parts = ["# Python classes\n\nThe names of `import aha`. The linked functions of C have "
                 "all details.\n"]
        functions = [self.python_member(one) for _, one in sorted(self.python.functions.items())]
        parts.append(f"## Functions\n\n<dl class=\"members\">{''.join(functions)}</dl>\n")
        for name, one in self.python.classes.items():
            if one.is_enum:
                continue
            fields = "".join(f"<dt><code>{escape(field)}: {escape(kind)}</code></dt><dd></dd>"
                             for field, kind in one.fields)
            rows = "".join(map(self.python_member, one.members.values()))
            parts.append(f"## aha.{name} {{ #{name} }}\n\n<p>{self.documented(one.about)}</p>\n"
                         f'<dl class="members">{fields}{rows}</dl>\n')
        return "\n".join(parts)

    def python_member(self, one: pages_python.Member) -> str:
        return (f"<dt>{code('Python', wrapped(one.signature))}</dt>"
                f"<dd>{self.documented(one.about)}{self.calls(one.calls)}</dd>")

    def cpp_page(self) -> str:
        parts = ["# C++ classes\n\nThe namespace `aha` of `aha.hpp`. The linked functions of C "
                 "have all details.\n"]
        groups = [("Functions", "", "", self.cpp.free)]
        groups += [(f"aha::{name}", name, one.about, one.members)
                   for name, one in sorted(self.cpp.classes.items())]
        for title, anchor, about, members in groups:
            rows = "".join(f"<dt>{code('C++', wrapped(one.signature))}</dt><dd>"
                           f"{self.linked(one.about)}{self.calls(one.calls)}</dd>"
                           for one in members)
            here = f" {{ #{anchor} }}" if anchor else ""
            parts.append(f"## {title}{here}\n\n<p>{self.linked(about)}</p>\n"
                         f'<dl class="members">{rows}</dl>\n')
        return "\n".join(parts)


def sentence(text: str) -> str:
    return text[0].upper() + text[1:].removesuffix(".") + "."


def title_of(header: str) -> str:
    return TITLES.get(header) or header.replace("_", " ").capitalize()


def pages(sides: Sides) -> dict[str, str]:
    return {"reference/index.md": sides.index(), "reference/python.md": sides.python_page(),
            "reference/cpp.md": sides.cpp_page(), "reference/command.md": sides.command.page(),
            **{f"reference/{one['name']}.md": sides.page(one) for one in sides.data["headers"]}}
