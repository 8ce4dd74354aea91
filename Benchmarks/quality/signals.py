"""Test signals for effects; one row of floats by default."""

import numpy
from pedalboard.io import AudioFile

from harness import MUSIC
from measures import RATE

SINE_HZ = 440.0
CHORD_HZ = (220.0, 277.18, 329.63)
IMPULSE_AT = 4410


def times(seconds, rate=RATE):
    return numpy.arange(round(seconds * rate)) / rate


def faded(signal, seconds=0.02):
    """Without a step at either end."""
    length = round(seconds * RATE)
    fade = 0.5 - 0.5 * numpy.cos(numpy.pi * numpy.arange(length) / length)
    signal = signal.copy()
    signal[:length] *= fade
    signal[-length:] *= fade[::-1]
    return signal


def sine(hz, seconds, peak=0.5, rate=RATE):
    return faded(peak * numpy.sin(2 * numpy.pi * hz * times(seconds, rate)))


def chord(seconds, peak=0.75):
    parts = [sine(hz, seconds, peak / len(CHORD_HZ)) for hz in CHORD_HZ]
    return numpy.sum(parts, axis=0)


def sawtooth(hz, seconds, peak=0.5):
    """Harmonics up to half the sample rate, similar to a voice that holds a note."""
    numbers = range(1, int(RATE / 2 / hz) + 1)
    parts = [numpy.sin(2 * numpy.pi * n * hz * times(seconds)) / n for n in numbers]
    return faded(peak * 2 / numpy.pi * numpy.sum(parts, axis=0))


def sung(hz, peak=0.5):
    """Harmonics of a moving frequency: one value for each sample."""
    phase = 2 * numpy.pi * numpy.cumsum(hz) / RATE
    count = int(RATE / 2 / numpy.max(hz))
    parts = [numpy.sin(n * phase) / n for n in range(1, count + 1)]
    return faded(peak * 2 / numpy.pi * numpy.sum(parts, axis=0))


def clicks(count, distance_seconds, peak=0.9):
    """Single samples, and their positions."""
    distance = round(distance_seconds * RATE)
    places = [distance * (number + 1) for number in range(count)]
    signal = numpy.zeros(distance * (count + 1))
    signal[places] = peak
    return signal, places


def impulse(seconds, peak=0.5):
    """One sample, some time after the beginning; the response is divided by its height
    afterwards."""
    signal = numpy.zeros(round(seconds * RATE))
    signal[IMPULSE_AT] = peak
    return signal


def impulse_response(processor, seconds, peak=0.5):
    """Both sides of an impulse response, from the impulse's position."""
    return processor(impulse(seconds, peak))[:, IMPULSE_AT:] / peak


def noise(seconds, below=RATE / 2, seed=1):
    """Full-scale noise up to a frequency, because no real sound extends to half the sample rate."""
    signal = numpy.random.default_rng(seed).uniform(-1, 1, round(seconds * RATE))
    spectrum = numpy.fft.rfft(signal)
    spectrum[numpy.fft.rfftfreq(len(signal), 1 / RATE) > below] = 0
    return faded(numpy.fft.irfft(spectrum, len(signal)))


def music(seconds, begin=0.0):
    """Two rows."""
    with AudioFile(str(MUSIC)) as file:
        file.seek(round(begin * RATE))
        return file.read(round(seconds * RATE)).astype(float)
