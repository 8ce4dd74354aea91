"""The aliases of distortions: lines that are at no multiple of the tone."""

from pedalboard import Distortion, LadderFilter

import drawing
import measures
import signals
from harness import attempt
from processors import Aha, Board
from report import Row

TONE_HZ, DRIVE_DB, RATE = 5000.0, 24.0, 48000
TONES_HZ = (997, 1997, 5000, 7000, 10000, 13000, 15000, 17000, 19000, 20000)
CURVES = ("tanh", "soft", "tube", "hard")
LADDER_HZ, LADDER_DRIVES = 20000.0, (12, 24)


def saturations():
    curves = {f"libaha, {name}" if number else "libaha":
              Aha(f"saturation:curve={number},drive_db={DRIVE_DB}", RATE)
              for number, name in enumerate(CURVES)}
    return {**curves, "pedalboard": Board(Distortion(DRIVE_DB), rate=RATE)}


def ladders(drive):
    board = LadderFilter(LadderFilter.Mode.LPF24, LADDER_HZ, 0, 10 ** (drive / 20))
    return {"libaha": Aha(f"ladder:cutoff_hz={LADDER_HZ},resonance=0,drive_db={drive}", RATE),
            "pedalboard": Board(board, rate=RATE)}


def distorted(processors, hz):
    tone = signals.sine(hz, 2, 1.0, RATE)
    outputs = {name: attempt(f"{name}, {hz:g} Hz with drive", processor, tone)
               for name, processor in processors.items()}
    return {name: output for name, output in outputs.items() if output is not None}


def draw(name, outputs, title):
    figure, axes = drawing.panels(1, len(outputs))
    for axis, (peer, output) in zip(axes[0], outputs.items()):
        frequencies, power = measures.power_spectrum(output[0], rate=RATE)
        drawing.lines(axis, {peer: (frequencies / 1000, measures.db(power / power.max()))}, title,
                      "kHz", "dB")
        axis.set_ylim(-130, 5)
    drawing.save(figure, name)


def alias_row(title, outputs, hz, limit_db):
    row = Row(title, target=f"≤ {limit_db} dB")
    for name, output in outputs.items():
        row.data[name] = measures.alias_db(output[0], hz, RATE)
        row.tell(name, f"{row.data[name]:.1f} dB")
    if "libaha" in row.data:
        row.met = row.data["libaha"] <= limit_db
        row.watch(row.data["libaha"], "dB", more=False)
    return row


def figure(progress):
    progress("saturation, ladder with drive")
    rows = []
    for hz in TONES_HZ:
        outputs = distorted(saturations(), hz)
        if hz == TONE_HZ:
            draw("saturation", outputs, f"{hz / 1000:g} kHz with {DRIVE_DB:g} dB of drive")
        rows.append(alias_row(f"saturation: strongest alias of {hz:g} Hz, {DRIVE_DB:g} dB of drive",
                              outputs, hz, -80))
    for drive in LADDER_DRIVES:
        outputs = distorted(ladders(drive), TONE_HZ)
        draw(f"ladder_{drive}", outputs, f"ladder: {TONE_HZ / 1000:g} kHz with {drive} dB of drive")
        rows.append(alias_row(f"ladder: strongest alias of {TONE_HZ:g} Hz, {drive} dB of drive",
                              outputs, TONE_HZ, -60))
    return rows
