"""A beat exact to the sample: starts a sound at frames, and prints the events.

    python3 06_schedule.py FILE OUT
"""
import sys

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
file, out = sys.argv[1:]
BEATS_PER_MINUTE = 120

try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        sound = engine.load(file)
        beat = engine.sample_rate * 60 // BEATS_PER_MINUTE
        for number in range(8):
            player = engine.play(sound, gain_db=-6, at=number * beat)
            player.stop(at=number * beat + beat // 2)
        engine.save(out, frames=8 * beat).wait()
        for event in engine.events_now():
            if event.kind == aha.EventKind.PLAYER_STARTED:
                print(f"started at frame {event.frame}, beat {event.frame / beat:g}")
except aha.Error as error:
    sys.exit(f"06_schedule: {error}")
