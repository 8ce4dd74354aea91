"""Drums of noise: a closed hi-hat stops the open one, and each hit has its velocity.

    python3 25_drum_machine.py OUT
"""
import random
import sys
from array import array

import aha

if len(sys.argv) != 2:
    sys.exit(__doc__)
RATE = 48000
STEP = RATE // 8  # a sixteenth at 120 beats per minute
PATTERN = {  # a digit is a velocity in tenths
    "kick": "9...9...9...9..5",
    "closed": "7.5.7.5.7.5.7.5.",
    "open": "...8.......8...8",
}
DECAYS = {"kick": RATE // 6, "closed": RATE // 16, "open": RATE}  # frames

try:
    with aha.Engine.offline(sample_rate=RATE) as engine:
        noise = random.Random(1)
        samples = array("f", (noise.uniform(-0.5, 0.5) for _ in range(RATE)))
        sound = engine.sound(samples, RATE)
        hits = 0
        for name, steps in PATTERN.items():
            drum = engine.player(sound, speed=0.1 if name == "kick" else 1)
            drum.set_envelope(decay=DECAYS[name], sustain_db=-float("inf"),
                              decay_shape=aha.FadeShape.EXPONENTIAL)
            if name != "kick":
                drum.set_choke_group(1)
            for place, mark in enumerate(steps):
                if mark != ".":
                    drum.start(at=place * STEP, velocity=int(mark) / 10)
                    hits += 1
        engine.save(sys.argv[1], frames=17 * STEP).wait()

        chokes = [event.frame // STEP for event in engine.events_now()
                  if event.kind == aha.EventKind.PLAYER_STOPPED]
        print(f"{hits} hits, choked at the steps", *sorted(chokes))
except aha.Error as error:
    sys.exit(f"25_drum_machine: {error}")
