"""The Python side of the reference: public classes and functions of bindings/python/aha with their
docstrings, and the C functions behind them."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace

from headers import ROOT

FOLDER = ROOT / "bindings/python/aha"
NAMED = re.compile(
    r" ?The C functions? (?:is|are) ((?:aha_\w+|and|[, ])+)(?:; see (\S+))?\.(?= |$)")


@dataclass
class Member:
    name: str
    signature: str
    about: str
    #: The C functions that the docstring names, or else those that the code calls.
    calls: set[str]
    is_named: bool
    #: The class that defines it.
    owner: str = ""


@dataclass
class Class:
    name: str
    bases: list[str]
    about: str
    module: str
    members: dict[str, Member] = field(default_factory=dict)
    fields: list[tuple[str, str]] = field(default_factory=list)
    is_enum: bool = False


def arguments(one: ast.FunctionDef | ast.AsyncFunctionDef, in_class: bool) -> str:
    made = one.args
    given = ast.unparse(made)
    static = any(ast.unparse(each) == "staticmethod" for each in one.decorator_list)
    if in_class and not static:
        given = re.sub(r"^(self|cls)(: type\[Self\])?(, )?", "", given)
        given = re.sub(r"^/(, )?", "", given)
    return given.replace("_records.", "").replace("_structs.", "")


def member(one: ast.FunctionDef | ast.AsyncFunctionDef, owner: str) -> Member:
    about = " ".join((ast.get_docstring(one) or "").split())
    named = {name for each in NAMED.findall(about) for name in re.findall(r"\baha_\w+", each[0])}
    code = ast.unparse(one)
    used = set(re.findall(r"\blib\.(aha_\w+)", code))
    kinds = [ast.unparse(each) for each in one.decorator_list]
    returned = ast.unparse(one.returns) if one.returns else ""
    if "property" in kinds:
        signature = f"{owner}.{one.name}: {returned}"
    elif one.name == "__init__":
        signature = f"{owner}({arguments(one, True)})"
    else:
        place = f"{owner}." if owner else "aha."
        word = "await " if isinstance(one, ast.AsyncFunctionDef) else ""
        signature = f"{word}{place}{one.name}({arguments(one, bool(owner))})"
        signature += f" -> {returned}" if returned not in ("", "None") else ""
    about = NAMED.sub(lambda found: f" See {found[2]}." if found[2] else "", about)
    return Member(one.name, signature, about, named or used, bool(named), owner)


class Bindings:
    def __init__(self) -> None:
        self.every: dict[str, Class] = {}
        self.functions: dict[str, Member] = {}
        #: The module of each public name.
        self.public = {name: home for home, name in re.findall(
            r"^from \.(\S+) import (\w+) as", (FOLDER / "__init__.pyi").read_text(), re.M)}
        for path in sorted(FOLDER.rglob("*.py")):
            module = ".".join(path.relative_to(FOLDER).with_suffix("").parts)
            for node in ast.parse(path.read_text()).body:
                self._read(node, module)
        #: The public classes with inherited members.
        self.classes = {name: self._whole(name) for name in sorted(self.public)
                        if name in self.every}
        #: The public members and functions behind a C function.
        self.of: dict[str, list[str]] = {}
        certain: dict[str, list[str]] = {}
        own = [each for owner in self.classes.values() for key, each in owner.members.items()
               if each.owner == owner.name or each.owner not in self.public and not any(
                   key in self.classes[base].members for base in self._line(owner.name)[1:]
                   if base in self.classes)]
        for one in [*own, *self.functions.values()]:
            for call in one.calls:
                where = certain if one.is_named else self.of
                where.setdefault(call, []).append(one.signature)
        self.of.update(certain)
        self.of["aha_release"] = ["object.close()"]  # of every class
        for name, one_class in self.classes.items():
            if "close" in one_class.members:
                noun = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
                self.of[f"aha_{noun}_release"] = [f"{name}.close()"]

    def _read(self, node: ast.stmt, module: str) -> None:
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base).split(".")[-1].split("[")[0] for base in node.bases]
            one = Class(node.name, bases, " ".join((ast.get_docstring(node) or "").split()), module)
            for part in node.body:
                if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    setter = any(ast.unparse(each).endswith(".setter")
                                 for each in part.decorator_list)
                    if setter:
                        one.members[part.name].calls |= member(part, node.name).calls
                    else:
                        one.members[part.name] = member(part, node.name)
                elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    one.fields.append((part.target.id, ast.unparse(part.annotation)))
                elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                    one.fields.append((part.targets[0].id, ast.unparse(part.value)))
            one.is_enum = module.startswith("_constants")
            self.every[node.name] = one
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and \
                self.public.get(node.name) == module:
            self.functions[node.name] = member(node, "")

    def _whole(self, name: str) -> Class:
        own = self.every[name]
        found = Class(name, own.bases, own.about, own.module, {}, [], own.is_enum)
        for base in self._line(name):
            one = self.every[base]
            for key, each in one.members.items():
                if (key == "__init__" or not key.startswith("_")) and key not in found.members:
                    signature = re.sub(rf"^((?:await )?){base}\b", rf"\1{name}", each.signature)
                    found.members[key] = replace(
                        each, signature=signature.replace("-> Self", f"-> {name}"))
            found.fields += [each for each in one.fields if not each[0].startswith("_")]
        return found

    def _line(self, name: str) -> list[str]:
        """The class and its bases, each before its own bases."""
        return [name, *(one for base in self.every[name].bases if base in self.every
                        for one in self._line(base))]
