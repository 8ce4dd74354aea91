"""Peaks of a limiter, including inter-sample peaks, and its effect below the ceiling."""

import numpy
from pedalboard import Gain, Limiter

import drawing
import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board
from report import Peer, Row

CEILING_DB, MAX_OVER_DB = -1.0, 0.1
DRIVE_DB = 12


def quarter():
    """A sine of a quarter of the sample rate whose samples all miss its peaks."""
    return signals.faded(0.9 * numpy.sin(2 * numpy.pi * (numpy.arange(2 * RATE) / 4 + 1 / 8)))


def square():
    return 0.9 * numpy.sign(numpy.sin(2 * numpy.pi * 220.3 * signals.times(2)))


def bursts():
    """Sines of 7 kHz with abrupt begin and end."""
    gate = (signals.times(2) * 20 % 1) < 0.3
    return 0.9 * gate * numpy.sin(2 * numpy.pi * 7001 * signals.times(2))


def signs():
    """Random samples of 1 and -1."""
    return numpy.sign(numpy.random.default_rng(2).standard_normal(2 * RATE))


def treble():
    """Bursts of 21.8 kHz, 250 Hz below half the rate."""
    gate = (signals.times(2) * 20 % 1) < 0.3
    return gate * numpy.sin(2 * numpy.pi * 21800 * signals.times(2))


def sounds():
    return {"music": signals.music(10), "noise below 20 kHz": signals.noise(2, below=20000),
            "white noise": signals.noise(2), "random signs": signs(), "square": square(),
            "bursts": bursts(), "bursts of 21.8 kHz": treble(), "quarter of the rate": quarter()}


def processors(drive=DRIVE_DB):
    return {"libaha": Aha(f"limiter:gain_db={drive},ceiling_db={CEILING_DB}"),
            "pedalboard": Board(Gain(drive), Limiter(threshold_db=CEILING_DB))}


def over(sound):
    """True peak of both sides above the ceiling, in dB."""
    return max(measures.true_peak_db(side) for side in sound) - CEILING_DB


def passed(processor, sound):
    return processor(sound)


def peak_row(name, sound, outputs):
    row = Row(f"limiter: true peak over the ceiling, {name} +{DRIVE_DB} dB",
              target=f"≤ {MAX_OVER_DB} dB")
    for peer in processors():
        out = outputs[peer] = attempt(f"{peer}'s limiter", passed, processors()[peer], sound)
        if out is None:
            continue
        row.data[peer] = over(out)
        text = f"{row.data[peer]:+.2f} dB, level {measures.level_db(out):.1f} dB"
        if peer == "libaha":
            row.text, row.met = text, row.data[peer] <= MAX_OVER_DB
            row.watch(row.data[peer], "dB", more=False)
        else:
            difference = row.data[peer] - row.data.get("libaha", numpy.nan)
            row.peers = [Peer(peer, text, f"{difference:.1f} dB lower")]
    return row


def text_row(figure, texts, target="", met=None):
    """A figure with one text for each."""
    row = Row(figure, texts.get("libaha") or "not measured", target, met)
    row.peers = [Peer(name, text or "not measured") for name, text in texts.items()
                 if name != "libaha"]
    return row


def quiet_row():
    """Below the ceiling the output should equal the input."""
    sound = signals.music(5) * 0.5
    made, texts = {}, {}
    for name, processor in processors(drive=0).items():
        out = attempt(f"{name}'s limiter", passed, processor, sound)
        if out is not None:
            inside = slice(RATE // 10, -RATE // 10)
            error = numpy.abs(out - sound)[:, inside].max()
            made[name] = error
            texts[name] = "the same samples" if error == 0 else \
                f"{20 * numpy.log10(max(error, 1e-9)):.0f} dB"
    return text_row("limiter: largest difference below the ceiling", texts)


def distortion_row(hz):
    texts = {}
    for name, processor in processors(drive=6).items():
        out = attempt(f"{name}'s limiter", passed, processor, signals.sine(hz, 3, 0.89))
        if out is not None:
            texts[name] = f"{measures.thd_db(out[0], hz):.1f} dB"
    return text_row(f"limiter: harmonics of {hz:g} Hz, 6 dB over", texts)


def draw(outputs, sound):
    figure, axes = drawing.panels(2, 2)
    time = 1000 * numpy.arange(RATE // 50) / RATE
    begin = int(numpy.argmax(numpy.abs(sound[0, RATE:-RATE]))) + RATE - RATE // 100
    part = slice(begin, begin + RATE // 50)
    gain = 10 ** (DRIVE_DB / 20)
    curves = {"in": (time, gain * sound[0, part])}
    curves.update({name: (time, out[0, part]) for name, out in outputs.items() if out is not None})
    drawing.lines(axes[0][0], curves, f"music, {DRIVE_DB} dB too loud", "ms", "")
    levels = numpy.arange(-30, 13, 1.5)
    steps = numpy.concatenate([signals.sine(997, 0.4, 10 ** (level / 20)) for level in levels])
    for name, processor in processors(drive=0).items():
        out = attempt(f"{name}'s limiter", passed, processor, steps)
        if out is not None:
            parts = numpy.array_split(out[0], len(levels))
            peaks = [20 * numpy.log10(numpy.abs(one[len(one) // 2:-2000]).max()) for one in parts]
            axes[0][1].plot(levels, peaks, label=name, marker=".", color=drawing.color(name, 0))
    axes[0][1].set(title="peak out over peak in, 997 Hz", xlabel="dB", ylabel="dB")
    axes[0][1].legend()
    axes[0][1].grid(True, alpha=0.3)
    for axis, hz in zip(axes[1], (100.0, 997.0)):
        spectra = {}
        for name, processor in processors(drive=6).items():
            out = attempt(f"{name}'s limiter", passed, processor, signals.sine(hz, 3, 0.89))
            if out is not None:
                frequencies, power = measures.power_spectrum(out[0])
                spectra[name] = (frequencies, measures.db(power / power.max()))
        drawing.lines(axis, spectra, f"{hz:g} Hz, 6 dB over the ceiling", "Hz", "dB")
        axis.set(xlim=(0, 20 * hz), ylim=(-130, 5))
    drawing.save(figure, "limiter")


def figure(progress):
    progress("limiter")
    rows, outputs = [], {}
    for name, sound in sounds().items():
        outputs[name] = {}
        rows.append(peak_row(name, sound, outputs[name]))
    draw(outputs["music"], sounds()["music"])
    return rows + [quiet_row(), distortion_row(100.0), distortion_row(997.0)]
