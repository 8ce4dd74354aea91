"""Measures of sound: numbers from arrays of samples.

Signals are one channel at RATE by default. measures_test.py checks each measure with signals of
known results.
"""

import math

import numpy

RATE = 44100
WINDOW = 65536
PARTIAL_HZ = 8.0
AUDIBLE_HZ = 20000.0
CLICK_SECONDS = 0.005
SMALLEST = 1e-30


def db(power_ratio):
    return 10 * numpy.log10(numpy.maximum(power_ratio, SMALLEST))


def blackman_harris(length):
    """Side lobes below -92 dB. Source: F. J. Harris, Proc. IEEE 66 (1978), four terms."""
    phase = 2 * numpy.pi * numpy.arange(length) / length
    return (0.35875 - 0.48829 * numpy.cos(phase) + 0.14128 * numpy.cos(2 * phase)
            - 0.01168 * numpy.cos(3 * phase))


def steady(signal, length=WINDOW):
    """The middle of a signal, without its begin and end."""
    begin = (len(signal) - length) // 2
    if begin < 0:
        raise ValueError(f"{len(signal)} samples, {length} needed")
    return signal[begin:begin + length]


def power_spectrum(signal, padding=1, rate=RATE):
    """Frequencies in Hz and powers of the steady part."""
    part = steady(numpy.asarray(signal, float)) * blackman_harris(WINDOW)
    spectrum = numpy.abs(numpy.fft.rfft(part, WINDOW * padding)) ** 2
    return numpy.fft.rfftfreq(WINDOW * padding, 1 / rate), spectrum


def near(frequencies, partials, width=PARTIAL_HZ):
    return (numpy.abs(frequencies[:, None] - numpy.asarray(partials)) <= width).any(axis=1)


def purity_db(signal, partials, width=PARTIAL_HZ):
    """Energy within this many Hz of the expected partials against all other energy."""
    frequencies, power = power_spectrum(signal)
    wanted = near(frequencies, partials, width)
    return float(db(power[wanted].sum() / max(power[~wanted].sum(), SMALLEST)))


def peak_hz(signal, about):
    """The strongest frequency within a semitone of one, interpolated between the bins by a
    parabola."""
    frequencies, power = power_spectrum(signal, padding=4)
    octaves = numpy.log2(numpy.maximum(frequencies, 1) / about)
    inside = numpy.flatnonzero(numpy.abs(octaves) < 1 / 12)
    top = inside[numpy.argmax(power[inside])]
    left, middle, right = db(power[top - 1:top + 2])
    shift = 0.5 * (left - right) / (left - 2 * middle + right)
    return float((top + shift) * (frequencies[1] - frequencies[0]))


def error_cents(signal, expected):
    return 1200 * math.log2(peak_hz(signal, expected) / expected)


def cents_over_time(signal, expected, window_seconds=0.05, step_seconds=0.005):
    """Deviation of a tone with overtones from a frequency: the centers of the analyzed windows
    in seconds, and the cents there. For a signal that stays within about a semitone."""
    length, step = round(window_seconds * RATE), round(step_seconds * RATE)
    turned = signal * numpy.exp(-2j * numpy.pi * expected / RATE * numpy.arange(len(signal)))
    weights = numpy.hanning(length)
    begins = range(0, len(signal) - length, step)
    slow = numpy.array([weights @ turned[begin:begin + length] for begin in begins])
    off = numpy.diff(numpy.unwrap(numpy.angle(slow))) * RATE / (2 * numpy.pi * step)
    middles = (numpy.arange(len(off)) * step + (length + step) / 2) / RATE
    return middles, 1200 * numpy.log2(numpy.maximum(1 + off / expected, SMALLEST))


def thd_db(signal, fundamental, highest=10):
    """Harmonics against the fundamental; those above half the sample rate are missing."""
    frequencies, power = power_spectrum(signal)
    harmonics = [n * fundamental for n in range(2, highest + 1) if n * fundamental < RATE / 2]
    return float(db(power[near(frequencies, harmonics)].sum()
                    / power[near(frequencies, [fundamental])].sum()))


def alias_db(signal, fundamental, rate=RATE):
    """The strongest line up to 20 kHz that is at no multiple of a tone, beside the tone."""
    frequencies, power = power_spectrum(signal, rate=rate)
    harmonics = numpy.arange(0, rate / 2, fundamental)
    between = power[~near(frequencies, harmonics) & (frequencies <= AUDIBLE_HZ)]
    return float(db(between.max() / power[near(frequencies, [fundamental])].max()))


def side_phase_spread(left, right, partials, length=8192):
    """Max deviation of the phase between two sides from its mean while tones are held, in
    degrees."""
    window = blackman_harris(length)
    turns = numpy.exp(-2j * numpy.pi * numpy.outer(partials, numpy.arange(length) / RATE)) * window
    between = []
    for begin in range(RATE // 2, len(left) - RATE // 2 - length, length // 2):
        one, other = (turns @ side[begin:begin + length] for side in (left, right))
        between.append(one * other.conj() / numpy.abs(one * other))
    between = numpy.array(between)
    return float(numpy.degrees(numpy.abs(numpy.angle(between * between.mean(axis=0).conj())).max()))


def click_share(signal, places, seconds=CLICK_SECONDS):
    """Fraction of all energy within this distance of the places, in frames."""
    energy = numpy.asarray(signal, float) ** 2
    reach = round(seconds * RATE)
    wanted = numpy.zeros(len(energy), bool)
    for place in places:
        wanted[max(0, place - reach):place + reach + 1] = True
    return float(energy[wanted].sum() / max(energy.sum(), SMALLEST))


def oversampled(signal, factor=16, block=8192, overlap=1024):
    """The band-limited signal between the samples, in blocks whose faded ends are left out."""
    step = block - 2 * overlap
    count = -(-len(signal) // step)
    padded = numpy.zeros(count * step + 2 * overlap)
    padded[overlap:overlap + len(signal)] = signal
    fade = 0.5 - 0.5 * numpy.cos(numpy.pi * numpy.arange(overlap // 2) / (overlap // 2))
    window = numpy.concatenate([fade, numpy.ones(block - overlap), fade[::-1]])
    for index in range(count):
        part = padded[index * step:index * step + block] * window
        spectrum = numpy.fft.rfft(part)
        spectrum[-1] /= 2
        fine = numpy.fft.irfft(spectrum, block * factor) * factor
        yield fine[overlap * factor:(block - overlap) * factor]


def true_peak_db(signal):
    """The highest level between the samples, at 16 times the rate, in dB of full scale."""
    return 20 * math.log10(max(max(numpy.abs(part).max() for part in oversampled(signal)), 1e-12))


def level_db(signal):
    """RMS in dB; a full-scale sine has -3."""
    return float(db(numpy.mean(numpy.square(numpy.asarray(signal, float)))))


def response_db(impulse_response, frequencies):
    """Gain at frequencies in Hz, computed by the sum itself, so that any frequency is possible."""
    times = numpy.arange(len(impulse_response)) / RATE
    turns = numpy.exp(-2j * numpy.pi * numpy.outer(frequencies, times))
    return db(numpy.abs(turns @ impulse_response) ** 2)
