"""bindings/python/aha/_records: the structures that the library fills in, as named tuples."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from headers import Field, Model, Struct, plain
from output import HEAD, wrapped
from python import PACKAGE, class_name, prefix
from python_errors import in_python

RECORDS_FOLDER = f"{PACKAGE}/_records"


@dataclass
class Record:
    """A record's name in Python, and its differences from its structure."""

    name: str
    #: The value that is None in Python, by field: "negative", "zero" or "NaN".
    none: dict[str, str] = field(default_factory=dict)
    #: Fields that Python leaves out.
    without: tuple[str, ...] = ()
    #: A value from the caller of _of that replaces a field or is first: the field or "", its name
    #: and type in Python, and its comment.
    given: tuple[str, str, str, str] = ("-", "", "", "")
    #: Flags whose comment is that of the next field.
    switches: tuple[str, ...] = ()
    #: Fields whose name differs in Python.
    renamed: dict[str, str] = field(default_factory=dict)
    #: The enumeration of its texts, all but the last of which are fields too. Such a record is a
    #: data class, the base of a class by hand.
    texts: str = ""


RECORDS = {
    "aha_engine_stats": Record("EngineStats"),
    "aha_bus_meter": Record("Meter"),
    "aha_job_progress": Record("Progress", {"fraction": "negative", "remaining_us": "negative"},
                               ("result",)),
    "aha_sound_info": Record("SoundInfo"),
    "aha_device_info": Record("DeviceInfo", switches=("is_default_output",)),
    "aha_device_status": Record("DeviceStatus"),
    "aha_input_status": Record("InputStatus"),
    "aha_recorder_status": Record("RecorderStatus", {"remaining_seconds": "negative"}),
    "aha_recorder_meter": Record("RecorderMeter"),
    "aha_request_progress": Record("RequestProgress"),
    "aha_project_settings": Record("ProjectSettings"),
    "aha_tempo": Record("TempoCandidate"),
    "aha_onset": Record("Onset"),
    "aha_loop_points": Record("LoopPoints"),
    "aha_history_bucket": Record("Bucket"),
    "aha_watch_status": Record("WatchStatus"),
    "aha_recovered_take": Record("RecoveredTake", given=("", "path", "str", "Of its file.")),
    "aha_report_info": Record("ReportInfo", given=(
        "line_count", "lines", "tuple[str, ...]", "Lines for a person: folders that could not be"
        " read, entries that were left out, conflicts.")),
    "aha_cover_info": Record("CoverInfo"),
    "aha_parameter_info": Record("ParameterInfo", renamed={
        "default_value": "default", "parameter": "number"}),
    "aha_opening_asset": Record("OpenedAsset", {"size": "negative"}),
    "aha_item": Record("_ItemValues", {"tempo_bpm": "zero", "loudness_lufs": "NaN",
                                       "origin": "zero"}, texts="aha_item_text"),
    "aha_analysis_info": Record("AnalysisInfo", {"tempo_bpm": "zero"},
                                ("tempo_count", "onset_count", "loop_count")),
}
#: Structures that the host fills in.
OPTIONS = {"aha_provider": "_ProviderValues"}
NUMBERS = {"float": "float", "double": "float"}
#: The condition for None, by the word in `Record.none`.
TESTS = {"negative": "{0} < 0", "zero": "not {0}", "NaN": "{0} != {0}"}


def is_switch(text: str) -> bool:
    return "non-zero" in text.lower()


def home(model: Model, c_type: str) -> str:
    """The module of a record."""
    return model.structs[c_type].header


def converted(model: Model, record: Record, one: Field, used: set[str]) -> tuple[str, str]:
    """The type in Python and the value."""
    value, name = f"struct.{one.name}", plain(one.type)
    enum = next((each for each in model.enums if each.name == name), None)
    if name == "aha_result" and one.name == "result" and record.name != "WatchStatus":
        used.add("error_of")
        return "Error | None", f"error_of({value}, lib.aha_result_name)"
    if name == "aha_tonality":
        used.add("tonality")
        return "Tonality", f"Tonality._of({value})"
    if enum:
        used.add(f"enum:{enum.header}:{class_name(enum)}")
        return or_none(record, one, class_name(enum), f"{class_name(enum)}({value})")
    if "separated by commas" in one.comment.text:
        return "tuple[str, ...]", f"tuple({value}.decode().split(\",\") if {value} else ())"
    if name in ("char", "char *"):
        return "str", f'{value}.decode("utf-8", "surrogateescape")'
    if is_switch(one.comment.text) or one.name in record.switches:
        return "bool", f"bool({value})"
    return or_none(record, one, NUMBERS.get(name, "int"), value)


def or_none(record: Record, one: Field, kind: str, value: str) -> tuple[str, str]:
    """The type and value of a field, which may have a value that is None in Python."""
    if one.name not in record.none:
        return kind, value
    test = TESTS[record.none[one.name]].format(f"struct.{one.name}")
    return f"{kind} | None", f"None if {test} else {value}"


def told(record: Record, one: Field, kind: str) -> str:
    """A field's comment as Python says it."""
    text = in_python(one.comment.text).replace("Non-zero: ", "True: ")
    text = re.sub(r"; static(?=\.)|, separated by commas", "", text)
    if one.name == "result" and record.name != "WatchStatus":
        text = text.replace("AHA_OK", "None", 1)
    elif re.sub(r" or AHA_\w+\.$", "", text).rstrip(" .…") == kind.partition(" ")[0]:
        return ""  # its type says so
    if one.name in record.none:
        text = re.sub(r"(^|; )(-1|0|NaN)(?= wh| if| before)", r"\1None", text)
    return text.replace("-INFINITY", "-inf")


def record_class(model: Model, struct: Struct, used: set[str]) -> str:
    record = RECORDS[struct.name]
    fields = [one for one in struct.fields
              if one.name not in ("struct_size", "reserved", *record.without)]
    lines = ["@dataclass(frozen=True)", f"class {record.name}:"] if record.texts else [
        f"class {record.name}(NamedTuple):"]
    lines += [wrapped(f'"""{in_python(struct.comment.text)}"""', " " * 4), ""]
    place, given, given_type, given_text = record.given
    values, more = [], f", {given}: {given_type}" if given else ""
    if given and not place:
        lines += [f"    #: {given_text}", f"    {given}: {given_type}"]
        values.append(given)
    for one in fields:
        if one.name == place:
            lines += [wrapped(given_text, "    #: "), f"    {given}: {given_type}"]
            values.append(given)
            continue
        kind, value = converted(model, record, one, used)
        name = "error" if kind == "Error | None" else record.renamed.get(one.name, one.name)
        text = told(record, one, kind)
        lines += [wrapped(text, "    #: ")] if text else []
        lines.append(f"    {name}: {kind}")
        values.append(f"{name}={value}" if record.texts else value)
    for enum in (one for one in model.enums if one.name == record.texts != ""):
        for member, _, comment in enum.members[:-1]:
            lines += [wrapped(comment.text, "    #: ")] if comment.text else []
            lines.append(f"    {member.removeprefix(prefix(enum)).lower()}: str")
        values, more = [*values, "**more"], ", **more: Any"
    result = "Any" if record.texts else record.name  # of the class by hand
    lines += ["", "    @classmethod", f"    def _of(cls, struct: Any{more}) -> {result}:",
              wrapped(f"return cls({', '.join(values)})", " " * 8, " " * 11), ""]
    return "\n".join(lines)


def option_class(model: Model, struct: Struct, used: set[str]) -> str:
    """A structure that the host fills in, as a data class whose fields after the first are
    optional: the base of a class by hand."""
    lines = ["@dataclass(frozen=True)", f"class {OPTIONS[struct.name]}:",
             wrapped(f'"""{in_python(struct.comment.text)}"""', " " * 4), ""]
    for index, one in enumerate(struct.fields[1:]):
        enum = next((each for each in model.enums if each.name == plain(one.type)), None)
        kind = class_name(enum) if enum else "str" if "char" in one.type else "bool"
        kind = "Path" if one.name.endswith("_file") else kind
        used |= {f"enum:{enum.header}:{kind}"} if enum else set()
        default = "False" if kind == "bool" else (
            "field(default=None, repr=False)" if one.name.endswith("secret") else "None")
        text = in_python(one.comment.text).replace("Non-zero: ", "True: ")
        lines += [wrapped(text, "    #: ")] if text else []
        kind += " | None" if index and "None" in default else ""
        lines.append(f"    {one.name}: {kind}" + (f" = {default}" if index else ""))
    return "\n".join([*lines, ""])


def files(model: Model) -> dict[str, str]:
    found = {}
    for header in model.titles:
        structs = [one for one in model.structs.values()
                   if one.header == header and one.name in {**RECORDS, **OPTIONS}]
        if not structs:
            continue
        used: set[str] = set()
        parts = [record_class(model, one, used) if one.name in RECORDS else
                 option_class(model, one, used) for one in structs]
        enums: dict[str, set[str]] = {}
        for one in used:
            if one.startswith("enum:"):
                _, place, name = one.split(":")
                enums.setdefault(place, set()).add(name)
        text = "\n\n".join(parts)
        lines = [f"from {module} import {', '.join(names)}" for module, names in (
            ("dataclasses", [one for one in ("dataclass", "field") if f"{one}(" in text]),
            ("typing", [one for one in ("Any", "NamedTuple") if re.search(rf"\b{one}\b", text)]))
            if names] + [""]
        lines += ["from .._abi import lib"] if "error_of" in used else []
        lines += ["from .._arguments import Path"] if ": Path" in text else []
        lines += [f"from .._constants.{place} import {', '.join(sorted(names))}"
                  for place, names in sorted(enums.items())]
        lines += ["from ..base import Error, error_of"] if "error_of" in used else []
        lines += ["from ..tonality import Tonality"] if "tonality" in used else []
        found[f"{RECORDS_FOLDER}/{header}.py"] = "\n".join([
            f'"""{HEAD}."""\n', "from __future__ import annotations\n", *lines, "\n",
            text])
    return {f"{RECORDS_FOLDER}/__init__.py": f'"""{HEAD}."""\n', **found}
