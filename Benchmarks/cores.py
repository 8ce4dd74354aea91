"""Figure 26: effects of many players and buses on one thread and on several."""

import json
from os import sched_getaffinity
from statistics import median

from harness import WORK, Unmeasured, attempt, run
from report import Row

FILTER, PITCH, REVERB = "filter", "pitch:cents=300", "reverb"
# Name, chain, count, players or buses.
LOADS = [("64 players, filter", FILTER, 64, "players"), ("64 players, pitch", PITCH, 64, "players"),
         ("64 players, reverb", REVERB, 64, "players"), ("24 buses, reverb", REVERB, 24, "buses")]
TARGETS, CPU_TARGET = {2: 1.8, 8: 6.4, 16: 11.0}, 1.15
ROUNDS, SECONDS, LIVE_SECONDS = 5, 10, 60


def measured(chain, count, threads, seconds, frames, place, mode):
    path = WORK / "bin/threads_aha"
    if not path.exists():
        raise Unmeasured("threads_aha could not be built")
    return json.loads(run([path, chain, count, threads, seconds, frames, place, mode],
                          pinned=False))


def offline_rows(name, chain, count, place, threads):
    """Rounds alternate between the counts of threads."""
    found = {each: [] for each in (1, *threads)}
    for _ in range(ROUNDS):
        for each, results in found.items():
            results.append(attempt("threads_aha", measured, chain, count, each, SECONDS, 4096,
                                   place, "offline"))
    rows = []
    for each in threads:
        row = Row(f"26 {name}: {each} threads",
                  target=f"≥ {TARGETS[each]:g}× one, ≤ {CPU_TARGET:g}× its processor time")
        rows.append(row)
        if None in found[1] or None in found[each]:
            continue
        one, many = ({key: median(result[key] for result in found[count])
                      for key in ("wall", "cpu")} for count in (1, each))
        speed, cpu = one["wall"] / many["wall"], many["cpu"] / one["cpu"]
        is_same = len({result["hash"] for result in found[1] + found[each]}) == 1
        row.text = (f"{speed:.2f}× one thread\n{cpu:.2f}× its processor time\n"
                    f"{'the same' if is_same else 'other'} samples")
        row.met = speed >= TARGETS[each] and cpu <= CPU_TARGET and is_same
        row.data = {"wall": [one["wall"], many["wall"]], "cpu": [one["cpu"], many["cpu"]]}
    return rows


def live_row():
    row = Row(f"26 64 players, pitch, live, blocks of 128, {LIVE_SECONDS} s, 2 threads",
              target="no late block")
    one, two = (attempt("threads_aha", measured, PITCH, 64, threads, LIVE_SECONDS, 128, "players",
                        "live") for threads in (1, 2))
    if one and two:
        row.text = (f"{two['late']} of {two['calls']} late, 99.9 % within {two['p999_us']:.0f} µs\n"
                    f"one thread: {one['late']} late, {one['p999_us']:.0f} µs")
        row.met = two["late"] == 0
        row.data = {"one": one, "two": two}
    return row


def figure_26(_):
    threads = [count for count in TARGETS if count <= len(sched_getaffinity(0))]
    rows = [row for load in LOADS for row in offline_rows(*load, threads)]
    return [*rows, live_row()]
