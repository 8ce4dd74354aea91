"""Figure 18: large files and many small requests over loopback, compared with the command curl."""

import json
import time
from pathlib import Path
from statistics import median

import multiplexing
from harness import INPUT, WORK, Unmeasured, attempt, curl, make_sparse, measure, server
from report import Peer, Row, ratio

TARGET_LARGE, TARGET_MANY, TARGET_MB = 0.95, 0.9, 16
GIB, COUNT, AT_ONCE, ROUNDS = 1 << 30, 1000, 16, 5
LARGE = INPUT / "gigabyte.bin"
#: In memory: libaha waits for the disk at the end, and curl does not.
ARRIVED = Path("/dev/shm/aha-arrived.bin")


def routes():
    """A file with the replies of the stub server."""
    script = WORK / "routes.json"
    script.write_text(json.dumps({"routes": [
        {"method": "GET", "path": "/large", "reply": {"pattern": GIB}},
        {"method": "PUT", "path": "/large", "reply": {"status": 204}},
        {"method": "GET", "path": "/small", "reply": {"json": {"name": "x" * 200}}}]}))
    return script


def timed(action, *arguments):
    """Seconds of a process, and its output. Earlier files are deleted before, because freeing
    them takes time."""
    ARRIVED.unlink(missing_ok=True)
    begin = time.monotonic()
    found = action(*arguments)
    return time.monotonic() - begin, found


def small_urls(url):
    """A curl options file: this many URLs, all of whose replies are dropped."""
    path = WORK / "small.txt"
    path.write_text("".join(f'url = "{url}/small"\noutput = "/dev/null"\n' for _ in range(COUNT)))
    return path


def in_turns(ours, theirs, bytes_at_least):
    """Results of both, a few rounds each; the first one warms up."""
    if ours()["bytes"] < bytes_at_least:
        raise Unmeasured("not everything came")
    theirs()
    rounds = [(timed(ours), timed(theirs)) for _ in range(ROUNDS)]
    return [one for one, _ in rounds], [other for _, other in rounds]


def row_of(title, target, ours, theirs, text, bytes_at_least):
    row = Row(title, target=f"≥ {target:g}× curl, ≤ {TARGET_MB} MB")
    found = attempt(title, in_turns, ours, theirs, bytes_at_least)
    if not found:
        return row
    mine, curls = found
    seconds, their_seconds = (median(each for each, _ in side) for side in found)
    memory = max(one["memory"] for _, one in mine) / 1e6
    row.text = f"{text(seconds)}, {memory:.1f} MB"
    row.met = their_seconds / seconds >= target and memory <= TARGET_MB
    row.peers = [Peer("curl", text(their_seconds), ratio(seconds, their_seconds, False))]
    row.data = {"aha": [(each, one) for each, one in mine], "curl": [each for each, _ in curls]}
    return row


def gigabytes(seconds):
    return f"{GIB / seconds / 1e9:.2f} GB/s"


def requests(seconds):
    return f"{COUNT / seconds:.0f} a second"


def rows(url):
    large, small, listed = f"{url}/large", f"{url}/small", small_urls(url)
    return [
        row_of("18 download of 1 GiB over loopback", TARGET_LARGE,
               lambda: measure("transfer_aha", "download", large, ARRIVED),
               lambda: curl("-o", ARRIVED, large), gigabytes, GIB),
        row_of("18 upload of 1 GiB over loopback", TARGET_LARGE,
               lambda: measure("transfer_aha", "upload", large, LARGE),
               lambda: curl("-o", "/dev/null", "-H", "Expect:", "-T", LARGE, large),
               gigabytes, GIB),
        row_of(f"18 {COUNT} small requests, {AT_ONCE} at a time", TARGET_MANY,
               lambda: measure("transfer_aha", "many", small, COUNT, AT_ONCE),
               lambda: curl("--parallel", "--parallel-max", AT_ONCE, "--parallel-immediate",
                            "-K", listed), requests, COUNT * 200)]


def figure_18(_):
    make_sparse(LARGE, GIB)
    try:
        with server("bindings/python-testing/aha_testing", "--no-hash", "--script",
                    routes()) as told:
            return [*rows(told["url"]), multiplexing.row()]
    finally:
        ARRIVED.unlink(missing_ok=True)
