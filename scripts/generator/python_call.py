"""A C function as a Python method or property, and its differences from the header."""

from __future__ import annotations

from abi import first
from headers import VERBS, Field, Function, Model, camel, plain
from python_parameters import ENCODE, ENCODED
from python_results import Results

#: Verbs of functions that are no properties.
ACTIONS = {*VERBS} - {"copy", "get"}
#: The parameters of a change over time, and their description.
RAMP = "const aha_ramp *"
RAMPED = ["*", "at: int | None = None", "over: int | None = None",
          "curve: FadeShape | str = FadeShape.LINEAR"]
RAMPED_TOLD = ("``at``: the frame of the engine at which it begins; None is the next one. ``over``:"
               " frames of the change; None is the engine's ramp. ``curve``: of the change.")


class Call(Results):
    """A C function as a method or a part of a property; not `possible` if Python needs more than
    one call."""

    def __init__(self, model: Model, function: Function, row: str = "", made: str = "") -> None:
        """`row`: of a part's class. `made`: the noun of the class that the function creates."""
        self.model, self.function, self.made = model, function, made
        stem = function.stem(row or first(model, function))
        self.verb = next((one for one in ("get_", "copy_", "set_", "is_") if
                          stem.startswith(one)), "")
        self.name = function.notes.get("PYTHON") or stem.removeprefix(self.verb)
        self.given = [] if made else ["self._handle", "self.id"] if row else ["self._handle"]
        rest = function.parameters[len(self.given):]
        self.has_ramp = bool(rest) and rest[-1].type == RAMP
        rest = rest[:-1] if self.has_ramp else rest
        self.used: set[str] = set()
        self.result, self.body = self._result(rest)
        inputs = rest[:len(rest) - self.outs]
        self.inputs = [one for place, one in enumerate(inputs)
                       if not place or "LIST" not in inputs[place - 1].notes]
        self.taken = [each for one in self.inputs if "OF" not in one.notes
                      for each in self._options(one) or [one]]
        self.possible = bool(self.result) and all(map(self._type, self.taken))
        self.is_getter = not self.taken and self.result != "None" and not (
            stem.partition("_")[0] in ACTIONS or "RESETS" in function.notes
            or self.name.startswith("__") or "Result" in self.used
            or "made" in self.used and self.verb != "get_")
        if self.has_ramp:
            self.used |= {"ramp_of", "enum:ramp:FadeShape"}
        if any(one.type == ENCODE for one in self.taken):
            self.used |= {"enum:format:Container", "enum:format:Encoding", "enum:format:Dither"}
        self.is_setter = self.verb == "set_" and len(self.taken) == 1 and self.result == "None"

    def fields(self) -> list[Field]:
        """The fields of its record that are attributes of the object too, or of a part."""
        part = self.function.name.removesuffix("_get")
        types = {one[7:] for one in self.used if one.startswith("record:")} | (
            {part} & self.model.structs.keys())
        return [field for one in types for field in self.model.structs[one].fields
                if "ATTRIBUTE" in field.notes]

    def lines(self, ramp: str = "ramp_of(at, over, curve)") -> list[str]:
        """The body of the method."""
        out = self.function.parameters[-1].name.removeprefix("out_")
        arguments, before = [*self.given], []
        for one in self.inputs:
            fields = ", ".join(f"{each.notes.get('PYTHON', each.name)}={self._passed(each)}"
                               for each in self._options(one))
            if fields:
                struct = camel(plain(one.type).removesuffix(" *"))
                before.append(f"options = _structs.{struct}({fields})")
            arguments.append("options" if fields else self._passed(one))
        before += [f"self._{one.notes['ATTRIBUTE']} = {self._passed(one)}" if self._enum(one.type)
                   else f"self._{one.notes['ATTRIBUTE']} = {self._default(one)[0]}"
                   for one in self.taken if "ATTRIBUTE" in one.notes]
        self.used |= {"_structs"} if before else set()
        if self.has_ramp:
            arguments.append(ramp)
        if "{out}" in "".join(self.body):
            arguments.append(out)
        name, notes = f"lib.{self.function.name}", self.function.notes
        kept = ["self._started()"] if "STARTS" in notes else [
            f"self._stopped({'at' if self.has_ramp else ''})"] if "STOPS" in notes else []
        lines = [one.replace("{out}", out).replace("{split}", ", ".join([name, *arguments]))
                .replace("{call}", f"{name}({', '.join(arguments)})") for one in self.body]
        count = sum(one.endswith("\n") for one in lines)  # imports
        return [*lines[:count], *before, *lines[count:], *kept]

    def head(self, name: str, is_property: bool = False) -> str:
        """Numbers and flags with a default, fields of options, and optional parameters before
        others in C are passed by their names, unless AHA_POSITION allows both."""
        has_encoding = any(one.type == ENCODE for one in self.taken)
        self.taken = [one for one in self.taken if one.type != ENCODE]
        defaults = [self._default(one)[1] for one in self.taken]
        needed = max((place for place, one in enumerate(defaults) if not one), default=0)
        named = [one for place, (one, default) in enumerate(zip(self.taken, defaults)) if default
                 and "POSITION" not in one.notes and (place < needed or "FIELD" in one.notes
                 or default != "None" and one.type != "const char *")]
        by_place = [one for one in self.taken if one not in named]
        by_place.sort(key=lambda one: self._default(one)[1] != "")
        taken = ["cls: type[Self]" if self.result == "Self" else "self",
                 *map(self._declared, by_place)]
        taken += ["*", *map(self._declared, named)] if named else []
        taken += ENCODED if has_encoding else []
        taken += RAMPED[("*" in taken):] if self.has_ramp and not is_property else []
        return f"def {name}({', '.join(taken)}) -> {self.result}:"
