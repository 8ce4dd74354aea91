"""Makes a tree of short sounds: FOLDER COUNT. A hundred in each folder, alternating WAV, FLAC,
Ogg Vorbis and MP3, no two equal; one in three has a title and an artist."""

import os
import sys
from pathlib import Path

import numpy as np
import soundfile

KINDS = [("wav", "WAV", "PCM_16"), ("flac", "FLAC", "PCM_16"), ("ogg", "OGG", "VORBIS"),
         ("mp3", "MP3", "MPEG_LAYER_III")]
RATE, FRAMES = 44100, 11025


def write(path, number, noise):
    ending, container, encoding = KINDS[number % 4]
    channels = 1 + number // 4 % 2
    tone = np.sin(np.arange(FRAMES) * (0.01 + number * 1e-5)) * 0.4 + np.roll(noise, number)
    sound = np.repeat(tone[:, None], channels, axis=1)
    with soundfile.SoundFile(path.with_suffix(f".{ending}"), "w", RATE, channels, encoding,
                             format=container) as file:
        if number % 3 == 0:
            file.title, file.artist = f"Sound number {number}", f"User {number % 50}"
        file.write(sound)


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    noise = np.random.default_rng(1).uniform(-0.1, 0.1, FRAMES)
    for number in range(count):
        inside = folder / f"{number // 100:03}"
        if number % 100 == 0:
            inside.mkdir(parents=True)
        write(inside / f"take {number}", number, noise)
    os.sync()


main()
