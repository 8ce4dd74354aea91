"""Mix two files into one: the first loops, the second comes in on the right.

    python3 01_mix.py DRUMS BASS OUT
"""
import sys

import aha

if len(sys.argv) != 4:
    sys.exit(__doc__)
drums, bass, out = sys.argv[1:]

try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        engine.play(engine.load(drums), loop=True, gain_db=-3)
        engine.play(engine.load(bass), pan=0.5, at=44100)
        engine.save(out, seconds=10).wait()
except aha.Error as error:
    sys.exit(f"01_mix: {error}")
print(f"{out}: 10 seconds")
