"""Two buses with their own gain, and a meter on each, read ten times a second.

    python3 04_buses_and_meters.py DRUMS BASS
"""
import math
import sys

import aha


def decibels(level: float) -> str:
    return f"{20 * math.log10(level):6.1f} dB" if level else "  -inf dB"


if len(sys.argv) != 3:
    sys.exit(__doc__)
try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        drums, bass = engine.bus(), engine.bus()
        engine.play(engine.load(sys.argv[1]), loop=True, bus=drums)
        engine.play(engine.load(sys.argv[2]), loop=True, bus=bass)
        drums.gain_db, bass.pan = -6, -0.3
        for turn in range(20):
            if turn == 10:
                drums.muted = True
            engine.render(4410)
            levels = [decibels(bus.read_meter().peak_left) for bus in (drums, bass, engine.master)]
            print(f"{turn / 10:.1f} s  drums {levels[0]}  bass {levels[1]}  master {levels[2]}")
except aha.Error as error:
    sys.exit(f"04_buses_and_meters: {error}")
