"""Effects on an array: a file is read, processed as a whole and as a stream, and written.

    python3 29_effects_on_arrays.py FILE OUT
"""
import sys

import numpy as np

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
file, out = sys.argv[1:]

try:
    samples, rate = aha.read(file)  # float32, (frames, channels)
    board = aha.Board([aha.Pitch(cents=300), aha.Filter(cutoff_hz=2000), aha.Reverb(mix=0.3)])
    wet = board(samples, rate, tail=True)

    board.append(aha.Limiter())  # a board is a list
    board[1].cutoff_hz = 4000
    with aha.open(file) as stream:
        blocks = [board(block, rate, reset=False) for block in stream.blocks(4096)]
    blocks.append(board(samples[:0], rate, reset=False, tail=True))  # the latency and the tail
    bright = np.concatenate(blocks)

    aha.write(out, np.concatenate([wet, bright]), rate)
except (aha.Error, OSError) as error:
    sys.exit(f"29_effects_on_arrays: {error}")
print(f"{out}: {len(samples)} frames became {len(wet)}, and {len(bright)} as a stream")
