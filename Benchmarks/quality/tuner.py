"""How far a note that is off is from its place after the tuner, and how pure it stays."""

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


def tuned(hz, cents):
    """A held note through the tuner, and where it should be."""
    processor = Aha(f"tuner:speed_ms={SPEED_MS},amount=1")
    out = processor(signals.sawtooth(hz * 2 ** (cents / 1200), 3))[0]
    return out, 1000 * processor.latency_frames / measures.RATE


def partials(hz):
    return hz * numpy.arange(1, int(measures.RATE / 2 / hz) + 1)


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
    return [row]
