"""Figure 15: a project becomes a file, beside the same work with pedalboard and NumPy."""

import json
from statistics import median

from harness import INPUT, WORK, Unmeasured, attempt, measure_in_python, run
from report import Peer, Row, ratio

TARGET_RATIO, TARGET_SPEEDUP, ROUNDS = 4.0, 1.8, 3


def bounce(threads):
    """Seconds of wall clock; one thread on one core, several on all."""
    path = WORK / "bin/bounce_aha"
    if not path.exists():
        raise Unmeasured("bounce_aha could not be built")
    told = run([path, INPUT, WORK / "bounced.wav", threads], pinned=threads == 1)
    return json.loads(told)["wall"]


def pedalboard():
    return measure_in_python("bounce_pedalboard.py", INPUT, WORK / "bounced.wav")["wall"]


def figure_15(_):
    one, two = [], []
    for _ in range(ROUNDS):
        one.append(attempt("bounce", bounce, 1))
        two.append(attempt("bounce on two threads", bounce, 2))
    peer = attempt("pedalboard's bounce", pedalboard)
    speed = Row("15 project of 8 tracks, pitch, filter, reverb, moving, 3 minutes, to WAV, 1 thread",
                target=f"≥ {TARGET_RATIO:g}× pedalboard")
    threads = Row("15 the same on two threads", target=f"≥ {TARGET_SPEEDUP:g}× one thread")
    if None in one or None in two:
        return [speed, threads]
    speed.text = f"{median(one):.2f} s"
    threads.text = f"{median(two):.2f} s, {median(one) / median(two):.2f}× one thread"
    threads.met = median(one) / median(two) >= TARGET_SPEEDUP
    threads.data = {"one": one, "two": two}
    if peer:
        speed.met = peer / median(one) >= TARGET_RATIO
        speed.peers = [Peer("pedalboard and NumPy, parameters constant", f"{peer:.2f} s",
                            ratio(median(one), peer, False))]
    return [speed, threads]
