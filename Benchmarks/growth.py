"""Figure 27: how the processor time of libaha grows with the count of objects."""

from math import log
from statistics import median

from harness import WORK, attempt, measure
from report import Row

# The larger count; the smaller one is a tenth.
COUNTS = {
    "waiting": (60_000, "players that wait, 200 blocks"),
    "starts": (60_000, "starts without a render"),
    "events": (60_000, "players that start and end, their events"),
    "clips": (10_000, "clips, bounced"),
    "buses": (1000, "buses, 200 blocks"),
    "sends": (1000, "sends, 200 blocks"),
    "effects": (60_000, "effects, 200 blocks"),
    "points": (1_000_000, "points of a lane, saved and read"),
    "items": (20_000, "items of a library, added"),
}
ROUNDS, TARGET, QUADRATIC = 3, 1.2, 1.6


def seconds(kind, count):
    return measure("growth", kind, count, WORK)["seconds"]


def figure_27(_):
    row = Row("27 growth: exponents of the time per count", target=f"≤ {TARGET} each")
    lines, exponents = [], {}
    for kind, (count, text) in COUNTS.items():
        turns = [(attempt(f"growth of {kind}", seconds, kind, count // 10),
                  attempt(f"growth of {kind}", seconds, kind, count)) for _ in range(ROUNDS)]
        if not all(few and many for few, many in turns):
            continue
        few, many = (median(turn[place] for turn in turns) for place in (0, 1))
        exponents[kind] = log(many / few, 10)
        mark = ", QUADRATIC" if exponents[kind] >= QUADRATIC else ""
        each = f"{1e6 * many / count:.3g} µs each"
        lines.append(f"{exponents[kind]:.2f}: {count} {text}: {each}{mark}")
        row.data[kind] = {"count": count, "few_s": few, "many_s": many}
    if lines:
        row.text = "\n".join(lines)
        row.met = len(exponents) == len(COUNTS) and max(exponents.values()) <= TARGET
    return [row]
