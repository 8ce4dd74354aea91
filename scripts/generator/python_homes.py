"""bindings/python/aha: _homes.py, the modules of the generated classes, and __init__.pyi, the
public names for type checkers."""

from __future__ import annotations

import re

import python_errors
import python_records
from headers import Model
from output import HEAD
from python import PACKAGE, classes, constants, dictionary


def files(model: Model) -> dict[str, str]:
    modules = {**constants(model), **python_errors.files(model), **python_records.files(model)}
    found = [(name, path[len(PACKAGE) + 1:-3].replace("/", ".")) for path, text in modules.items()
             for name in re.findall(r"^class ([A-Z]\w+)", text, re.M)]
    homes = dict(sorted(found))
    table = dictionary("GENERATED", "The module of each public class that is generated.", homes)
    return {f"{PACKAGE}/_homes.py": f'"""{HEAD}."""\n\n{table}',
            f"{PACKAGE}/__init__.pyi": stub(homes)}


def stub(homes: dict[str, str]) -> str:
    """The public names: generated ones, and those in the table of __init__.py."""
    names = [*homes.items(), *classes().items()]
    lines = sorted(f"from .{home} import {name} as {name}\n" for name, home in names)
    head = "# Written by scripts/generate from the table in __init__.py; do not edit\n"
    return f"{head}{''.join(lines)}\n__all__: list[str]\n__version__: str\n"
