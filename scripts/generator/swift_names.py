"""Names of results and events in Swift, for aha_result_name and aha_event_kind_name."""

from __future__ import annotations

from headers import Model
from output import HEAD

# A function for each enumeration, named by one of its members.
FUNCTIONS = {"AHA_OK": "resultName(_ number: Int32)",
             "AHA_EVENT_NONE": "eventName(_ number: UInt32)"}


def names(model: Model, member: str) -> str:
    enum = next(one for one in model.enums if member in [name for name, _, _ in one.members])
    cases = "".join(f'  case {value}: "{name}"\n' for name, value, _ in enum.members)
    return (f"/// Nil for an unknown number.\nfunc {FUNCTIONS[member]} -> StaticString? {{\n"
            f"  switch number {{\n{cases}  default: nil\n  }}\n}}\n")


def files(model: Model) -> dict[str, str]:
    parts = [f"// {HEAD}.\n", *(names(model, member) for member in FUNCTIONS)]
    return {"Sources/API/AhaSoundABI/Common/HeaderNames.swift": "\n".join(parts)}
