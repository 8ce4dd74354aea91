"""Makes the music for the effect benchmarks: PROGRAM OUT PIECE…

Excerpts of real pieces, one after the other, as stereo float at 44.1 kHz. The first half of the
file holds all of them, so that any part of it is a fair sample.
"""

import sys

import numpy
from pedalboard.io import AudioFile

RATE, EXCERPT_SECONDS, BEGINS = 44100, 3.75, (10.0, 30.0)
PEAK = 0.89


def excerpt(path, begin):
    with AudioFile(path).resampled_to(RATE) as file:
        file.seek(int(begin * RATE))
        frames = file.read(int(EXCERPT_SECONDS * RATE))
    frames = numpy.broadcast_to(frames, (2, frames.shape[1]))
    return frames * (PEAK / numpy.abs(frames).max())


def main():
    out, *pieces = sys.argv[1:]
    music = numpy.concatenate([excerpt(piece, begin) for begin in BEGINS for piece in pieces], 1)
    with AudioFile(out, "w", RATE, 2, bit_depth=32) as file:
        file.write(music.astype(numpy.float32))


if __name__ == "__main__":
    main()
