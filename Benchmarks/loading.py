"""Figures 3 to 5: the library's size, its loading, and the opening of a very long file."""

import re
from pathlib import Path
from statistics import median

from harness import INPUT, WORK, Unmeasured, attempt, library, measure, run
from report import Peer, Row, ratio

TARGET_KB, TARGET_LOAD_MS, TARGET_OPEN_MS, TARGET_OPEN_MB = 400, 1.0, 10, 8
LOADS, OPENINGS = 200, 15
INSTALLED_PEERS = ["libopenal.so.1", "libSDL2_mixer-2.0.so.0", "libsndfile.so.1"]


def installed(name):
    """Path of the library that the system's loader would take."""
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
    """What the library needs, as its own header says."""
    return re.findall(r"NEEDED\s+(\S+)", run(["objdump", "-p", path]))


def load_ms(path):
    loads = measure("library_load", LOADS, path, *dependencies(path))
    return median(loads["ns"]) * 1e-6


def peer_libraries():
    """Paths of the peers' libraries; miniaudio, which is a header, is built as one."""
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
        row.text, row.met, row.data = f"{ours:.3g} {unit}", ours <= limit, {unit: ours}
    for name, peer_path in peer_libraries():
        theirs = attempt(name, action, peer_path)
        text = f"{theirs:.3g} {unit}" if theirs else "not measured"
        row.peers.append(Peer(name, text, ratio(ours, theirs, False)))
    return [row]


def figure_3(_):
    return library_row("3  stripped shared library", f"≤ {TARGET_KB} KB", TARGET_KB,
                       stripped_kb, "KB")


def figure_4(_):
    return library_row("4  dlopen, dependencies loaded", f"≤ {TARGET_LOAD_MS:g} ms",
                       TARGET_LOAD_MS, load_ms, "ms")


def openings(program):
    """Medians of an opening in a fresh process each time."""
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
