"""The curve of compressors, their harmonics, and their attack and release."""

import numpy
from pedalboard import Compressor

import drawing
import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board
from report import Row

THRESHOLD, RATIO, ATTACK, RELEASE, KNEE = -18.0, 3.0, 10.0, 120.0, 6.0
LEVELS = numpy.arange(-48.0, 1.0, 3.0)
STEP_SECONDS = 0.8


def processors():
    settings = f"threshold_db={THRESHOLD},ratio={RATIO},attack_ms={ATTACK},release_ms={RELEASE}"
    return {"libaha": Aha(f"compressor:{settings},knee_db={KNEE}"),
            "pedalboard": Board(Compressor(THRESHOLD, RATIO, ATTACK, RELEASE))}


def ideal(level, knee):
    """The output level for an input level, with a parabolic knee.

    Source: D. Giannoulis, M. Massberg, J. D. Reiss, J. Audio Eng. Soc. 60 (2012), equation 4."""
    over = level - THRESHOLD
    inside = numpy.abs(over) <= knee / 2
    bent = level + (1 / RATIO - 1) * (over + knee / 2) ** 2 / (2 * max(knee, 1e-9))
    return numpy.where(inside, bent, numpy.where(over > 0, THRESHOLD + over / RATIO, level))


def steps():
    """Sines of all levels in sequence; a level is the peak's."""
    return numpy.concatenate([signals.sine(997, STEP_SECONDS, 10 ** (level / 20))
                              for level in LEVELS])


def curve(processor):
    """Output peak levels, from the root mean square of the end of each step."""
    parts = numpy.array_split(processor(steps())[0], len(LEVELS))
    length = len(parts[0])
    return numpy.array([measures.level_db(part[length // 2:-2000]) + 3.01 for part in parts])


def burst():
    """-30 dB, then -6 for 300 ms, then -30 again."""
    times = signals.times(1.2)
    peak = numpy.where((times >= 0.3) & (times < 0.6), 0.5, 0.0316)
    return peak * numpy.sin(2 * numpy.pi * 997 * times)


def gain_over_time(processor):
    """The gain applied to the burst, from short means of its square."""
    sound = burst()
    length = RATE // 200
    kernel = numpy.ones(length) / length
    out, plain = (numpy.convolve(part ** 2, kernel, "same")
                  for part in (processor(sound)[0], sound))
    return measures.db(out / numpy.maximum(plain, 1e-12))


def curve_row(curves):
    row = Row("compressor: farthest from its ideal curve, -48 to 0 dB")
    for name, levels in curves.items():
        # pedalboard has no knee.
        off = numpy.abs(levels - ideal(LEVELS, KNEE if name == "libaha" else 0)).max()
        row.data[name] = off
        row.tell(name, f"{off:.2f} dB")
    return row


def harmonics_row(hz):
    row = Row(f"compressor: harmonics of {hz:g} Hz at -6 dB")
    for name, processor in processors().items():
        out = attempt(f"{name}'s compressor", processor, signals.sine(hz, 3))
        if out is None:
            continue
        text = f"{measures.thd_db(out[0], hz):.1f} dB"
        row.tell(name, text)
    return row


def draw(curves):
    figure, axes = drawing.panels(1, 2)
    lines = {name: (LEVELS, levels) for name, levels in curves.items()}
    lines["ideal, knee of 6 dB"] = (LEVELS, ideal(LEVELS, KNEE))
    drawing.lines(axes[0][0], lines, "997 Hz, level out over level in", "dB", "dB")
    moves = {name: attempt(f"{name}'s compressor", gain_over_time, processor)
             for name, processor in processors().items()}
    times = signals.times(1.2)
    drawing.lines(axes[0][1], {name: (times, gain) for name, gain in moves.items()
                               if gain is not None},
                  "gain while 24 dB more come (0.3 s) and go (0.6 s)", "s", "dB")
    axes[0][1].set_ylim(-14, 4)
    drawing.save(figure, "compressor")


def figure(progress):
    progress("compressor")
    curves = {name: attempt(f"{name}'s compressor", curve, processor)
              for name, processor in processors().items()}
    curves = {name: levels for name, levels in curves.items() if levels is not None}
    draw(curves)
    return [curve_row(curves), harmonics_row(100.0), harmonics_row(997.0)]
