#!/usr/bin/env python3
"""Kills a recording host again and again and measures what is left: recording.py HOST KILLS.

Every format is recorded at once. Before anything is repaired, the WAV and the RF64 open in SoX
and libsndfile (and ffprobe where it is) and lack less than 1.1 s of what was rendered; after the
recovery every file holds what the recovery says, and the PCM formats hold the very samples.
"""

import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import soundfile

RATE = 48000
PCM = ["a.wav", "a.rf64", "a.w64", "a.aiff", "a.caf"]
OTHERS = ["a.flac", "a.ogg", "a.opus", "a.mp3"]
# Seconds that may be missing after the recovery: docs/recording.md.
LIMITS = {**dict.fromkeys(PCM, 0.3), "a.flac": 0.6, "a.ogg": 1.6, "a.opus": 1.3, "a.mp3": 1.6}


def fail(text):
    sys.exit(f"recording: {text}")


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    return done.stdout


def counted(path):
    try:
        return struct.unpack("<Q", path.read_bytes())[0]
    except (OSError, struct.error):
        return 0


def record_and_kill(host, folder, counter, seconds):
    process = subprocess.Popen([host, "record", folder, counter, *PCM, *OTHERS])
    deadline = time.monotonic() + 30
    while counted(counter) < seconds * RATE:
        if process.poll() is not None or time.monotonic() > deadline:
            fail("the host did not record")
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return counted(counter)


def samples(count):
    numbers = numpy.arange(count, dtype=numpy.uint64) * 2654435761 & 0xFFFFFFFF
    return (numbers >> 16).astype(numpy.float32) / 65536 - 0.5


def check_unrepaired(path, rendered, worst):
    readers = {
        "libsndfile": soundfile.info(path).frames,
        "SoX": int(run("soxi", "-s", path)),
    }
    if shutil.which("ffprobe"):
        readers["ffprobe"] = int(RATE * float(run(
            "ffprobe", "-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path)))
    for name, frames in readers.items():
        missing = (rendered - frames) / RATE
        if not -0.011 < missing < 1.1:
            fail(f"{name} finds {frames} of {rendered} frames in {path}: {missing:.2f} s are gone")
        worst[path.name] = max(worst.get(path.name, 0), missing)


def check_recovered(path, frames, lost, rendered, worst):
    missing = (rendered - frames) / RATE
    if not -0.011 < missing < LIMITS[path.name]:
        fail(f"{path} has {frames} of {rendered} frames after recovery: {missing:.2f} s are gone")
    if frames + lost > rendered + RATE // 100:
        fail(f"{path}: {frames} frames and {lost} lost are more than {rendered}")
    worst[path.name] = max(worst.get(path.name, 0), missing)
    data, _ = soundfile.read(path, dtype="float32", always_2d=True)
    # libsndfile stops where it guesses the end of an MP3 without a length.
    if len(data) != frames and not (path.suffix == ".mp3" and 0 <= frames - len(data) < RATE // 2):
        fail(f"libsndfile reads {len(data)} frames of {path}, recovery says {frames}")
    if path.name != "a.opus" and path.suffix not in (".w64", ".rf64", ".mp3"):
        run("sox", path, "-n", "stat")
    if path.name in PCM or path.name == "a.flac":
        wanted = samples(frames)
        steps = 2e-7 if path.name == "a.flac" else 0
        # The player's fade comes first.
        if numpy.abs(data[500:, 0] - wanted[500:]).max() > steps:
            fail(f"{path} does not hold what was rendered")
        if numpy.abs(data[500:, 1] + wanted[500:]).max() > steps:
            fail(f"{path} does not hold what was rendered on its right side")


def one_kill(host, folder, counter, before, after):
    counter.unlink(missing_ok=True)
    rendered = record_and_kill(host, folder, counter, random.uniform(0.7, 4))
    for name in ("a.wav", "a.rf64"):
        check_unrepaired(folder / name, rendered, before)
    lines = [line.split() for line in run(host, "recover", folder).splitlines()]
    if sorted(line[0] for line in lines) != sorted(PCM + OTHERS):
        fail(f"recovered: {lines}")
    for name, frames, lost, result in lines:
        if result != "AHA_OK":
            # The encoder had not yet given anything away.
            if name in PCM or rendered > LIMITS[name] * RATE:
                fail(f"{name}: {result} after {rendered} frames")
            continue
        check_recovered(folder / name, int(frames), int(lost), rendered, after)
    if run(host, "recover", folder):
        fail("recovery finds the same takes again")
    left = sorted(os.listdir(folder))
    if left != sorted(PCM + OTHERS):
        fail(f"in the folder: {left}")


def check_limited(host, folder):
    for name in PCM + OTHERS:
        path = folder / f"full-{name}"
        frames, lost = map(int, run(host, "limit", path, "100000").split())
        found = len(soundfile.read(path)[0])
        is_guess = name == "a.mp3" and found < frames  # as above
        if found != frames and not is_guess or lost == 0 or path.stat().st_size > 100000:
            fail(f"{path}: {found} frames are read, {frames} told, {lost} lost")


def check_long(host, folder, counter):
    """Past 4 GiB."""
    path = folder / "long.wav"
    counter.unlink(missing_ok=True)
    subprocess.run([host, "long", path, "4.4", counter], check=False)
    rendered = counted(counter)
    missing = (rendered - soundfile.info(path).frames) / 192000
    name, frames, _, result = run(host, "recover", folder).split()
    found = soundfile.info(path)
    if result != "AHA_OK" or found.frames != int(frames) or path.stat().st_size < 4.4e9:
        fail(f"{name}: {found.frames} frames, {frames} told, {result}")
    # It renders thousands of times faster than real time, so what is missing is what the ring held.
    if rendered - int(frames) > 6 * 192000:
        fail(f"{name}: {frames} of {rendered} frames")
    print(f"past 4 GiB: {frames} frames, {missing:.2f} s short before recovery")
    path.unlink()


def main():
    host, kills = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    before, after = {}, {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("AHA_RECORDING_FOLDER")) as place:
        place = Path(place)
        for number in range(kills):
            folder = place / str(number)
            folder.mkdir()
            one_kill(host, folder, place / "counter", before, after)
            shutil.rmtree(folder)
        check_limited(host, place)
        if "long" in sys.argv[3:]:
            folder = place / "long"
            folder.mkdir()
            check_long(host, folder, place / "counter")
    text = ", ".join(f"{name[2:]} {seconds:.2f}" for name, seconds in after.items())
    print(f"most missing before recovery: {max(before.values()):.2f} s")
    print(f"{kills} kills; most missing after recovery, in seconds: {text}")


if __name__ == "__main__":
    main()
