"""Pitch error of a detuned note after the tuner, and its purity."""

import numpy

import drawing
import measures
import signals
from harness import attempt
from processors import Aha
from report import Row

OFF_CENTS = (35, -28)
NOTES_HZ = (146.83, 220.0, 440.0)
SPEED_MS = 0
LOWEST_HZ = 220.0
SETTLED_SECONDS = 0.1


def tuned(hz, cents):
    """A held note through the tuner, and its target pitch."""
    processor = Aha(f"tuner:speed_ms={SPEED_MS},amount=1")
    out = processor(signals.sawtooth(hz * 2 ** (cents / 1200), 3))[0]
    return out, 1000 * processor.latency_frames / measures.RATE


def partials(hz):
    return hz * numpy.arange(1, int(measures.RATE / 2 / hz) + 1)


def glide():
    """Glides up an octave from A, two semitones a second: cents above that A."""
    return 1200 * signals.times(6) / 6


def vibrato():
    """Notes of half a second, up and down an octave, with a vibrato of 40 cents."""
    time = signals.times(6)
    notes = 100 * numpy.array([0, 2, 4, 5, 7, 9, 11, 12, 7, 4, 2, 0])
    return notes[(time * 2).astype(int)] + 40 * numpy.sin(2 * numpy.pi * 5.5 * time)


def settled_cents(cents):
    """Pitch error after the tuner, from 100 ms after the note's beginning."""
    processor = Aha(f"tuner:speed_ms={SPEED_MS},amount=1")
    out = processor(signals.sung(LOWEST_HZ * 2 ** (cents / 1200)))[0]
    notes = numpy.round(cents / 100)
    begins = [0, *(numpy.flatnonzero(numpy.diff(notes)) + 1), len(notes)]
    errors = []
    for begin, end in zip(begins, begins[1:], strict=False):
        first = begin + round(SETTLED_SECONDS * measures.RATE)
        if end - first > measures.RATE // 10:
            note = LOWEST_HZ * 2 ** (notes[begin] / 12)
            errors.extend(measures.cents_over_time(out[first:end], note)[1])
    return max(errors, key=abs)


def moving():
    row = Row("tuner: moving tones, from 100 ms after each note")
    found = {what: attempt(f"tuner, {what}", settled_cents, tone())
             for what, tone in {"glide": glide, "vibrato": vibrato}.items()}
    row.data = {what: cents for what, cents in found.items() if cents is not None}
    row.text = "\n".join(f"{what} {cents:+.1f} cents at most" for what, cents in row.data.items())
    return row


def figure(progress):
    progress("tuner")
    errors, purities, latency, spectra = [], [], None, {}
    for hz, cents in [(hz, cents) for hz in NOTES_HZ for cents in OFF_CENTS]:
        found = attempt(f"tuner at {hz} Hz", tuned, hz, cents)
        if found is None:
            continue
        out, latency = found
        errors.append(measures.error_cents(out, hz))
        purities.append(measures.purity_db(out, partials(hz)))
        frequencies, power = measures.power_spectrum(out)
        spectra[f"{hz:.0f} Hz, {cents:+d} cents"] = (frequencies, measures.db(power / power.max()))
    row = Row("tuner: notes 35 cents above and 28 below, after correction")
    if errors:
        row.text = (f"{max(errors, key=abs):+.2f} cents at most\n"
                    f"purity {min(purities):.1f} dB at least\nlatency {latency:.1f} ms")
        row.data = {"cents": errors, "purity_db": purities, "latency_ms": latency}
        figure_, axes = drawing.panels(1, 1, width=9)
        drawing.lines(axes[0][0], spectra, "sawtooths after the tuner", "Hz", "dB")
        axes[0][0].set(xlim=(0, 3000), ylim=(-120, 5))
        drawing.save(figure_, "tuner")
    return [row, moving()]
