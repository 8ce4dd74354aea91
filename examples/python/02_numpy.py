"""Arrays in and out: a file is reversed, mixed with itself and a sine, and brought to -1 dB.

    python3 02_numpy.py FILE OUT
"""
import sys

import numpy as np

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
file, out = sys.argv[1:]

try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        sound = engine.load(file)
        samples = sound.read()  # float32, (frames, channels)
        reverse = engine.sound(samples[::-1], engine.sample_rate)
        tone = np.sin(2 * np.pi * 220 * np.arange(len(sound)) / engine.sample_rate)

        engine.play(sound, pan=-0.5)
        engine.play(reverse, pan=0.5)
        engine.play(engine.sound(tone, engine.sample_rate), gain_db=-24)
        mix = engine.render(len(sound))  # float32, (frames, 2)

        mix *= 10 ** (-1 / 20) / np.abs(mix).max()
        engine.sound(mix, engine.sample_rate).save(out, encoding="pcm_24", container="wav").wait()
except aha.Error as error:
    sys.exit(f"02_numpy: {error}")
print(f"{out}: {mix.shape[0]} frames, {mix.shape[1]} channels")
