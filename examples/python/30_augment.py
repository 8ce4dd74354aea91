"""Augment a data set on all cores: each file gets another pitch, filter and room.

    python3 30_augment.py OUT_FOLDER FILE...
"""
import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import aha

if len(sys.argv) < 3:
    sys.exit(__doc__)
folder, files = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]


def augment(share: list[Path]) -> int:
    """One thread's files; calls of effects release the GIL, so the threads run at once."""
    board = aha.Board([aha.Pitch(), aha.Filter(type="high_pass"), aha.Reverb()])
    pitch, filter, reverb = board
    frames = 0
    for file in share:
        chance = random.Random(file.name)  # the same result each time
        pitch.cents = chance.uniform(-200, 200)
        filter.cutoff_hz = chance.uniform(40, 200)
        reverb.mix = chance.uniform(0.05, 0.3)
        samples, rate = aha.read(file)
        aha.write(folder / f"{file.stem}.flac", board(samples, rate), rate)
        frames += len(samples)
    return frames


threads = os.cpu_count() or 1
try:
    with ThreadPoolExecutor(threads) as pool:
        total = sum(pool.map(augment, [files[first::threads] for first in range(threads)]))
except (aha.Error, OSError) as error:
    sys.exit(f"30_augment: {error}")
print(f"{folder}: {len(files)} files, {total} frames")
