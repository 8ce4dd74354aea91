"""reference.json: every declaration with its annotations and its comment, split at its keywords,
one entry per line."""

from __future__ import annotations

import json
from typing import Any

import cdef
from headers import ROOT, Comment, Declared, Field, Function, Model, Notes, Parameter
from output import BUILD, HEAD


def comment(one: Comment) -> dict[str, Any]:
    """The present parts of a comment, except the text of parameters."""
    parts = {"summary": one.summary, "text": one.text, "returns": one.returns,
             "errors": one.errors, "threads": one.threads, "since": one.since}
    return {name: part for name, part in parts.items() if part}


def annotations(notes: Notes) -> dict[str, Any]:
    """Those of base.h without AHA_: true, or the text in parentheses."""
    return {name.lower(): text or True for name, text in notes.items()}


def declared(one: Declared) -> dict[str, Any]:
    return {"name": one.name, "header": one.header, **comment(one.comment),
            **annotations(one.notes)}


def parameter(function: Function, one: Parameter) -> dict[str, Any]:
    return {"name": one.name, "type": one.type,
            "text": function.comment.parameters.get(one.name, ""), **annotations(one.notes)}


def function(one: Function) -> dict[str, Any]:
    return {**declared(one), "declaration": cdef.prototype(one), "result": one.result,
            **({"inline": True} if one.is_inline else {}),
            "parameters": [parameter(one, each) for each in one.parameters]}


def field(one: Field) -> dict[str, Any]:
    return {"name": one.name, "declaration": cdef.field(one), **comment(one.comment),
            **annotations(one.notes)}


def files(model: Model) -> dict[str, str]:
    numbers = model.integers()
    groups = {
        "headers": [{"name": name, "title": title} for name, title in model.titles.items()],
        "handles": [declared(one) for one in model.handles.values()],
        "numbers": [{**declared(one), "type": one.base} for one in model.numbers.values()],
        "constants": [{**declared(one), "value": numbers[name]}
                      for name, one in model.constants.items() if name in numbers],
        "enums": [{**declared(one), "members": [
            {"name": name, "value": value, **comment(told)} for name, value, told in one.members]}
            for one in model.enums],
        "structs": [{**declared(one), "fields": [field(each) for each in one.fields]}
                    for one in model.structs.values()],
        "callbacks": [function(one) for one in model.callbacks.values()],
        "functions": [function(one) for one in model.functions.values()]}
    version = (ROOT / "VERSION").read_text().strip()
    lines = [json.dumps({"about": HEAD, "version": version})[:-1]]
    lines += [f'"{name}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=False) for one in group)
              + "\n]" for name, group in groups.items()]
    return {f"{BUILD}/reference.json": ",\n".join(lines) + "\n}\n"}
