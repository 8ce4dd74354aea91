"""Listen to every effect: a loop plays while each parameter sweeps its range.

    python3 08_sweep_effects.py LOOP OUT.wav [EFFECT...]
"""
import sys

import numpy as np

import aha

SECONDS = 1.5  # for each parameter


def sweep(engine: aha.Engine, effect: aha.Effect, one: aha.ParameterInfo) -> np.ndarray:
    """Renders while a parameter moves through its range and back to its default."""
    effect.set(one.name, one.minimum)
    frames = round(SECONDS * engine.sample_rate)
    steps = int(min(one.maximum - one.minimum, 7)) if one.curve == aha.Curve.STEPPED else 0
    for step in range(1, steps + 1):
        value = round(one.minimum + (one.maximum - one.minimum) * step / steps)
        effect.set(one.name, value, at=engine.position + frames * step // (steps + 1))
    if not steps:
        effect.set(one.name, one.maximum, over=frames)
    heard = engine.render(frames)
    effect.set(one.name, one.default)
    return heard


if len(sys.argv) < 3:
    sys.exit(__doc__)
file, out, *wanted = sys.argv[1:]
try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        player = engine.play(engine.load(file), loop=True, gain_db=-3)
        heard = [engine.render(2 * engine.sample_rate)]  # unchanged
        for kind in (one for one in aha.effect_kinds() if not wanted or one.name in wanted):
            effect = player.chain.add(aha.Effect(engine, kind.name))
            for one in kind.parameters:
                print(f"{engine.position / engine.sample_rate:6.1f} s  {kind.name} {one.name}"
                      f" from {one.minimum:g} to {one.maximum:g} {one.unit.name.lower()}")
                heard.append(sweep(engine, effect, one))
            player.chain.remove(effect)
        engine.sound(np.concatenate(heard), engine.sample_rate).save(out).wait()
except aha.Error as error:
    sys.exit(f"08_sweep_effects: {error}")
