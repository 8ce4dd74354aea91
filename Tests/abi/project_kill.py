#!/usr/bin/env python3
"""Kills a process that edits a project, at random times. The file opens, and holds the state before
or after the edit in progress.

project_kill.py PROGRAM FOLDER [TIMES]
"""

import random
import shutil
import subprocess
import sys
from pathlib import Path


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{arguments}: {done.stderr}")
    return done.stdout.strip()


def edit_and_kill(program, file, rng):
    """Lets the process edit for a random time. Returns the edits begun and done, and whether an
    undo was in progress."""
    edits = subprocess.Popen([program, "edit", file], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    letters = edits.stdout.read(rng.choice([1, 2, 3, 8, 20]))
    try:
        edits.wait(timeout=rng.uniform(0, 0.02))
        sys.exit(f"it ended before the kill: {edits.stderr.read().decode()}")
    except subprocess.TimeoutExpired:
        edits.kill()
    letters += edits.stdout.read()
    edits.wait()
    return letters.count(b"b"), letters.count(b"d"), letters.count(b"u") > letters.count(b"r")


def main(program, folder, times):
    rng = random.Random(5)
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    inside = 0
    for turn in range(times):
        if turn % 20 == 0:  # keeps the file short
            file = f"{folder}/{turn}.aha"
            run(program, "new", file)
            before = 0
        begun, done, is_back = edit_and_kill(program, file, rng)
        now = int(run(program, "check", file))
        if now - before not in (done, begun) and not (is_back and now - before == done - 1):
            sys.exit(f"turn {turn}: {done} edits done, {begun} begun, {now - before} found")
        inside += begun > done or is_back
        before = now
    shutil.rmtree(folder)
    print(f"{times} kills, {inside} of them inside an edit")
    if inside < times // 10:
        sys.exit("too few kills hit an edit")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 200)
