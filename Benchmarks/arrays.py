"""Figure 25: effects on arrays in Python, and a job of many files."""

import json
import os
import wave
from statistics import median

from harness import HERE, MUSIC, PYTHON, ROOT, WORK, attempt, library, run
from report import Peer, Row, ratio

EFFECTS = ("none", "filter", "crusher", "compressor", "chorus", "delay", "limiter", "reverb",
           "pitch")
LENGTHS, ROUNDS = (512, 8192), 3
FILES, FILE_SECONDS, JOBS, MAX_SECONDS = 200, 5, 5, 1.0


def in_python(peer, *arguments, pinned=True):
    """The binding of this checkout, with the installed library."""
    return json.loads(run([PYTHON, "-B", HERE / "programs/arrays_python.py", peer, *arguments],
                          pinned, AHA_LIBRARY=str(library()),
                          PYTHONPATH=str(ROOT / "bindings/python")))


def block_row(effect, frames):
    row = Row(f"25  {effect}, a call with {frames} frames", target="faster than pedalboard")
    turns = [(attempt("arrays_python.py", in_python, "aha", "block", effect, frames, MUSIC),
              attempt("arrays_python.py", in_python, "pedalboard", "block", effect, frames,
                      MUSIC))
             for _ in range(ROUNDS)]
    if not all(ours and theirs for ours, theirs in turns):
        return row
    ours, theirs = (median(turn[at]["us"] for turn in turns) for at in (0, 1))
    row.text, row.met = f"{ours:.1f} µs", ours < theirs
    row.data = {"us": ours, "pedalboard us": theirs}
    row.peers = [Peer("pedalboard", f"{theirs:.1f} µs", ratio(ours, theirs, False))]
    return row


def make_files(folder):
    """Excerpts of the music with 16 bits; kept for the next run."""
    if folder.exists():
        return
    excerpt = WORK / "music16.wav"
    run(["sox", "-V1", MUSIC, "-b", "16", excerpt])
    with wave.open(str(excerpt)) as music:
        length, frames = music.getnframes(), FILE_SECONDS * music.getframerate()
        folder.mkdir(parents=True)
        for number in range(FILES):
            music.setpos((number * 7919) % (length - frames))
            with wave.open(str(folder / f"{number:03}.wav"), "wb") as out:
                out.setparams(music.getparams())
                out.writeframes(music.readframes(frames))


def job_row():
    cores = len(os.sched_getaffinity(0))
    row = Row(f"25  {FILES} files of {FILE_SECONDS} s, two effects, {cores} threads",
              target=f"≤ {MAX_SECONDS:g} s on two cores")
    folder, out = WORK / "input" / "files", WORK / "files"
    attempt("the files", make_files, folder)
    out.mkdir(parents=True, exist_ok=True)
    turns = [[attempt("arrays_python.py", lambda peer=peer: in_python(
        peer, "files", folder, out, pinned=False)) for peer in ("aha", "pedalboard")]
        for _ in range(JOBS)]
    if not all(ours and theirs for ours, theirs in turns):
        return row
    ours, theirs = ([turn[at]["seconds"] for turn in turns] for at in (0, 1))
    row.text = f"{median(ours):.2f} s (best {min(ours):.2f} s)"
    row.met = median(ours) <= MAX_SECONDS if cores == 2 else None
    row.data = {"seconds": ours, "pedalboard seconds": theirs}
    row.peers = [Peer("pedalboard", f"{median(theirs):.2f} s (best {min(theirs):.2f} s)",
                      ratio(median(ours), median(theirs), False))]
    return row


def figure_25(_):
    return [*(block_row(effect, frames) for frames in LENGTHS for effect in EFFECTS), job_row()]
