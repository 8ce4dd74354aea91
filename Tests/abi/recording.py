#!/usr/bin/env python3
"""Kills a recording host repeatedly and measures the files left: recording.py HOST KILLS [long].

Every format is recorded at once. Before any repair, SoX, libsndfile and ffmpeg open the WAV and the
RF64, agree on their length, and miss less than 0.8 s of the rendered time; ffmpeg plays the others.
After the recovery, libsndfile and ffmpeg find the reported content in every file, and the PCM
formats hold the exact samples. M4A is recorded if libaha-ffmpeg.so is there.
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
if (Path(os.environ["LD_LIBRARY_PATH"]) / "aha/libaha-ffmpeg.so").exists():
    OTHERS.append("a.m4a")
else:
    print("SKIPPED: M4A, because libaha-ffmpeg.so is not built", file=sys.stderr)
# Seconds that may be missing before and after the recovery: docs/recording.md.
OTHER_LIMITS = {"a.flac": 0.4, "a.ogg": 0.6, "a.opus": 1.3, "a.mp3": 0.4, "a.m4a": 1.3}
AS_IT_IS = {**dict.fromkeys(PCM, 0.8), **OTHER_LIMITS}
LIMITS = {**dict.fromkeys(PCM, 0.2), **OTHER_LIMITS}
MAX_LATE = 2  # late kills; one more for each 20 kills


class Late(Exception):
    """More is missing than the limit."""


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


def decode(path, is_whole=True):
    """Count of frames that ffmpeg decodes. It reports no error in a whole file."""
    done = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "f32le", "-"], capture_output=True)
    if is_whole and (done.returncode != 0 or done.stderr):
        fail(f"ffmpeg, {path}: {done.stderr.decode()}")
    return numpy.frombuffer(done.stdout, dtype="<f4").reshape(-1, 2)


def note(worst, limits, path, frames, rendered, reader):
    missing = (rendered - frames) / RATE
    early = 0.05 if path.suffix == ".mp3" else 0.011  # a decoder may output its delay
    told = f"{reader} has {frames} of {rendered} frames of {path}: {missing:.2f} s are gone"
    if missing <= -early:
        fail(told)
    if missing >= limits[path.name]:
        raise Late(told)
    worst[path.name] = max(worst.get(path.name, 0), missing)


def check_unrepaired(path, rendered, worst):
    """Checks a file before the repair."""
    readers = {}
    if path.name in PCM:
        readers["libsndfile"] = soundfile.info(path).frames
    if path.name in ("a.wav", "a.rf64"):
        readers["SoX"] = int(run("soxi", "-s", path))
    # SoX reads the bytes after the length of a W64 as chunks and refuses them.
    if path.suffix != ".w64":
        readers["ffmpeg"] = len(decode(path, path.name in PCM))
    if len(set(readers.values())) != 1:
        fail(f"{path} is of several lengths: {readers}")
    for name, frames in readers.items():
        note(worst, AS_IT_IS, path, frames, rendered, name)


def check_recovered(path, frames, lost, rendered, worst):
    note(worst, LIMITS, path, frames, rendered, "the recovery")
    if frames + lost > rendered + RATE // 100:
        fail(f"{path}: {frames} frames and {lost} lost are more than {rendered}")
    if path.suffix == ".m4a":
        return check_movie(path, frames)
    data, _ = soundfile.read(path, dtype="float32", always_2d=True)
    # libsndfile stops at its guess of the end of an MP3 without a length.
    if len(data) != frames and not (path.suffix == ".mp3" and 0 <= frames - len(data) < RATE // 2):
        fail(f"libsndfile reads {len(data)} frames of {path}, recovery says {frames}")
    if path.name != "a.opus" and path.suffix not in (".w64", ".rf64", ".mp3"):
        run("sox", path, "-n", "stat")
    by_ffmpeg = decode(path)
    # An MP3 without a length begins with a silent frame for ffmpeg: the one that has no length.
    if len(by_ffmpeg) != frames + (1152 if path.suffix == ".mp3" else 0):
        fail(f"ffmpeg reads {len(by_ffmpeg)} frames of {path}, recovery says {frames}")
    if path.name in PCM or path.name == "a.flac":
        wanted = samples(frames)
        steps = 2e-7 if path.name == "a.flac" else 0
        # The player's fade is first.
        if numpy.abs(data[500:, 0] - wanted[500:]).max() > steps:
            fail(f"{path} does not hold the rendered samples")
        if numpy.abs(data[500:, 1] + wanted[500:]).max() > steps:
            fail(f"{path} does not hold the rendered samples on its right side")
        if not numpy.array_equal(data, by_ffmpeg):
            fail(f"ffmpeg and libsndfile read other samples from {path}")


def check_movie(path, frames):
    """ffprobe and ffmpeg find the exact length, and no fragment is left."""
    told = run("ffprobe", "-v", "error", "-show_entries", "stream=duration_ts,start_pts", "-of",
               "csv=p=0", path).strip()
    if told != f"0,{frames}":
        fail(f"ffprobe says {told} of {path}, recovery says {frames} frames")
    if len(decode(path)) != frames:
        fail(f"ffmpeg reads {len(decode(path))} frames of {path}, recovery says {frames}")
    boxes = list(boxes_of(path.read_bytes()))
    if boxes != [b"ftyp", b"mdat", b"moov"]:
        fail(f"{path} holds {boxes}")


def boxes_of(movie):
    place = 0
    while place < len(movie):
        size, name = struct.unpack_from(">I4s", movie, place)
        place += size if size > 1 else struct.unpack_from(">Q", movie, place + 8)[0]
        yield name


def one_kill(host, folder, counter, before, after):
    counter.unlink(missing_ok=True)
    rendered = record_and_kill(host, folder, counter, random.uniform(0.7, 4))
    for name in PCM + OTHERS:
        check_unrepaired(folder / name, rendered, before)
    lines = [line.split() for line in run(host, "recover", folder).splitlines()]
    if sorted(line[0] for line in lines) != sorted(PCM + OTHERS):
        fail(f"recovered: {lines}")
    kept = []
    for name, frames, lost, result in lines:
        if result != "AHA_OK":
            # The encoder had written no frame. The file is deleted, unless frames were noted.
            if result == "AHA_ERROR_DAMAGED":
                kept.append(name)
            if name in PCM or rendered > LIMITS[name] * RATE:
                raise Late(f"{name}: {result} after {rendered} frames")
            continue
        kept.append(name)
        check_recovered(folder / name, int(frames), int(lost), rendered, after)
    if run(host, "recover", folder):
        fail("recovery finds the same takes again")
    left = sorted(os.listdir(folder))
    if left != sorted(kept):
        fail(f"in the folder: {left}, recovered: {lines}")


def check_long(host, folder, counter):
    """Larger than 4 GiB."""
    path = folder / "long.wav"
    counter.unlink(missing_ok=True)
    subprocess.run([host, "long", path, "4.4", counter], check=False)
    rendered = counted(counter)
    missing = (rendered - soundfile.info(path).frames) / 192000
    name, frames, _, result = run(host, "recover", folder).split()
    found = soundfile.info(path)
    check_length(path, 192000, int(frames))
    if int(run("soxi", "-s", path)) != int(frames):
        fail(f"{path}: SoX finds another length than {frames}")
    if result != "AHA_OK" or found.frames != int(frames) or path.stat().st_size < 4.4e9:
        fail(f"{name}: {found.frames} frames, {frames} told, {result}")
    # Renders thousands of times faster than real time, so the missing frames are those of the ring.
    if rendered - int(frames) > 6 * 192000:
        fail(f"{name}: {frames} of {rendered} frames")
    print(f"past 4 GiB: {frames} frames, {missing:.2f} s short before recovery")
    path.unlink()


def check_crossing(host, folder, counter):
    """Killed when the file was larger than 4 GiB and its header was not updated yet."""
    counter.unlink(missing_ok=True)
    record_and_kill(host, folder, counter, 2)
    for name in PCM + OTHERS:
        if name != "a.wav":
            (folder / name).unlink()
    path = folder / "a.wav"
    os.truncate(path, 4_400_000_004)
    name, frames, _, result = run(host, "recover", folder).split()
    # After 4 GiB, SoX searches for further chunks in the sparse rest for minutes.
    check_length(path, 48000, int(frames))
    if result != "AHA_OK" or path.stat().st_size - int(frames) * 8 > 200:
        fail(f"{path}: {frames} frames of {path.stat().st_size} bytes, {result}")
    data, _ = soundfile.read(path, frames=RATE // 4, dtype="float32")
    if not numpy.array_equal(data[500:, 0], samples(RATE // 4)[500:]):
        fail(f"{path} begins otherwise than it did")
    path.unlink()


def check_length(path, rate, frames):
    """The readers agree on the length without reading the whole file."""
    length = float(run(
        "ffprobe", "-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path))
    readers = [soundfile.info(path).frames, round(length * rate)]
    if max(abs(found - frames) for found in readers) > 1:
        fail(f"{path}: {frames} frames, {readers} are found")


def make_kills(host, kills, place, before, after):
    """A busy machine may run the recorders' threads late, so a few late kills are made again."""
    late, number = 0, 0
    while number < kills + late:
        folder = place / str(number)
        folder.mkdir()
        try:
            one_kill(host, folder, place / "counter", before, after)
        except Late as why:
            print(f"late: {why}", file=sys.stderr)
            late += 1
            if late > MAX_LATE + kills // 20:
                fail(f"{late} late kills of {number + 1}: {why}")
        shutil.rmtree(folder)
        number += 1


def main():
    host, kills = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    before, after = {}, {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("AHA_RECORDING_FOLDER")) as place:
        place = Path(place)
        make_kills(host, kills, place, before, after)
        print(f"most missing before recovery, in seconds: {listed(before)}")
        print(f"{kills} kills; most missing after recovery, in seconds: {listed(after)}")
        folder = place / "crossing"
        folder.mkdir()
        check_crossing(host, folder, place / "counter")
        if "long" in sys.argv[3:]:
            folder = place / "long"
            folder.mkdir()
            check_long(host, folder, place / "counter")


def listed(worst):
    return ", ".join(f"{name[2:]} {seconds:.2f}" for name, seconds in worst.items())


if __name__ == "__main__":
    main()
