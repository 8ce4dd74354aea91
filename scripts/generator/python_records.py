"""bindings/python/aha/_records: the structures that the library fills in, as named tuples."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from headers import Field, Model, Struct, plain
from output import HEAD, wrapped
from python import PACKAGE, class_name
from python_errors import in_python

RECORDS_FOLDER = f"{PACKAGE}/_records"


@dataclass
class Record:
    """A record's name in Python, and what differs from its structure."""

    name: str
    #: The value that is None in Python, by field: "negative" or "zero".
    none: dict[str, str] = field(default_factory=dict)
    #: Fields that Python has no use for.
    without: tuple[str, ...] = ()
    #: What the caller of _of gives in place of a field, or before all of them: the field or "", its
    #: name and type in Python, and what it is.
    given: tuple[str, str, str, str] = ("-", "", "", "")
    #: Switches whose comment stands before another field.
    switches: tuple[str, ...] = ()
    #: Fields whose name differs in Python.
    renamed: dict[str, str] = field(default_factory=dict)


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
    "aha_analysis_info": Record("AnalysisInfo", {"tempo_bpm": "zero"},
                                ("tempo_count", "onset_count", "loop_count")),
}
NUMBERS = {"float": "float", "double": "float"}


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
        return class_name(enum), f"{class_name(enum)}({value})"
    if "separated by commas" in one.comment.text:
        return "tuple[str, ...]", f"tuple({value}.decode().split(\",\") if {value} else ())"
    if name in ("char", "char *"):
        return "str", f'{value}.decode("utf-8", "surrogateescape")'
    if is_switch(one.comment.text) or one.name in record.switches:
        return "bool", f"bool({value})"
    kind = NUMBERS.get(name, "int")
    if one.name in record.none:
        test = f"{value} < 0" if record.none[one.name] == "negative" else f"not {value}"
        return f"{kind} | None", f"None if {test} else {value}"
    return kind, value


def told(record: Record, one: Field) -> str:
    """A field's comment as Python says it."""
    text = in_python(one.comment.text).replace("Non-zero: ", "True: ")
    text = re.sub(r"; static(?=\.)|, separated by commas", "", text)
    if one.name == "result" and record.name != "WatchStatus":
        text = text.replace("AHA_OK", "None", 1)
    elif re.fullmatch(r"AHA_\w+(…| …\.?|\.|)( or AHA_\w+\.)?", text):
        return ""  # its type says so
    if one.name in record.none:
        text = re.sub(r"(^|; )(-1|0)(?= wh| if)", r"\1None", text)
    return text.replace("-INFINITY", "-inf")


def record_class(model: Model, struct: Struct, used: set[str]) -> str:
    record = RECORDS[struct.name]
    fields = [one for one in struct.fields
              if one.name not in ("struct_size", "reserved", *record.without)]
    lines = [f"class {record.name}(NamedTuple):",
             wrapped(f'"""{in_python(struct.comment.text)}"""', " " * 4), ""]
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
        text = told(record, one)
        lines += [wrapped(text, "    #: ")] if text else []
        lines.append(f"    {name}: {kind}")
        values.append(value)
    lines += ["", "    @classmethod", f"    def _of(cls, struct: Any{more}) -> {record.name}:",
              wrapped(f"return cls({', '.join(values)})", " " * 8, " " * 11), ""]
    return "\n".join(lines)


def files(model: Model) -> dict[str, str]:
    found = {}
    for header in model.titles:
        structs = [one for one in model.structs.values()
                   if one.header == header and one.name in RECORDS]
        if not structs:
            continue
        used: set[str] = set()
        parts = [record_class(model, one, used) for one in structs]
        enums: dict[str, set[str]] = {}
        for one in used:
            if one.startswith("enum:"):
                _, place, name = one.split(":")
                enums.setdefault(place, set()).add(name)
        lines = ["from typing import Any, NamedTuple\n"]
        lines += ["from .._abi import lib"] if "error_of" in used else []
        lines += [f"from .._constants.{place} import {', '.join(sorted(names))}"
                  for place, names in sorted(enums.items())]
        lines += ["from ..base import Error, error_of"] if "error_of" in used else []
        lines += ["from ..tonality import Tonality"] if "tonality" in used else []
        found[f"{RECORDS_FOLDER}/{header}.py"] = "\n".join([
            f'"""{HEAD}."""\n', "from __future__ import annotations\n", *lines, "\n",
            "\n\n".join(parts)])
    return {f"{RECORDS_FOLDER}/__init__.py": f'"""{HEAD}."""\n', **found}
