"""A podcast: music becomes quieter while the voice speaks, and a hall answers the voice.

    python3 26_podcast_ducking.py OUT.wav
"""
import sys

import aha
import numpy as np

if len(sys.argv) != 2:
    sys.exit("usage: python3 26_podcast_ducking.py OUT.wav")
out, = sys.argv[1:]
RATE = 48_000


def tone(hertz: float, level: float, seconds: float) -> np.ndarray:
    return level * np.sin(2 * np.pi * hertz * np.arange(round(RATE * seconds)) / RATE)[:, None]


def level_db(bus: aha.Bus) -> float:
    return 20 * np.log10(max(bus.read_meter().rms_left, 1e-6))


try:
    with aha.Engine.offline(sample_rate=RATE) as engine:
        music, voice, hall = engine.bus(), engine.bus(), engine.bus()
        hall.chain.add(aha.Reverb(engine, mix=1.0))
        voice.send(hall, gain_db=-12)
        music.duck(voice, depth_db=12, release_ms=200)
        engine.play(engine.sound(tone(220, 0.25, 6), RATE), bus=music)
        speech = engine.player(engine.sound(tone(440, 0.5, 2), RATE), bus=voice)
        speech.start(at=2 * RATE)
        blocks, levels = [], []
        for second in range(6):
            blocks.append(engine.render(RATE))
            levels.append(level_db(music))
            print(f"{second + 1} s  music {levels[-1]:6.1f} dB  hall {level_db(hall):6.1f} dB")
        engine.sound(np.concatenate(blocks), RATE).save(out).wait()
except aha.Error as error:
    sys.exit(f"26_podcast_ducking: {error}")

if levels[3] > levels[0] - 9 or abs(levels[5] - levels[0]) > 1:
    sys.exit(f"26_podcast_ducking: the voice does not duck the music: {levels}")
