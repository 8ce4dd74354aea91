#!/usr/bin/env python3
"""Recorders on a full disk: recording_disk.py HOST.

On a small disk mounted by the test, where the system permits it, written frames stay readable, and
the file is as long as the recorder reports.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import soundfile
from small_disk import again_in_namespace, mount

NAMES = [f"a.{ending}" for ending in "wav rf64 w64 aiff caf flac ogg opus mp3 m4a".split()]
if not (Path(os.environ["LD_LIBRARY_PATH"]) / "aha/libaha-ffmpeg.so").exists():
    print("SKIPPED: M4A, because libaha-ffmpeg.so is not built", file=sys.stderr)
    NAMES.remove("a.m4a")
GUARD_CAME_FIRST = 3


def fail(text):
    sys.exit(f"recording: {text}")


def run(*words, codes=(0,)):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in codes:
        fail(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    return done


def check_take(path, told):
    """The file is as long as the recorder reports, and no other file is beside it."""
    frames, lost = map(int, told.split())
    found = movie_frames(path) if path.suffix == ".m4a" else len(soundfile.read(path)[0])
    is_guess = path.suffix == ".mp3" and found < frames  # libsndfile guesses the end
    if found != frames and not is_guess or frames < 4800 or lost == 0:
        fail(f"{path}: {found} frames are read, {frames} told, {lost} lost")
    if list(path.parent.glob(".*")):
        fail(f"{path}: the mark is there still")


def movie_frames(path):
    return int(run("ffprobe", "-v", "error", "-show_entries", "stream=duration_ts", "-of",
                   "csv=p=0", path).stdout)


def fill(folder, left):
    """Another file that leaves this many bytes free."""
    disk = os.statvfs(folder)
    with open(folder / "other", "wb") as file:
        file.write(bytes(disk.f_bavail * disk.f_frsize - left))


def check_full(host, folder):
    fill(folder, 98304)
    for name in NAMES:
        path = folder / name
        for _ in range(30):
            done = run(host, "full", path, codes=(0, GUARD_CAME_FIRST))
            if done.returncode == 0:
                break
            path.unlink()
        else:
            fail(f"{path}: the guard was always first")
        check_take(path, done.stdout)
        path.unlink()


def in_small_disk(host, folder):
    mount("2m", folder)
    run(host, "small", folder / "a.wav")
    if os.listdir(folder):
        fail("a recorder that was refused left something")
    check_full(host, folder)
    mount(60000000, folder)
    run(host, "guard", folder / "a.wav")
    if soundfile.info(folder / "a.wav").frames != 48000:
        fail("the guard did not leave a whole file")


def main():
    host = Path(sys.argv[1]).resolve()
    if "small" in sys.argv[2:]:
        in_small_disk(host, Path(sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        print(run(host, "idle", folder / "a.wav").stdout, end="")
        if again_in_namespace(__file__, host, folder) is not None:
            print("recorders on a disk of 2 MB that was full, and on one of 60 MB that filled up")


if __name__ == "__main__":
    main()
