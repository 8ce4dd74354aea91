"""The work of bounce_aha.c with pedalboard and NumPy: PROGRAM INPUT OUTPUT.

Eight files, each through pitch, filter and reverb, summed and written as a WAV of 16 bits.
pedalboard cannot automate: its parameters are constant.
"""

import json
import sys
import time

import numpy
from pedalboard import LowpassFilter, Pedalboard, PitchShift, Reverb
from pedalboard.io import AudioFile

TRACKS, RATE, GAIN = 8, 44100, 10 ** (-18 / 20)


def main():
    folder, output = sys.argv[1:]
    wall, cpu = time.perf_counter(), time.process_time()
    total = None
    for number in range(1, TRACKS + 1):
        with AudioFile(f"{folder}/long{number}.wav") as file:
            audio = file.read(file.frames)
        board = Pedalboard([PitchShift(5), LowpassFilter(2000), Reverb()])
        part = board(audio, RATE) * numpy.float32(GAIN)
        total = part if total is None else total + part
    with AudioFile(output, "w", RATE, 2, bit_depth=16) as file:
        file.write(total)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
