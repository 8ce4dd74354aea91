"""Figure 13: how long blocks of 64 take on a JACK server, beside how long they last."""

import os
import re

from harness import WORK, Unmeasured, attempt, run
from report import Row

SECONDS = int(os.environ.get("AHA_LIVE_SECONDS") or 60)
MOST_PERCENT = 30.0
NUMBERS = re.compile(r"(\d+) blocks of (\d+) in .*? render ([\d.]+) ms on average, 99\.9 % within "
                     r"([\d.]+) % of a block, ([\d.]+) ms at most; (\d+) late, (\d+) gaps, "
                     r"(\d+) underruns")


def soak():
    program = WORK / "bin/soak"
    if not program.exists():
        raise Unmeasured("soak could not be built")
    # On both cores, for the server needs one; in the folder that gets its log.
    told = run(["env", f"--chdir={WORK}", program, SECONDS], pinned=False)
    found = NUMBERS.search(told)
    if not found:
        raise Unmeasured(f"soak said: {told.strip()}")
    return [float(number) for number in found.groups()]


def figure_13(_):
    row = Row(f"13 8 players with pitch, filter, reverb, blocks of 64 from JACK, {SECONDS} s",
              target=f"99.9 % within {MOST_PERCENT:g}% of a block, none late")
    found = attempt("live blocks", soak)
    if found:
        blocks, _, mean, percent, most, late, gaps, underruns = found
        row.text = (f"99.9 % within {percent:.0f}%, {late:.0f} late\nof {blocks:.0f}; {mean:.4f} ms on "
                    f"average, {most:.2f} at most\n{gaps:.0f} gaps, {underruns:.0f} underruns")
        row.met = percent <= MOST_PERCENT and late == 0
        row.data = {"blocks": blocks, "percent": percent, "late": late, "mean_ms": mean}
    return [row]
