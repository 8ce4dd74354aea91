"""Figure 6: mixing files, compared with the cost of conversion and streaming."""

import os
import subprocess
import time
from pathlib import Path
from statistics import median

from harness import INPUT, PREFIX, WORK, Unmeasured, attempt, environment, library, measure
from report import Peer, Row, ratio

TARGET_RATIO, ROUNDS = 1.3, 5
TRACKS = 8


class Timing:
    """One run of a command: seconds of wall-clock and processor time, and peak memory."""

    def __init__(self, wall, usage):
        self.wall = wall
        self.cpu = usage.ru_utime + usage.ru_stime
        self.user = usage.ru_utime
        self.memory_mb = usage.ru_maxrss / 1024

    def text(self):
        return f"{self.wall:.2f} s wall, {self.user:.2f} user, {self.cpu:.2f} CPU"


def count_threads(process):
    try:
        return len(os.listdir(f"/proc/{process.pid}/task"))
    except OSError:
        return 0


def time_command(command):
    """Runs a command on all cores."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env=environment())
    complaint = process.stderr.read().decode(errors="replace").strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise Unmeasured(f"{Path(command[0]).name} ended with {process.returncode}: {complaint}")
    return Timing(time.monotonic() - begin, usage)


def max_threads(command):
    """Max threads of an untimed run, which also brings the files into the page cache."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=environment()) as process:
        highest = 0
        while process.poll() is None:
            highest = max(highest, count_threads(process))
            time.sleep(0.005)
    return highest


def commands(ending):
    """The mix, and the decoding and encoding alone, of the same eight files."""
    library()
    files = [str(INPUT / f"long{number}.{ending}") for number in range(1, TRACKS + 1)]
    mix = [str(PREFIX / "bin/aha"), "mix", "--replace", "-o", str(WORK / f"mix.{ending}"),
           "--rate", "44100"]
    alone = [str(WORK / "bin/decode_encode"), str(WORK / f"alone.{ending}")]
    if not Path(mix[0]).exists():
        raise Unmeasured(f"no {mix[0]}")
    return mix + [f"{file},gain=-18" for file in files], alone + files


def compare(ending):
    """Best of several runs of each, alternating."""
    mix, alone = commands(ending)
    threads, _ = max_threads(mix), max_threads(alone)
    runs = [(time_command(mix), time_command(alone)) for _ in range(ROUNDS)]
    for side in ("mix", "alone"):
        (WORK / f"{side}.{ending}").unlink()
    ours, theirs = ([pair[side] for pair in runs] for side in (0, 1))
    return threads, min(ours, key=lambda run: run.wall), min(theirs, key=lambda run: run.wall), \
        min(run.cpu for run in ours) / min(run.cpu for run in theirs)


def figure_6(_):
    rows = []
    for ending, words in (("wav", "16-bit WAV"), ("ogg", "Ogg Vorbis")):
        row = Row(f"6  aha mix of {TRACKS} × 3 min, {words}", target=f"≤ {TARGET_RATIO}× the time")
        found = attempt(row.figure, compare, ending)
        if found:
            threads, ours, theirs, cpu = found
            wall = ours.wall / theirs.wall
            row.text = (f"{wall:.2f}× wall, {cpu:.2f}× CPU\n{ours.text()}\n"
                        f"{threads} threads, {ours.memory_mb:.0f} MB")
            row.met = wall <= TARGET_RATIO
            row.peers = [Peer("libsndfile alone, 1 thread", theirs.text(),
                              ratio(ours.wall, theirs.wall, False))]
            row.data = {"wall_ratio": wall, "cpu_ratio": cpu, "threads": threads,
                        "libaha": vars(ours), "libsndfile": vars(theirs)}
        rows.append(row)
    return rows


def realtime_row(title, ours_program, theirs_program, name, *arguments):
    """Realtime factor of two alternating programs; more is better. Without a target."""
    row = Row(title)
    found = {}
    for program in (ours_program, theirs_program) * ROUNDS:
        run = attempt(title, measure, program, *arguments)
        values = run["realtime"] if run else []
        found.setdefault(program, []).extend(values if isinstance(values, list) else [values])
    ours, theirs = (found.get(p) and median(found[p]) for p in (ours_program, theirs_program))
    if ours:
        row.text, row.data = f"{ours:.0f}× realtime", {"realtime": ours}
    if theirs:
        row.peers = [Peer(name, f"{theirs:.0f}× realtime", ratio(ours, theirs, True))]
    return row


def extras(_):
    return [
        realtime_row("7  48 → 44.1 kHz conversion of a minute", "convert_aha", "convert_soxr",
                     "soxr HQ alone"),
        realtime_row("8  one streamed Ogg, offline engine", "stream_aha", "stream_sndfile",
                     "libsndfile, decoding alone", INPUT / "long1.ogg"),
    ]
