"""The result of a C function in Python, and the statements of its call."""

from __future__ import annotations

from abi import first
from headers import Model, Parameter, camel, plain
from python import CTYPES
from python_parameters import CHECKS, Parameters
from python_records import home, record_name


def of_client(model: Model, noun: str) -> bool:
    """Whether objects of a kind are created from a client; their jobs are the client's too."""
    return noun != "" and model.handles[f"aha_{noun}"].notes.get("PARENT") == "aha_client"


class Results(Parameters):
    """Each conversion returns the type, "" if it has no direct equivalent, and the statements:
    {call} is the call, {split} the function and its arguments, {out} a variable for the result."""

    #: The noun of the class that the function creates, and the name in Python.
    made: str
    name: str
    #: The parameters that become the result.
    outs = 1

    def _result(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        function, last = self.function, rest[-1] if rest else None
        if function.result != "aha_result":
            return self._plain(function.result)
        if self.made:
            return self._created()
        noun = first(self.model, function)
        if last and last.type == "aha_job **" and of_client(self.model, noun):
            self.used |= {"ClientJob", "made"}
            return "ClientJob", ["return ClientJob(made({split}), self._client)"]
        if last and last.type.endswith("**"):
            return self._owned(last)
        if "AHA_END" in function.codes:
            return self._until_end(rest)
        if function.codes:
            return "", []
        if "BUFFER" in (rest[-3].notes if rest[2:] else {}):
            return self._copied(plain(rest[-3].type).removesuffix(" *"), rest[-1].type[:-2])
        if last and self.is_list:
            return self._listed(last)
        if last and last.type.endswith(" *") and not last.type.startswith("const") \
                and not self._class(last.type[:-2]):
            return self._out(last)
        self.outs = 0
        return "None", ["{call}"]

    def _created(self) -> tuple[str, list[str]]:
        """A new object of the class, in its constructor or a class method."""
        one = self.function.parameters[0]
        maker = f", {one.notes.get('OF', one.name)}" if first(self.model, self.function) else ""
        self.used.add("made")
        if self.name == "__init__":
            has_maker = of_client(self.model, self.made) or maker == ", engine"
            return "None", ["super().__init__(made({split})%s)" % (maker * has_maker)]
        self.used.add("Self")
        return "Self", [f"return cls._of(made({{split}}){maker})"]

    def _owned(self, last: Parameter) -> tuple[str, list[str]]:
        """An object of another class, or None after AHA_END."""
        if not (kind := last.notes.get("PYTHON", "") or self._class(last.type[:-3])):
            return "", []
        self.used.add("made")
        if self.function.codes:
            return f"{kind} | None", [self._import(kind), "handle = made({split})",
                                      f"return {kind}._of(handle, self) if handle else None"]
        return kind, [self._import(kind), f"return {kind}._of(made({{split}}), self)"]

    def _until_end(self, rest: list[Parameter]) -> tuple[str, list[str]]:
        """A value, or None after AHA_END; without a value, whether there is more."""
        self.used.add("Result")
        if not rest:
            self.outs = 0
            return "bool", ["return bool({call} != Result.END)"]
        kind, body = self._out(rest[-1])
        body = [one.replace("{call}", "ended = {call} == Result.END")
                .replace("return ", "return None if ended else ") for one in body]
        return f"{kind} | None" if kind else "", body

    @property
    def is_list(self) -> bool:
        """Whether it reads an element of a list, all of which are a property."""
        name = self.function.name
        return ("PYTHON" in self.function.notes and name.endswith(("_at", "_get"))
                and f"{name.rpartition('_')[0]}_count" in self.model.functions)

    def _listed(self, out: Parameter) -> tuple[str, list[str]]:
        """All elements of a list: parts of a project by their ids, or records."""
        self.outs, c_type = 2, out.type[:-2]
        self.used.add("listed")
        count = f"lib.{self.function.name.rpartition('_')[0]}_count"
        if kind := out.notes.get("ID", ""):
            self.used.add("ctypes")
            owner = "self" if first(self.model, self.function) == "project" else "self._project"
            return f"list[{kind}]", [
                self._import(kind), f"rows = listed(c.c_uint64, {count}, {{split}})",
                f"return [{kind}({owner}, one.value) for one in rows]  # type: ignore"]
        return self._records(c_type, f"listed(_structs.{camel(c_type)}, {count}, {{split}})")

    def _copied(self, element: str, count: str) -> tuple[str, list[str]]:
        """A buffer that the function fills in: a text, bytes, or records."""
        self.outs = 3
        if element == "char" and "path" in self.name:
            self.used |= {"copied_text", "decoded_path"}
            return "str", ["return decoded_path(copied_text({split}))"]
        if element == "char":
            self.used.add("text_of")
            return "str", ["return text_of({split})"]
        self.used |= {"ctypes", "copied"}
        total = f"c.{CTYPES[count]}()"
        if element == "void":
            return "bytes", [f"data: bytes = copied(c.c_char, {total}, {{split}})", "return data"]
        return self._records(element, f"copied(_structs.{camel(element)}, {total}, {{split}})")

    def _records(self, c_type: str, call: str) -> tuple[str, list[str]]:
        if not (record := record_name(self.model, c_type)):
            return "", []
        return f"list[{record}]", [self._record(c_type), f"rows = {call}",
                                   f"return [{record}._of(one) for one in rows]"]

    def _record(self, c_type: str) -> str:
        """The import of a record inside a method."""
        self.used |= {"_structs", f"record:{c_type}"}
        return (f"from .._records.{home(self.model, c_type)} import"
                f" {record_name(self.model, c_type)}\n")

    def _plain(self, c_type: str) -> tuple[str, list[str]]:
        """A result that cannot fail."""
        self.outs = 0
        if self._enum(c_type):
            return self._enum(c_type), [f"return {self._enum(c_type)}({{call}})"]
        if plain(c_type) == "char *":
            return "str", ["text: str = {call}", "return text"]
        base = self._base(c_type)
        if "FLAG" in self.function.notes:
            return "bool", ["return bool({call})"]
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        return kind, [f"value: {kind} = {{call}}", "return value"] if kind else []

    def _out(self, last: Parameter) -> tuple[str, list[str]]:
        c_type = last.type[:-2]
        if record := record_name(self.model, c_type):
            return record, [self._record(c_type), f"{{out}} = _structs.{camel(c_type)}()",
                            "{call}", f"return {record}._of({{out}})"]
        base = self._base(c_type)
        kind = "int" if base in CHECKS else "float" if base in ("float", "double") else ""
        if not kind:
            return "", []
        self.used.add("ctypes")
        if enum := self._enum(last.notes.get("CLASS", "")):
            return f"list[{enum}]", ["{out} = c.c_uint32()", "{call}",
                                     f"return [one for one in {enum} if {{out}}.value >> one & 1]"]
        enum = "bool" if "FLAG" in last.notes else self._enum(c_type)
        return enum or kind, [f"{{out}} = c.c_{base.removesuffix('_t')}()", "{call}",
                              f"return {enum}({{out}}.value)" if enum else "return {out}.value"]
