"""Beats and chroma of a file with librosa, as in its tutorial: PROGRAM FILE.

librosa.load gives one channel at 22050 Hz. A first round compiles numba's functions.
"""

import json
import sys
import time

import librosa

WARM_UP_SECONDS = 10


def analyze(path, chroma, **options):
    samples, rate = librosa.load(path, **options)
    tempo, _ = librosa.beat.beat_track(y=samples, sr=rate)
    chroma(y=samples, sr=rate)
    return float(tempo[0]), len(samples) / rate


def measure(path, chroma):
    analyze(path, chroma, duration=WARM_UP_SECONDS)
    begin = time.process_time()
    tempo, seconds = analyze(path, chroma)
    return {"cpu": time.process_time() - begin, "bpm": tempo, "seconds": seconds}


def main():
    [path] = sys.argv[1:]
    print(json.dumps({"stft": measure(path, librosa.feature.chroma_stft),
                      "cqt": measure(path, librosa.feature.chroma_cqt)}))


if __name__ == "__main__":
    main()
