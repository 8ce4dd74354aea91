"""Times pedalboard's effects: PROGRAM MUSIC BOARD SECONDS RUNS WAY…

A way is how the board receives the music: "whole" as one array, "512" the same with buffers of 512
frames, "fed" in arrays of 8192 frames, "swept" the same with a new cutoff for each, and "swept512"
in arrays of 512. Measures processor time, as effects_aha.c does.
"""

import json
import math
import sys
import time

import numpy
from pedalboard import (Bitcrush, Chorus, Compressor, Convolution, Delay, Distortion, Gain,
                        HighShelfFilter, LadderFilter, Limiter, LowpassFilter, LowShelfFilter,
                        PeakFilter, Pedalboard, Phaser, PitchShift, Reverb)
from pedalboard.io import AudioFile

RATE, LONG, SHORT = 44100, 8192, 512


def convolution(seconds):
    """Convolution with stereo noise that decays by 60 dB."""
    length = int(seconds * RATE)
    noise = numpy.random.default_rng(1).uniform(-1, 1, (2, length)).astype(numpy.float32)
    noise *= 0.001 ** (numpy.arange(length, dtype=numpy.float32) / length)
    return Convolution(noise, mix=1, sample_rate=RATE)


BOARDS = {
    "filter": lambda: [LowpassFilter(1000)],
    "reverb": lambda: [Reverb()],
    "convolution 1": lambda: [convolution(1)],
    "convolution 3": lambda: [convolution(3)],
    "limiter": lambda: [Gain(12), Limiter(threshold_db=-1)],
    "pitch": lambda: [PitchShift(5)],
    "chain": lambda: [PitchShift(5), LowpassFilter(2000), Reverb(), Gain(-3)],
    "compressor": lambda: [Compressor(-18, 3, 10, 120)],
    "chorus": lambda: [Chorus(0.8, 0.25, 8, 0, 0.5)],
    "phaser": lambda: [Phaser(0.5, 0.5, 800, 0.3, 0.5)],
    "saturation": lambda: [Distortion(24)],
    "ladder": lambda: [LadderFilter(LadderFilter.Mode.LPF24, 1000, 0.5)],
    "crusher": lambda: [Bitcrush(8)],
    "equalizer": lambda: [LowShelfFilter(100, 3), PeakFilter(400, -4), PeakFilter(3000, 3),
                          HighShelfFilter(8000, 2)],
    "delay": lambda: [Delay(0.375, 0.35, 0.35)],
    "filters": lambda: [LowpassFilter(8000) for _ in range(32)],
}


def feed(board, audio, length, move=None):
    for begin in range(0, audio.shape[1], length):
        if move:
            move(board[0], begin / RATE)
        board(audio[:, begin:begin + length], RATE, buffer_size=length, reset=begin == 0)


def sweep(effect, time):
    """Moves through the whole range in a sine of half a hertz, as libaha's cutoff does."""
    effect.cutoff_frequency_hz = 640 * 30 ** math.sin(math.pi * time)


WAYS = {
    "whole": lambda board, audio: board(audio, RATE),
    "512": lambda board, audio: board(audio, RATE, buffer_size=SHORT),
    "fed": lambda board, audio: feed(board, audio, LONG),
    "swept": lambda board, audio: feed(board, audio, LONG, sweep),
    "swept512": lambda board, audio: feed(board, audio, SHORT, sweep),
}


def seconds(way, board, audio):
    begin = time.process_time()
    way(board, audio)
    return time.process_time() - begin


def main():
    path, name, length, runs, *ways = sys.argv[1:]
    with AudioFile(path) as file:
        audio = file.read(int(float(length) * RATE))
    board = Pedalboard(BOARDS[name]())
    output = board(audio[:, :2 * RATE], RATE)
    if not numpy.isfinite(output).all() or not output.any():
        sys.exit("the output is silent or not finite")
    timings = {way: [] for way in ways}
    for _ in range(int(runs)):
        for way in ways:
            timings[way].append(seconds(WAYS[way], board, audio))
    print(json.dumps({"seconds": timings, "audio_seconds": audio.shape[1] / RATE}))


if __name__ == "__main__":
    main()
