"""Responses of filters and equalizers, and purity of a filter with a moving cutoff."""

import math

import numpy
from pedalboard import (HighShelfFilter, LadderFilter, LowpassFilter, LowShelfFilter, PeakFilter)

import drawing
import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board, Command
from report import Peer, Row

HZ = numpy.geomspace(20, 20000, 240)
CUTOFF = 1000.0
SECONDS = 0.5
BANDS = {100: 3, 400: -4, 3000: 3, 8000: 2}
SWEEP_HZ, SWEEP_WIDTH = 0.5, 50.0
TYPES = ("low pass", "high pass", "band pass", "notch")


def gains(processor, frequencies=HZ):
    response = signals.impulse_response(processor, SECONDS, 0.25)[0]
    return measures.response_db(response, numpy.asarray(frequencies, float))


def filter_chain(kind=0, slope=0, cutoff=CUTOFF, resonance=math.sqrt(0.5)):
    return Aha(f"filter:type={kind},slope={slope},cutoff_hz={cutoff},resonance={resonance:.6f}")


def butterworth_db(order):
    """Response of an analog low-pass of this order."""
    return -10 * numpy.log10(1 + (HZ / CUTOFF) ** (2 * order))


def low_passes():
    return {
        "libaha": filter_chain(), "libaha, 24 dB": filter_chain(slope=1),
        "pedalboard": Board(LowpassFilter(CUTOFF)),
        "pedalboard, ladder 24 dB": Board(LadderFilter(LadderFilter.Mode.LPF24, CUTOFF)),
        "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", "lowpass", str(CUTOFF)),
    }


def equalizers():
    low, first, second, high = BANDS.items()
    settings = (f"low_hz={low[0]},low_db={low[1]},mid1_hz={first[0]},mid1_db={first[1]},"
                f"mid2_hz={second[0]},mid2_db={second[1]},high_hz={high[0]},high_db={high[1]}")
    board = [LowShelfFilter(*low), PeakFilter(*first, q=1), PeakFilter(*second, q=1),
             HighShelfFilter(*high)]
    words = ["bass", str(low[1]), str(low[0]), "0.7q", "equalizer", str(first[0]), "1q",
             str(first[1]), "equalizer", str(second[0]), "1q", str(second[1]), "treble",
             str(high[1]), str(high[0]), "0.7q"]
    return {"libaha": Aha(f"equalizer:{settings}"), "pedalboard": Board(*board),
            "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", *words)}


def measure_all(processors, action, *arguments):
    found = {name: attempt(f"response of {name}", action, processor, *arguments)
             for name, processor in processors.items()}
    return {name: value for name, value in found.items() if value is not None}


def text_rows(figure, texts, peers):
    row = Row(figure, texts.get("libaha", "not measured"))
    row.peers = [Peer(name, texts.get(name, "not measured")) for name in peers]
    return row


def cutoff_row(found):
    def text(level):
        at = numpy.interp(CUTOFF, HZ, level)
        octave = numpy.interp(8 * CUTOFF, HZ, level) - numpy.interp(4 * CUTOFF, HZ, level)
        return f"{at:.2f} dB, {octave:.1f} dB"

    texts = {name: text(level) for name, level in found.items()}
    row = text_rows("filter: gain at the cutoff of 1 kHz, and of the octave from 4 kHz", texts,
                    ("pedalboard", "pedalboard, ladder 24 dB", "SoX"))
    row.text += "\n" + texts.get("libaha, 24 dB", "not measured") + " (24 dB)"
    return row


def bells_row(found):
    texts = {name: " ".join(f"{value:+.2f}" for value in level) for name, level in found.items()}
    return text_rows("equalizer: bells of -4 and +3 dB alone, at their middle, dB", texts,
                     ("pedalboard", "SoX"))


def bells():
    """Measures each bell alone, because neighbors overlap its center."""
    made = {}
    for name in ("libaha", "pedalboard", "SoX"):
        made[name] = []
        for number, hz in ((1, 400), (2, 3000)):
            level = BANDS[hz]
            one = {
                "libaha": Aha(f"equalizer:mid{number}_hz={hz},mid{number}_db={level}"),
                "pedalboard": Board(PeakFilter(hz, level, q=1)),
                "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", "equalizer", str(hz),
                               "1q", str(level)),
            }[name]
            value = attempt(f"bell of {name}", gains, one, [hz])
            made[name].append(float(value[0]) if value is not None else numpy.nan)
    return made


def high_bell_row():
    """The farthest that a bell of +12 dB at 16 kHz is from the analog one up to 20 kHz."""
    hz, level, root = 16000, 12, 10 ** (12 / 40)
    made = {
        "libaha": Aha(f"equalizer:mid2_hz={hz},mid2_db={level}"),
        "pedalboard": Board(PeakFilter(hz, level, q=1)),
        "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", "equalizer", str(hz), "1q",
                       str(level)),
    }
    s = 1j * HZ / hz
    analog = measures.db(abs((s * s + s * root + 1) / (s * s + s / root + 1)) ** 2)
    far = {name: float(max(abs(found - analog)))
           for name, found in measure_all(made, gains).items()}
    row = text_rows("equalizer: bell of +12 dB at 16 kHz, from the analog one up to 20 kHz",
                    {name: f"{value:.2f} dB" for name, value in far.items()}, ("pedalboard", "SoX"))
    if "libaha" in far:
        row.target, row.met = "≤ 0.5 dB", far["libaha"] <= 0.5
        row.watch(far["libaha"], "dB", more=False)
    return row


def sweep(effect, time):
    effect.cutoff_frequency_hz = 640 * 30 ** math.sin(2 * math.pi * SWEEP_HZ * time)


def swept():
    return {"libaha": Aha(f"filter:cutoff_hz~{SWEEP_HZ}"),
            "pedalboard, every 512": Board(LowpassFilter(CUTOFF), length=512, between=sweep),
            "pedalboard, every 8192": Board(LowpassFilter(CUTOFF), length=8192, between=sweep)}


def played(processor, sound):
    return processor(sound)[0]


def sweep_row(found):
    """The sweep itself makes side bands of some Hz; energy farther away is clicks and steps."""
    def text(out):
        return f"{measures.purity_db(out, [signals.SINE_HZ], SWEEP_WIDTH):.1f} dB"

    texts = {name: text(out) for name, out in found.items()}
    return text_rows(f"filter swept by a sine of {SWEEP_HZ} Hz: purity of 440 Hz beyond ±50 Hz",
                     texts, ("pedalboard, every 512", "pedalboard, every 8192"))


def draw_filters(low):
    figure, axes = drawing.panels(2, 2)
    curves = {name: (HZ, level) for name, level in low.items()}
    curves["Butterworth of 12 dB"] = (HZ, butterworth_db(2))
    drawing.lines(axes[0][0], curves, "low pass at 1 kHz", "Hz", "dB")
    for kind, name in enumerate(TYPES):
        for slope, style in ((0, "-"), (1, "--")):
            level = attempt(f"filter: {name}", gains, filter_chain(kind, slope, resonance=2))
            if level is not None:
                axes[0][1].plot(HZ, level, style, linewidth=1, color=drawing.OTHERS[kind],
                                label=name if slope == 0 else None)
    axes[0][1].set(title="libaha: four types, 12 dB (24 dB dashed), resonance 2", xlabel="Hz")
    axes[0][1].legend(fontsize="small")
    for hz in (100, 300, 1000, 3000, 10000, 16000):
        level = attempt(f"filter at {hz} Hz", gains, filter_chain(cutoff=hz, resonance=4))
        if level is not None:
            axes[1][0].plot(HZ, level, linewidth=1)
    axes[1][0].set(title="libaha: resonance 4, cutoff 100 Hz to 16 kHz", xlabel="Hz")
    for axis in axes.flat[:3]:
        axis.set(xscale="log", ylim=(-80, 25))
        axis.grid(True, alpha=0.3)
    return figure, axes[1][1]


def draw_equalizer(found):
    figure, axes = drawing.panels(1, 1, width=7)
    drawing.lines(axes[0][0], {name: (HZ, level) for name, level in found.items()},
                  "low shelf 100 Hz +3, bells 400 Hz -4 and 3 kHz +3, high shelf 8 kHz +2",
                  "Hz", "dB")
    axes[0][0].set_xscale("log")
    drawing.save(figure, "equalizer")


def figure(progress):
    progress("responses")
    low = measure_all(low_passes(), gains)
    equal = measure_all(equalizers(), gains)
    moved = measure_all(swept(), played, signals.sine(signals.SINE_HZ, 4))
    picture, axis = draw_filters(low)
    spectra = {}
    for name, out in moved.items():
        hz, power = measures.power_spectrum(out)
        spectra[name] = (hz, measures.db(power / power.max()))
    drawing.lines(axis, spectra, "440 Hz while the cutoff sweeps", "Hz", "dB")
    axis.set(xlim=(20, RATE / 2), xscale="log", ylim=(-160, 5))
    drawing.save(picture, "filter")
    draw_equalizer(equal)
    single = {name: values for name, values in bells().items() if not numpy.isnan(values).any()}
    return [cutoff_row(low), bells_row(single), high_bell_row(), sweep_row(moved)]
