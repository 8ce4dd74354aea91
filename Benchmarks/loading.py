"""Figures 3 to 5 and 21: the library's size, its load time, opening a very long file, and the
start of a Python program."""

import os
import re
import resource
import subprocess
from pathlib import Path
from statistics import median

from harness import (INPUT, LMMS, PYTHON, ROOT, WORK, Unmeasured, attempt, library, measure,
                     pin_to_one_core, run)
from report import Peer, Row, ratio, time_row

TARGET_LOAD_MS, TARGET_GROWTH_MB, TARGET_OPEN_MS, TARGET_OPEN_MB = 1.0, 2.5, 10, 8
LOADS, OPENINGS = 200, 15
TARGET_IMPORT_MS, TARGET_FIRST_MS, STARTS = 15, 35, 25
INSTALLED_PEERS = ["libopenal.so.1", "libSDL2_mixer-2.0.so.0", "libsndfile.so.1"]

OGG = LMMS / "beats/909beat01.ogg"
FIRST_FRAMES = {
    "aha": f"""
import aha, array
engine, out = aha.Engine.offline(sample_rate=44100), array.array("f", bytes(256 * 8))
engine.play(engine.load("{OGG}", streamed=True))
engine.render(out=out)""",
    "pedalboard": f"""
from pedalboard.io import AudioFile
out = AudioFile("{OGG}").read(256).ravel()""",
}


def installed(name):
    """The path that the system's loader resolves."""
    found = re.search(rf"^\s*{re.escape(name)} .*=> (\S+)$", run(["/sbin/ldconfig", "-p"]),
                      re.MULTILINE)
    if not found:
        raise Unmeasured(f"{name} is not installed")
    return Path(found.group(1)).resolve()


def stripped_kb(path):
    copy = WORK / "stripped.so"
    run(["strip", "--strip-unneeded", "-o", copy, path])
    size = copy.stat().st_size / 1024
    copy.unlink()
    return size


def dependencies(path):
    """The library's dependencies, from its own header."""
    return re.findall(r"NEEDED\s+(\S+)", run(["objdump", "-p", path]))


def load_ms(path):
    loads = measure("library_load", LOADS, path, *dependencies(path))
    return median(loads["ns"]) * 1e-6


def cold_load(path):
    """Milliseconds and megabytes of a load including the dependencies."""
    loads = measure("library_load", LOADS, path)
    return median(loads["ns"]) * 1e-6, loads["bytes"] / 1e6


def cold_row():
    row = Row("4  dlopen, dependencies cold",
              target=f"≤ {TARGET_LOAD_MS:g} ms, ≤ {TARGET_GROWTH_MB} MB")
    for name, path in [("libaha", attempt("libaha", library)), *peer_libraries()]:
        found = path and attempt(name, cold_load, path)
        text = f"{found[0]:.2f} ms, {found[1]:.1f} MB" if found else "not measured"
        if name != "libaha":
            row.peers.append(Peer(name, text, ""))
        elif found:
            row.text, row.data = text, dict(zip(("ms", "mb"), found))
            row.met = found[0] <= TARGET_LOAD_MS and found[1] <= TARGET_GROWTH_MB
    return row


def peer_libraries():
    """Paths of the peers' libraries; miniaudio, a header, is built as one."""
    yield "miniaudio (built -O2)", WORK / "bin/libminiaudio.so"
    for name in INSTALLED_PEERS:
        path = attempt(name, installed, name)
        if path:
            yield name, path


def library_row(title, target, limit, action, unit):
    """A figure of the library's file, and the same of the peers' files."""
    row = Row(title, target=target)
    path = attempt(title, library)
    ours = path and attempt(title, action, path)
    if ours:
        row.text, row.data = f"{ours:.3g} {unit}", {unit: ours}
        if limit is not None:
            row.met = ours <= limit
    for name, peer_path in peer_libraries():
        theirs = attempt(name, action, peer_path)
        text = f"{theirs:.3g} {unit}" if theirs else "not measured"
        row.peers.append(Peer(name, text, ratio(ours, theirs, False)))
    return [row]


def figure_3(_):
    return library_row("3  stripped shared library", "", None, stripped_kb, "KB")


def figure_4(_):
    return library_row("4  dlopen, dependencies loaded", f"≤ {TARGET_LOAD_MS:g} ms",
                       TARGET_LOAD_MS, load_ms, "ms") + [cold_row()]


def openings(program):
    """Medians of opening in a fresh process each time."""
    runs = [measure(program, INPUT / "hours.wav") for _ in range(OPENINGS)]
    if any(found["seconds"] != 4 * 3600 for found in runs):
        raise Unmeasured(f"{program} does not see four hours")
    return {key: median(found[key] for found in runs) for key in runs[0]}


def opening_text(found, moment):
    return f"{found[moment + '_ms']:.2f} ms, {found[moment + '_bytes'] / 1e6:.2f} MB"


def figure_5(_):
    ours = attempt("opening 4 hours", openings, "open_aha")
    theirs = attempt("libsndfile", openings, "open_sndfile")
    rows = []
    for moment, words in (("open", "opened"), ("play", "opened and first block played")):
        row = Row(f"5  4-hour WAV {words}", target=f"≤ {TARGET_OPEN_MS} ms, ≤ {TARGET_OPEN_MB} MB")
        if ours:
            row.text, row.data = opening_text(ours, moment), ours
            row.met = (ours[moment + "_ms"] <= TARGET_OPEN_MS
                       and ours[moment + "_bytes"] <= TARGET_OPEN_MB * 1e6)
        if theirs:
            ours_ms = ours and ours[moment + "_ms"]
            row.peers = [Peer("libsndfile alone", opening_text(theirs, moment),
                              ratio(ours_ms, theirs[moment + "_ms"], False))]
        rows.append(row)
    return rows


def python_ms(script):
    """Processor time of a fresh interpreter; an earlier call compiled its modules."""
    environment = {**os.environ, "AHA_LIBRARY": str(library()), "PYTHONDONTWRITEBYTECODE": "",
                   "PYTHONPATH": str(ROOT / "bindings/python"),
                   "PYTHONPYCACHEPREFIX": str(WORK / "pycache")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PYTHON, "-c", script], capture_output=True, text=True, env=environment,
                          preexec_fn=pin_to_one_core)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Unmeasured(done.stderr.strip().splitlines()[-1])
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def python_starts(scripts):
    """Medians of scripts by name, which alternate; the first turn compiles them."""
    turns = [{name: attempt(name, python_ms, script) for name, script in scripts.items()}
             for _ in range(STARTS + 1)][1:]
    return {name: median(turn[name] for turn in turns) for name in scripts
            if all(turn[name] for turn in turns)}


def figure_21(_):
    """The import is the time added to Python's start; the first frames are measured from the
    start of the process."""
    imports = python_starts({"Python": "pass", "aha": "import aha",
                             "pedalboard": "import pedalboard"})
    alone = imports.pop("Python")
    imports = {name: ms - alone for name, ms in imports.items()}
    first = python_starts({name: script + "\nassert any(out)\nimport os\nos._exit(0)"
                           for name, script in FIRST_FRAMES.items()})
    return [time_row(title, limit, found.get("aha"), "pedalboard", found.get("pedalboard"),
                     decimals=1)
            for title, found, limit in (
                ("21  import aha, over Python alone", imports, TARGET_IMPORT_MS),
                ("21  Python to 256 frames of a streamed Ogg", first, TARGET_FIRST_MS))]
