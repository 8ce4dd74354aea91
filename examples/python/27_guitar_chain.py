"""A guitar chain of LV2 plug-ins: gate, distortion, echo and reverb.

    python3 27_guitar_chain.py RIFF OUT.wav

The plug-ins are those of Debian's package calf-plugins; aha effects --lv2 lists yours.
"""
import sys

import numpy as np

import aha

CALF = "http://calf.sourceforge.net/plugins/"
CHAIN = [
    ("Gate", {"threshold": 0.01}),
    ("Saturator", {"drive": 6, "mix": 1}),
    ("VintageDelay", {"bpm": 120, "amount": 0.4, "feedback": 0.4}),
    ("Reverb", {"decay_time": 2, "amount": 0.3}),
]

if len(sys.argv) != 3:
    sys.exit(__doc__)
riff, out = sys.argv[1:]
try:
    with aha.Engine.offline() as engine:
        player = engine.play(engine.load(riff))
        dry = engine.render(engine.sample_rate)
        chain = [aha.LV2Effect(engine, CALF + name, **values) for name, values in CHAIN]
        for effect in chain:
            player.chain.add(effect)
        player.stop()
        player.seek(0)
        player.start()
        wet = engine.render(8 * engine.sample_rate)
        states = [effect.lv2_state for effect in chain]

        # The states make the same chain again.
        again = [aha.LV2Effect(engine, effect.lv2_uri, state=state)
                 for effect, state in zip(chain, states)]
        assert [one.get("mix") for one in again[1:2]] == [chain[1].get("mix")]
        assert np.isfinite(wet).all() and np.abs(wet).max() > 0.01
        assert np.abs(wet[:len(dry)] - dry).max() > 0.01, "the chain changes nothing"
        engine.sound(wet, engine.sample_rate).save(out).wait()
        for effect in chain:
            print(f"{effect.info.name}: {len(effect.info.parameters)} parameters,"
                  f" {effect.latency_frames} frames of latency")
except aha.Error as error:
    sys.exit(f"27_guitar_chain: {error}")
