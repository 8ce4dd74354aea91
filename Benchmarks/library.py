"""Figure 20: libraries: scans, also during playback, pages of many items, memory, and a long
feed. Scans use all cores, as in an application."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median

import pages
from harness import HERE, INPUT, LMMS, LOOPS, PYTHON, WORK, Unmeasured, attempt, measure, run
from report import Peer, Row, ratio

FILES, MANY, ROUNDS = 10_000, 100_000, 5
#: Seconds.
PLAYING = 10
TARGET_FIRST, TARGET_AGAIN, TARGET_MB = 2000, 50_000, 64
#: Processor time of an entry of a new feed: 2 s for 60 000.
TARGET_ENTRY = 2 / 60_000
#: Entries of the feed. A million take minutes.
ENTRIES = int(os.environ.get("AHA_FEED_ENTRIES") or 60_000)
TREE = INPUT / "short"
#: Programs that start once for each file, or are slow, get a part of them.
PART = {"mediainfo": 500, "ffprobe": 50}


# MARK: Input

def make_tree():
    """Kept for the next run; read once, so that it is in memory."""
    if not TREE.exists():
        part = TREE.with_name("short.part")
        shutil.rmtree(part, ignore_errors=True)
        run([PYTHON, "-B", HERE / "programs/short_sounds.py", part, FILES], pinned=False)
        part.rename(TREE)
        pages.remove()  # they identify the files by their modification times
    for path in TREE.rglob("*.*"):
        path.read_bytes()


# MARK: Scans

def scanned(library, folder=TREE, threads=2, pinned=False):
    found = measure("library_aha", "scan", library, folder, threads, pinned=pinned)
    return {**found, "rate": found["seen"] / found["seconds"]}


def tags(package):
    found = json.loads(run([PYTHON, "-B", HERE / "programs/read_tags.py", package, TREE],
                           pinned=False))
    return found["seen"] / found["seconds"]


def told_by(program):
    """Files per second of a program that reads file properties."""
    commands = {"mediainfo": ["mediainfo", "--Inform=General;%Duration% %Title%\\n"],
                "ffprobe": ["ffprobe", "-v", "error", "-show_entries",
                            "format=duration:format_tags=title,artist"]}
    paths = [str(path) for path in islice(sorted(TREE.rglob("*.*")), PART[program])]
    runs = [paths] if program == "mediainfo" else [[path] for path in paths]
    begin = os.times().elapsed
    for some in runs:
        run([*commands[program], *some], pinned=False)
    return len(paths) / (os.times().elapsed - begin)


def scan_rounds(scratch):
    rounds = []
    for number in range(ROUNDS):
        library = Path(scratch) / f"{number}.aha"
        first, again = scanned(library), scanned(library)
        if (first["added"], first["undecodable"], again["unchanged"]) != (FILES, 0, FILES):
            raise Unmeasured(f"the scans told {first} and {again}")
        one = scanned(Path(scratch) / f"{number}.one.aha", threads=1, pinned=True)
        peers = {name: attempt(name, tags, name) for name in ("mutagen", "tinytag")}
        rounds.append((first, again, one, peers))
    return rounds


def scan_rows(scratch):
    row = Row(f"20 first scan of {FILES} short files, two threads",
              target=f"≥ {TARGET_FIRST} files/s")
    second = Row("20 the same, unchanged", target=f"≥ {TARGET_AGAIN} files/s")
    rounds = attempt("scans", scan_rounds, scratch)
    if not rounds:
        return [row, second]
    first, again, one = (median(each[place]["rate"] for each in rounds) for place in range(3))
    row.text = f"{first:.0f} files/s\n{one:.0f} on one core"
    row.met, second.met = first >= TARGET_FIRST, again >= TARGET_AGAIN
    second.text = f"{again:.0f} files/s"
    peers = {name: median(each[3][name] or 0 for each in rounds) for name in rounds[0][3]}
    peers |= {name: attempt(name, told_by, name) for name in PART}
    row.peers = [Peer(name, f"{rate:.0f} files/s", ratio(first, rate, True))
                 for name, rate in peers.items() if rate]
    row.data = {"rounds": [each[:3] for each in rounds], "peers": peers}
    return [row, second]


def playing(scratch):
    """The program leaves its server's log in its working folder."""
    loops = [LMMS / name for name in LOOPS]
    text = run(["env", f"--chdir={WORK}", WORK / "bin/library_playing", PLAYING, TREE,
                Path(scratch) / "playing.aha", *loops], pinned=False)
    return json.loads(text)


def playing_row(scratch):
    row = Row("20 such scans while 8 players with effects and 8 streams play, JACK, blocks of 64",
              target="none late, no underrun")
    found = attempt("scans while an engine plays", playing, scratch)
    if found:
        alone, scanning = found["alone"], found["scanning"]
        row.text = "\n".join(
            f"{what}: {each['late']} late of {each['blocks']}, {each['gaps']} gaps, "
            f"{each['underruns']} underruns"
            for what, each in [("scanning", scanning), ("before", alone)])
        row.text += (f"\n{found['files'] / found['seconds']:.0f} files/s; "
                     f"{'real-time' if found['is_realtime'] else 'ordinary'} threads")
        row.met = scanning["late"] == scanning["underruns"] == 0
        row.data = found
    return row


# MARK: Memory

@contextmanager
def many_files(scratch):
    """Files of one byte in one folder."""
    folder = Path(scratch) / "many"
    folder.mkdir()
    for number in range(MANY):
        (folder / f"a somewhat longer name {number}.wav").write_bytes(bytes([number & 255]))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def memory_rounds(scratch):
    few = Path(scratch) / "few.aha"
    rounds = {FILES: [scanned(few), scanned(few)]}
    with many_files(scratch) as folder:
        many = Path(scratch) / "many.aha"
        rounds[MANY] = [scanned(many, folder), scanned(many, folder)]
    return rounds


def memory_row(scratch):
    row = Row(f"20 memory of a scan of {FILES} sounds, and of {MANY} files in one folder",
              target=f"< {TARGET_MB} MB")
    found = attempt("memory of scans", memory_rounds, scratch)
    if found:
        peaks = {count: max(each["memory"] for each in some) / 1e6 for count, some in found.items()}
        row.text = "\n".join(f"{count}: {megabytes:.1f} MB" for count, megabytes in peaks.items())
        row.met, row.data = max(peaks.values()) < TARGET_MB, found
    return row


# MARK: A feed

@contextmanager
def feed():
    """Serves the feed in a `with` block; its URL."""
    command = [sys.executable, "-B", HERE / "programs/feed_server.py", str(ENTRIES)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.communicate(timeout=60)


def sync_rounds(scratch):
    library, state = Path(scratch) / "feed.aha", Path(scratch) / "state"
    with feed() as url:
        rounds = [measure("library_aha", "sync", library, state, url, is_whole, pinned=False)
                  for is_whole in (0, 0, 1)]
    first, asked, whole = rounds
    if (first["added"], asked["is_unchanged"], whole["unchanged"]) != (ENTRIES, 1, ENTRIES):
        raise Unmeasured(f"the syncs told {rounds}")
    return rounds


def sync_row(scratch):
    limit = TARGET_ENTRY * ENTRIES
    row = Row(f"20 sync of a feed of {ENTRIES} entries",
              target=f"≤ {limit:.1f} s of processor time, < {TARGET_MB} MB")
    found = attempt("the sync", sync_rounds, scratch)
    if found:
        first, asked, whole = (each["seconds"] for each in found)
        memory = max(each["memory"] for each in found) / 1e6
        cpu = found[0]["cpu"]
        row.text = (f"{memory:.1f} MB; first {first:.1f} s ({ENTRIES / first:.0f} a second), "
                    f"{cpu:.1f} s of processor time\n"
                    f"unchanged: {asked * 1000:.0f} ms by its tag, {whole:.1f} s entry by entry")
        row.met, row.data = memory < TARGET_MB and cpu <= limit, found
    return row


def figure_20(_):
    if attempt("the short sounds", lambda: [make_tree()]) is None:
        return [Row("20 libraries")]
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        rows = [*scan_rows(scratch), playing_row(scratch)]
        rows += pages.rows(TREE)
        return [*rows, memory_row(scratch), sync_row(scratch)]
