"""Times effects on arrays in Python, with libaha or pedalboard:

    PROGRAM PEER block EFFECT FRAMES MUSIC  microseconds of a call with the next block of a stream
    PROGRAM PEER files FOLDER OUT           seconds of a job on all cores: each WAV file is read,
                                            gets a high pass and a reverb, and is written with
                                            16 bits
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

RATE, TURNS = 44100, 5


def of_aha():
    import aha

    effects = {
        "none": lambda: [],
        "filter": lambda: [aha.Filter(cutoff_hz=1000)],
        "crusher": lambda: [aha.Crusher(bits=8, rate_hz=48000)],
        "compressor": lambda: [aha.Compressor()],
        "chorus": lambda: [aha.Chorus()],
        "delay": lambda: [aha.Delay()],
        "limiter": lambda: [aha.Limiter(gain_db=12)],
        "reverb": lambda: [aha.Reverb()],
        "pitch": lambda: [aha.Pitch(cents=300)],
        "files": lambda: [aha.Filter(type="high_pass", cutoff_hz=120), aha.Reverb(mix=0.2)],
    }

    def block(board, samples):
        return board(samples, RATE, reset=False)

    def blocks(path, frames):
        music = aha.read(path)[0]
        return [music[at:at + frames] for at in range(0, len(music) - frames, frames)]

    def convert(board, source, target):
        samples, rate = aha.read(source)
        aha.write(target, board(samples, rate), rate)

    return {name: lambda make=make: aha.Board(make()) for name, make in effects.items()}, block, \
        blocks, convert


def of_pedalboard():
    import pedalboard as peer
    from pedalboard.io import AudioFile

    effects = {
        "none": lambda: [],
        "filter": lambda: [peer.LowpassFilter(1000)],
        "crusher": lambda: [peer.Bitcrush(8)],
        "compressor": lambda: [peer.Compressor(-18, 3, 10, 120)],
        "chorus": lambda: [peer.Chorus(0.8, 0.25, 8, 0, 0.5)],
        "delay": lambda: [peer.Delay(0.375, 0.35, 0.35)],
        "limiter": lambda: [peer.Gain(12), peer.Limiter(threshold_db=-1)],
        "reverb": lambda: [peer.Reverb()],
        "pitch": lambda: [peer.PitchShift(3)],
        "files": lambda: [peer.HighpassFilter(120), peer.Reverb(wet_level=0.2)],
    }

    def block(board, samples):
        return board(samples, RATE, buffer_size=samples.shape[1], reset=False)

    def blocks(path, frames):
        with AudioFile(str(path)) as file:
            music = file.read(file.frames)
        return [numpy.ascontiguousarray(music[:, at:at + frames])
                for at in range(0, music.shape[1] - frames, frames)]

    def convert(board, source, target):
        with AudioFile(str(source)) as file:
            samples, rate = file.read(file.frames), file.samplerate
        with AudioFile(str(target), "w", rate, samples.shape[0]) as out:
            out.write(board(samples, rate))

    return {name: lambda make=make: peer.Pedalboard(make()) for name, make in effects.items()}, \
        block, blocks, convert


def microseconds(call, parts):
    """Processor time of a call, the best of some turns through the music."""
    best = float("inf")
    for _ in range(TURNS):
        begin = time.process_time()
        for one in parts:
            call(one)
        best = min(best, (time.process_time() - begin) / len(parts))
    return 1e6 * best


def files_seconds(make, convert, folder, out):
    files = sorted(Path(folder).glob("*.wav"))
    threads = len(os.sched_getaffinity(0))

    def work(share):
        board = make()
        for file in share:
            convert(board, file, Path(out) / file.name)

    begin = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, [files[first::threads] for first in range(threads)]))
    return time.monotonic() - begin


def main():
    peer, mode, *rest = sys.argv[1:]
    boards, block, blocks, convert = {"aha": of_aha, "pedalboard": of_pedalboard}[peer]()
    if mode == "files":
        print(json.dumps({"seconds": files_seconds(boards["files"], convert, *rest)}))
        return
    effect, frames = rest[0], int(rest[1])
    board = boards[effect]()
    print(json.dumps({"us": microseconds(lambda one: block(board, one), blocks(rest[2], frames))}))


if __name__ == "__main__":
    main()
