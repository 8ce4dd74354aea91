"""A reverse cymbal: swells backwards into a beat, falls in pitch, and is heard forwards on it.

    python3 23_reverse_cymbal.py CYMBAL OUT
"""
import sys

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
file, out = sys.argv[1:]
BEAT_SECONDS = 2
SPEED = 0.8

try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        cymbal = engine.load(file)
        beat = BEAT_SECONDS * engine.sample_rate
        frames = round(len(cymbal) / SPEED)  # of the engine: slower is longer

        swell = engine.player(cymbal, reverse=True, speed=SPEED, gain_db=-3)
        if frames <= beat:
            swell.start(at=beat - frames)  # its last frame is the one before the beat
        else:
            swell.seek(round(beat * SPEED))  # a long one: only its last part fits
            swell.start()

        crash = engine.play(cymbal, at=beat, gain_db=-6)
        crash.set_speed(0.5, over=engine.sample_rate // 2, at=beat)  # falls for half a second
        engine.save(out).wait()
        for event in engine.events_now():
            if event.kind in (aha.EventKind.PLAYER_STARTED, aha.EventKind.PLAYER_ENDED):
                print(f"{event.kind.name.lower()} at {event.frame / engine.sample_rate:.2f} s")
except aha.Error as error:
    sys.exit(f"23_reverse_cymbal: {error}")
