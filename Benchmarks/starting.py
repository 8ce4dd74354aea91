"""Figures 22 and 23: from the start of a process to the first frames, and files to memory."""

from statistics import median

from harness import INPUT, LMMS, WORK, attempt, measure, run
from report import Peer, Row, ratio, time_row

OGG = LMMS / "beats/909beat01.ogg"
TARGET_MS = {"streamed": 3.0, "resident": 2.5}
TARGET_SHARE, TARGET_MEMORY, ROUNDS, STARTS = 0.97, 1.1, 7, 40


def start_ms(program, file, how):
    found = measure("starts", STARTS, WORK / "bin" / program, file, how)
    return median(found["ms"])


def figure_22(_):
    """libsndfile alone decodes without mixing: the lower bound of a process that links to it."""
    rows = []
    for how, limit in TARGET_MS.items():
        ours, theirs, alone = (
            attempt(name, start_ms, f"first_frames_{name}", OGG, how)
            for name in ("aha", "miniaudio", "sndfile"))
        row = time_row(f"22  start to 256 frames of an Ogg, {how}", limit, ours,
                       "miniaudio's engine", theirs, decimals=2)
        if alone:
            row.peers.append(Peer("libsndfile alone", f"{alone:.2f} ms", ratio(ours, alone, False)))
        rows.append(row)
    return rows


def encoded(ending):
    """Five minutes of music in each format."""
    path = INPUT / f"five_minutes.{ending}"
    if not path.exists():
        run(["ffmpeg", "-v", "error", "-stream_loop", "-1", "-i", INPUT / "music.wav", "-t", "300",
             path])
    return path


def load_row(ending):
    row = Row(f"23  five minutes of {ending.upper()} to memory",
              target=f"≥ {TARGET_SHARE} of libsndfile, ≤ {TARGET_MEMORY}× the samples")
    file = attempt(ending, encoded, ending)
    if not file:
        return row
    turns = [(attempt("load_aha", measure, "load_aha", file),
              attempt("load_sndfile", measure, "load_sndfile", file)) for _ in range(ROUNDS)]
    if not all(ours and theirs for ours, theirs in turns):
        return row
    ours = median(turn[0]["cpu_s"] for turn in turns)
    theirs = median(turn[1]["cpu_s"] for turn in turns)
    memory = turns[0][0]["peak_bytes"] / turns[0][0]["sample_bytes"]
    row.text = f"{ours:.3f} s, {memory:.2f}× the samples"
    row.met = theirs / ours >= TARGET_SHARE and memory <= TARGET_MEMORY
    row.data = {"cpu_s": ours, "memory": memory}
    row.peers = [Peer("libsndfile alone", f"{theirs:.3f} s", ratio(ours, theirs, False))]
    return row


def figure_23(_):
    return [load_row(ending) for ending in ("wav", "flac", "ogg", "mp3")]
