"""The aliases of distortions: lines that are at no multiple of the tone."""

from pedalboard import Distortion

import drawing
import measures
import signals
from harness import attempt
from processors import Aha, Board
from report import Row

TONE_HZ, DRIVE_DB = 5000.0, 24.0
CURVES = ("tanh", "soft", "tube", "hard")


def processors():
    curves = {f"libaha, {name}" if number else "libaha":
              Aha(f"saturation:curve={number},drive_db={DRIVE_DB}")
              for number, name in enumerate(CURVES)}
    return {**curves, "pedalboard": Board(Distortion(DRIVE_DB))}


def draw(outputs):
    figure, axes = drawing.panels(1, len(outputs))
    for number, (name, output) in enumerate(outputs.items()):
        frequencies, power = measures.power_spectrum(output[0])
        axis, level = axes[0][number], measures.db(power / power.max())
        drawing.lines(axis, {name: (frequencies / 1000, level)},
                      f"{TONE_HZ / 1000:g} kHz with {DRIVE_DB:g} dB of drive", "kHz", "dB")
        axis.set_ylim(-130, 5)
    drawing.save(figure, "saturation")


def figure(progress):
    progress("saturation")
    tone = signals.sine(TONE_HZ, 3, 1.0)
    outputs = {name: attempt(f"{name}'s saturation", processor, tone)
               for name, processor in processors().items()}
    outputs = {name: output for name, output in outputs.items() if output is not None}
    draw(outputs)
    row = Row(f"saturation: strongest alias of {TONE_HZ:g} Hz, {DRIVE_DB:g} dB of drive")
    for name, output in outputs.items():
        row.data[name] = measures.alias_db(output[0], TONE_HZ)
        text = f"{row.data[name]:.1f} dB"
        row.tell(name, text)
        if name == "libaha":
            row.target, row.met = "≤ -80 dB", row.data[name] <= -80
    return [row]
