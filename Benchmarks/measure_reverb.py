"""Figures of a reverb's impulse response: decay time, echo density, flatness of the tail.

A response is a numpy array of one channel that starts with the direct sound or before it.
"""

import numpy as np
from scipy.signal import butter, sosfiltfilt
from scipy.special import erfc

GAUSSIAN_SHARE = erfc(1 / np.sqrt(2))  # of noise beyond one standard deviation


def octave(response, rate, hz):
    """The response in one octave; no phase, so that nothing moves in time."""
    sos = butter(4, [hz / np.sqrt(2), min(hz * np.sqrt(2), 0.49 * rate)], "band", fs=rate,
                 output="sos")
    return sosfiltfilt(sos, response)


def decay_curve(response):
    """Energy that is still to come, in dB of all of it (Schroeder 1965)."""
    energy = np.cumsum(np.asarray(response, float)[::-1] ** 2)[::-1]
    return 10 * np.log10(np.maximum(energy / energy[0], 1e-20))


def rt60(response, rate, hz=1000, span=(-5, -35)):
    """Seconds for 60 dB, from the slope of `span` in an octave; `hz=None`: of everything."""
    curve = decay_curve(octave(response, rate, hz) if hz else response)
    start, end = (int(np.argmax(curve <= level)) for level in span)
    slope = np.polyfit(np.arange(start, end) / rate, curve[start:end], 1)[0]
    return -60 / slope


def echo_density_profile(response, rate, window_ms=20):
    """Share of samples beyond a standard deviation, over a sliding window, in units of that of
    noise (Abel and Huang, AES 121, 2006). Returns times in seconds and densities."""
    half = int(rate * window_ms / 2000)
    window = np.hanning(2 * half + 1)
    window /= window.sum()
    signal = np.pad(np.asarray(response, float), half)
    times, densities = [], []
    for start in range(0, len(response), max(1, rate // 2000)):
        part = signal[start:start + 2 * half + 1]
        deviation = np.sqrt(np.sum(window * part ** 2))
        outside = np.sum(window * (np.abs(part) > deviation)) if deviation > 0 else 0
        times.append(start / rate)
        densities.append(outside / GAUSSIAN_SHARE)
    return np.array(times), np.array(densities)


def echo_density(response, rate, window_ms=20, span_ms=(50, 200)):
    """(ms until the density is 1, mean density over `span_ms`), both from the direct sound on."""
    start = first_sound(response)
    length = int(rate * 0.6)
    times, densities = echo_density_profile(response[start:start + length], rate, window_ms)
    reached = np.flatnonzero(densities >= 1)
    mixing = 1000 * times[reached[0]] if len(reached) else np.inf
    inside = (times >= span_ms[0] / 1000) & (times <= span_ms[1] / 1000)
    return float(mixing), float(densities[inside].mean())


def first_sound(response):
    """Index of the first sample above -60 dB of the largest."""
    return int(np.argmax(np.abs(response) > 1e-3 * np.abs(response).max()))


def tail_spectrum(response, rate, span=(0.3, 1.3), band=(100, 8000)):
    """Power of the tail at each frequency of `band` over the power around it (a third of an octave).

    The decay is taken out first, in octaves, so that the end counts as much as the start."""
    start = first_sound(response)
    part = np.zeros(int((span[1] - span[0]) * rate))
    first = start + int(span[0] * rate)
    for hz in 125 * 2.0 ** np.arange(7):
        signal = octave(response, rate, hz)
        time = np.arange(len(part)) / rate
        part += signal[first:first + len(part)] * 10 ** (3 * time / rt60(response, rate, hz))
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
    hz = np.fft.rfftfreq(len(part), 1 / rate)
    total = np.concatenate([[0], np.cumsum(power)])
    low = np.searchsorted(hz, hz * 2 ** (-1 / 6))
    high = np.maximum(np.searchsorted(hz, hz * 2 ** (1 / 6)), low + 1)
    around = (total[high] - total[low]) / (high - low)
    inside = (hz >= band[0]) & (hz <= band[1])
    return hz[inside], power[inside] / around[inside]


def tail_flatness(response, rate, span=(0.3, 1.3), band=(100, 8000)):
    """How even the spectrum of the tail is: a dict of three figures.

    `flatness_db`: geometric over arithmetic mean; noise has -2.5 dB, ringing is below.
    `kurtosis`: of the spectrum, mean square over squared mean; noise has 2, ringing is above.
    `peak_db`: the 99.9th percentile over the median; noise has 10, ringing is above."""
    _, power = tail_spectrum(response, rate, span, band)
    power = np.maximum(power, 1e-12)
    return {
        "flatness_db": float(10 * np.log10(np.exp(np.mean(np.log(power))) / power.mean())),
        "kurtosis": float(np.mean(power ** 2) / np.mean(power) ** 2),
        "peak_db": float(10 * np.log10(np.percentile(power, 99.9) / np.median(power))),
    }
