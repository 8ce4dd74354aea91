"""Figures 13 and 14: a separate JACK server, its blocks and the cost of an open device."""

import os
import re
from statistics import median

from harness import WORK, Unmeasured, attempt, run
from report import Peer, Row, ratio

SECONDS = int(os.environ.get("AHA_LIVE_SECONDS") or 60)
MAX_PERCENT = 30.0
MAX_IDLE = 1.0
TURNS = 5
TIMES = (r"([\d.]+) ms on average, 99\.9 % within ([\d.]+) % of a block, ([\d.]+) ms at most; "
         r"(\d+) late")
SOAK = re.compile(r"(\d+) blocks of 64 in \d+ s, (.*); render " + TIMES +
                  r", (\d+) gaps, (\d+) underruns")
STEADY = re.compile(r"(\d+) blocks; " + TIMES)


def told(program, *arguments):
    """Output of the program: on both cores, because the server needs one, in the folder for its
    log."""
    path = WORK / "bin" / program
    if not path.exists():
        raise Unmeasured(f"{program} could not be built")
    return run(["env", f"--chdir={WORK}", path, *arguments], pinned=False)


def found_in(pattern, program, *arguments):
    text = told(program, *arguments)
    found = pattern.search(text)
    if not found:
        raise Unmeasured(f"{program} said: {text.strip()}")
    return found.groups()


def steady(mean_ms):
    """A plain client that does the same work in every block: the jitter of the machine."""
    found = attempt("steady blocks", found_in, STEADY, "live_steady", SECONDS, mean_ms * 1000)
    if not found:
        return None
    blocks, _, percent, longest, late = map(float, found)
    return Peer("bare JACK client, the same work in every block",
                f"99.9 % within {percent:.0f}%, {late:.0f} late of {blocks:.0f}; "
                f"{longest:.2f} ms at most")


def figure_13(_):
    row = Row(f"13 8 players with pitch, filter, reverb, blocks of 64 from JACK, {SECONDS} s",
              target=f"99.9 % within {MAX_PERCENT:g}% of a block, none late")
    found = attempt("live blocks", found_in, SOAK, "soak", SECONDS)
    if found:
        threads = found[1]
        blocks, mean, percent, longest, late, gaps, underruns = map(float, found[:1] + found[2:])
        row.text = (f"99.9 % within {percent:.0f}%, {late:.0f} late of {blocks:.0f}\n"
                    f"{mean:.4f} ms on average, {longest:.2f} at most; {threads}\n"
                    f"{gaps:.0f} gaps, {underruns:.0f} underruns")
        row.met = percent <= MAX_PERCENT and late == 0
        row.data = {"blocks": blocks, "percent": percent, "late": late, "mean_ms": mean,
                    "threads": threads}
        row.peers = [peer for peer in [steady(mean)] if peer]
    return [row]


def idle(program, frames):
    """Percent of a core; the median of the turns."""
    return median(float(line) for line in told(program, frames, TURNS).split())


def idle_row(frames):
    row = Row(f"14 idle engine with an open device, blocks of {frames} from JACK",
              target=f"< {MAX_IDLE:g}% of a core")
    ours = attempt("idle engine", idle, "idle_aha", frames)
    bare = attempt("idle PortAudio", idle, "idle_portaudio", frames)
    if ours is not None:
        row.text = f"{ours:.2f}%"
        row.met = ours < MAX_IDLE
        row.data = {"percent": ours, "bare": bare}
    if bare is not None:
        row.peers = [Peer("bare PortAudio stream", f"{bare:.2f}%", ratio(ours, bare, False))]
    return row


def figure_14(_):
    return [idle_row(1024), idle_row(64)]
