"""Bars of drums in sixteen steps, at any tempo."""

from dataclasses import dataclass

import numpy

RATE = 22_050


@dataclass
class Pattern:
    name: str
    kicks: list
    snares: list
    hats: list
    # Delay of every second step, as a fraction of a step.
    swing: float = 0.0


BACKBEAT = [4, 12]
EIGHTHS = list(range(0, 16, 2))
PATTERNS = [
    Pattern("rock", [0, 8], BACKBEAT, EIGHTHS),
    Pattern("house", [0, 4, 8, 12], BACKBEAT, [2, 6, 10, 14]),
    Pattern("sixteenths", [0, 8], BACKBEAT, list(range(16))),
    Pattern("pushed", [0, 7, 8], BACKBEAT, EIGHTHS),
    Pattern("swung", [0, 8, 11], BACKBEAT, [0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15], 0.3),
    Pattern("quarters", [0, 4, 8, 12], BACKBEAT, [0, 4, 8, 12]),
]


def drum_sounds(random):
    """A kick, a snare and a hi-hat of a quarter of a second."""
    time = numpy.arange(RATE // 4) / RATE
    noise = random.uniform(-1, 1, len(time))
    kick = 0.6 * numpy.sin(2 * numpy.pi * (50 * time + 3 * (1 - numpy.exp(-time / 0.02))))
    snare = 0.3 * numpy.sin(2 * numpy.pi * 190 * time) * numpy.exp(-time / 0.05)
    hat = 0.4 * numpy.convolve(noise, [1, -1.6, 0.64])[:len(time)]
    return (kick * numpy.exp(-time / 0.09), snare + 0.4 * noise * numpy.exp(-time / 0.06),
            hat * numpy.exp(-time / 0.02))


def rendered(pattern, bpm, seconds, seed):
    """Starts at an offset, with small variations of every hit."""
    random = numpy.random.default_rng(seed)
    samples = numpy.zeros(round(seconds * RATE) + RATE)
    step = 15 / bpm
    kits = list(zip(drum_sounds(random), (pattern.kicks, pattern.snares, pattern.hats),
                    (1, 0.8, 0.3)))
    for index in range(int(seconds / step)):
        late = 0.1 + index % 2 * pattern.swing * step + 0.002 * random.uniform()
        at, loudness = int((index * step + late) * RATE), random.uniform(0.8, 1)
        for sound, steps, gain in kits:
            if index % 16 in steps:
                samples[at:at + len(sound)] += gain * loudness * sound
    return samples[:round(seconds * RATE)].astype(numpy.float32)
