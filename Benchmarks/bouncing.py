"""Figures 15 and 16: a project is bounced to a file, and a large one is opened and edited."""

import json
from statistics import median

from harness import INPUT, MUSIC, WORK, Unmeasured, attempt, measure, measure_in_python, run
from report import Peer, Row, ratio

TARGET_RATIO, TARGET_SPEEDUP, ROUNDS = 4.0, 1.8, 5
TARGET_OPEN_MS, TARGET_EDIT_MS, TARGET_MB = 500, 5, 200
CLIPS, TARGET_CLIPS_MB = (1, 20, 200), 25


def bounce(threads):
    """Seconds of wall-clock time; one thread on one core, several on all cores."""
    path = WORK / "bin/bounce_aha"
    if not path.exists():
        raise Unmeasured("bounce_aha could not be built")
    told = run([path, INPUT, WORK / "bounced.wav", threads], pinned=threads == 1)
    return json.loads(told)["wall"]


def pedalboard():
    return measure_in_python("bounce_pedalboard.py", INPUT, WORK / "bounced.wav")["wall"]


def clips():
    row = Row("15 one file of 30 s in " + ", ".join(map(str, CLIPS)) + " clips: memory of a bounce",
              target=f"≤ {TARGET_CLIPS_MB} MB over one clip")
    grown = [attempt(f"{count} clips", measure, "clips_aha", MUSIC, WORK / "clips.wav", count)
             for count in CLIPS]
    if None not in grown:
        sizes = [one["megabytes"] for one in grown]
        row.text = ", ".join(f"{size:.0f}" for size in sizes) + " MB"
        row.met = sizes[-1] - sizes[0] <= TARGET_CLIPS_MB
        row.data = dict(zip(map(str, CLIPS), grown))
    return row


def figure_15(_):
    one, two = [], []
    for _ in range(ROUNDS):
        one.append(attempt("bounce", bounce, 1))
        two.append(attempt("bounce on two threads", bounce, 2))
    peer = attempt("pedalboard's bounce", pedalboard)
    speed = Row(
        "15 project of 8 tracks, pitch, filter, reverb, moving, 3 minutes, to WAV, 1 thread",
        target=f"≥ {TARGET_RATIO:g}× pedalboard")
    threads = Row("15 the same on two threads", target=f"≥ {TARGET_SPEEDUP:g}× one thread")
    if None in one or None in two:
        return [speed, threads, clips()]
    speed.text = f"{median(one):.2f} s"
    threads.text = f"{median(two):.2f} s, {median(one) / median(two):.2f}× one thread"
    threads.met = median(one) / median(two) >= TARGET_SPEEDUP
    threads.data = {"one": one, "two": two}
    if peer:
        speed.met = peer / median(one) >= TARGET_RATIO
        speed.peers = [Peer("pedalboard and NumPy, parameters constant", f"{peer:.2f} s",
                            ratio(median(one), peer, False))]
    return [speed, threads, clips()]


def large(path):
    """Medians over processes; for lists of times their min, median and max."""
    told = [measure("large_project", "use", path) for _ in range(ROUNDS)]
    return {name: [median(each) for each in zip(*(one[name] for one in told))]
            if isinstance(told[0][name], list) else median(one[name] for one in told)
            for name in told[0]}


def figure_16(_):
    path = WORK / "large.aha"
    opening = Row("16 project of 200 tracks and 1 000 000 points: opened",
                  target=f"< {TARGET_OPEN_MS} ms")
    edit = Row("16 one edit of it", target=f"< {TARGET_EDIT_MS} ms")
    memory = Row("16 most memory", target=f"< {TARGET_MB} MB")
    if attempt("the large project", run,
               [WORK / "bin/large_project", "make", path, INPUT / "loop1.wav"]) is None:
        return [opening, edit, memory]
    told = attempt("the large project", large, path)
    path.unlink()
    if told:
        opening.text, opening.met = f"{told['open']:.0f} ms", told["open"] < TARGET_OPEN_MS
        least, middle, worst = told["edit"]
        edit.text = f"{middle:.2f} ms (best {least:.2f}, worst {worst:.2f})"
        edit.met = middle < TARGET_EDIT_MS
        least, middle, worst = told["disk"]
        edit.peers = [Peer("the disk alone, two pages, each waited for",
                           f"{middle:.2f} ms (best {least:.2f}, worst {worst:.2f})")]
        memory.text = f"{told['megabytes']:.0f} MB"
        memory.met = told["megabytes"] < TARGET_MB
        opening.data = told
    return [opening, edit, memory]
