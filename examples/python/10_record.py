"""Records an engine's output without loss, with half a second from before the start.

    python3 10_record.py LOOP TAKE

Takes of an earlier run that was killed are recovered first.
"""
import os
import sys

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
loop, out = sys.argv[1:]
try:
    with aha.Engine.offline(sample_rate=48000) as engine:
        engine.play(engine.load(loop), loop=True)
        for found in aha.recover(os.path.dirname(out) or "."):
            print(f"recovered {found.path}: {found.seconds:.1f} seconds")
        recorder = aha.Recorder(engine, out, pre_roll_ms=500, replace=True)
        engine.render(2 * engine.sample_rate)  # the pre-roll keeps the last half second of these
        recorder.start()
        engine.render(3 * engine.sample_rate)
        peak = recorder.read_meter().peak_left_db
        recorder.stop()
        engine.render(engine.sample_rate)  # continues, unrecorded
        recorder.wait()
        print(f"{out}: {len(recorder.take()) / engine.sample_rate} seconds, peak {peak:.1f} dB")
except aha.Error as error:
    sys.exit(f"10_record: {error}")
