"""Measures on the impulse responses of reverbs; RATE and other constants are those of measures.

Source: J. S. Abel and P. Huang, A Simple, Robust Measure of Reverberation Echo Density, AES 121
(2006), for the density; ISO 3382-1 for the decay.
"""

import math

import numpy

from measures import RATE, SMALLEST, db

DENSITY_SECONDS = 0.020
GAUSSIAN_SHARE = math.erfc(1 / math.sqrt(2))
TAIL_SECONDS, TAIL_BEGIN = 1.0, 0.3
FLAT_LOW, FLAT_HIGH = 100.0, 8000.0
OCTAVES = [125 * 2.0 ** number for number in range(7)]


def echo_density(response):
    """Share of samples beyond the standard deviation of their 20 ms, relative to Gaussian noise
    (1)."""
    response = numpy.asarray(response, float)
    length = round(DENSITY_SECONDS * RATE) | 1
    window = numpy.hanning(length + 2)[1:-1]
    window /= window.sum()
    half = length // 2
    starts = range(0, len(response) - length + 1, RATE // 1000)
    times, densities = [], []
    for start in starts:
        part = response[start:start + length]
        deviation = math.sqrt((window * part ** 2).sum())
        beyond = (window * (numpy.abs(part) > deviation)).sum() if deviation > 0 else 0.0
        times.append((start + half) / RATE)
        densities.append(beyond / GAUSSIAN_SHARE)
    return numpy.array(times), numpy.array(densities)


def mean_density(response, begin, end):
    """Mean density between two times, in seconds after the response begins."""
    times, densities = echo_density(response[onset(response):][:round((end + 0.02) * RATE)])
    return float(densities[(times >= begin) & (times < end)].mean())


def mixing_seconds(response, full=0.9):
    """Time after the beginning at which the density first is nearly that of noise."""
    times, densities = echo_density(response[onset(response):])
    reached = numpy.flatnonzero(densities >= full)
    return float(times[reached[0]]) if len(reached) else math.inf


def onset(response, below_db=-40.0):
    """The first sample that is not far below the largest."""
    magnitude = numpy.abs(response)
    return int(numpy.argmax(magnitude > magnitude.max() * 10 ** (below_db / 20)))


def decay_db(response):
    """Remaining energy at each time (Schroeder's integral)."""
    left = numpy.cumsum(numpy.square(numpy.asarray(response, float))[::-1])[::-1]
    return db(left / max(left[0], SMALLEST))


def band(response, low, high):
    """The part of a response between two frequencies, with edges that overlap by a sixth."""
    size = 2 * len(response)
    spectrum = numpy.fft.rfft(response, size)
    frequencies = numpy.maximum(numpy.fft.rfftfreq(size, 1 / RATE), 1e-3)
    octaves = numpy.minimum(numpy.log2(frequencies / low), numpy.log2(high / frequencies))
    gain = numpy.clip(0.5 + octaves * 3, 0, 1)
    return numpy.fft.irfft(spectrum * numpy.sin(gain * numpy.pi / 2) ** 2, size)[:len(response)]


def rt60(response, begin_db=-5.0, end_db=-35.0):
    """Seconds for 60 dB, from a line through a part of the decay."""
    decay = decay_db(response)
    inside = numpy.flatnonzero((decay <= begin_db) & (decay >= end_db))
    slope = numpy.polyfit(inside / RATE, decay[inside], 1)[0]
    return float(-60 / slope)


def mid_rt60(response):
    """The decay of the middle band, 500 to 2000 Hz, by which reverbs are made equal."""
    return rt60(band(response, 500, 2000))


def levelled_tail(response):
    """A second of the tail without its decay, which is removed from every octave separately."""
    begin = onset(response) + round(TAIL_BEGIN * RATE)
    end = begin + round(TAIL_SECONDS * RATE)
    times = numpy.arange(end - begin) / RATE
    tail = numpy.zeros(end - begin)
    for middle in OCTAVES:
        part = band(response, middle / math.sqrt(2), middle * math.sqrt(2))
        tail += part[begin:end] * 10 ** (3 * times / rt60(part))
    return tail


def tail_spectrum(response):
    """Frequencies, and powers of the tail over those of the third of an octave around them.

    The quotient is the fine structure: a smooth tail resembles noise, a ringing one has peaks."""
    part = levelled_tail(response)
    power = numpy.abs(numpy.fft.rfft(part * numpy.hanning(len(part)))) ** 2
    frequencies = numpy.fft.rfftfreq(len(part), 1 / RATE)
    sums = numpy.concatenate([[0], numpy.cumsum(power)])
    low = numpy.searchsorted(frequencies, frequencies * 2 ** (-1 / 6))
    high = numpy.searchsorted(frequencies, frequencies * 2 ** (1 / 6), side="right")
    level = power / numpy.maximum((sums[high] - sums[low]) / numpy.maximum(high - low, 1), SMALLEST)
    inside = (frequencies >= FLAT_LOW) & (frequencies <= FLAT_HIGH)
    return frequencies[inside], level[inside]


def tail_flatness_db(response):
    """Geometric over arithmetic mean of the tail's fine structure; Gaussian noise has -2.5."""
    _, power = tail_spectrum(response)
    return float(db(numpy.exp(numpy.log(numpy.maximum(power, SMALLEST)).mean()) / power.mean()))


def tail_peaks_db(response):
    """The highest thousandth of the fine structure over its median; Gaussian noise has 10."""
    _, power = tail_spectrum(response)
    return float(db(numpy.percentile(power, 99.9) / numpy.median(power)))
