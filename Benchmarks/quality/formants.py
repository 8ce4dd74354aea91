"""Formants of sung vowels whose pitch is shifted: they should stay."""

from concurrent.futures import ThreadPoolExecutor

import numpy

import drawing
import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Command
from report import Row

CENTS, LIMIT_CENTS, HIGHEST_HZ, SOFTEST_DB = 400, 40, 4500, -35
# Middle frequencies and widths in Hz. Source: G. E. Peterson and H. L. Barney, Control Methods
# Used in a Study of the Vowels, 1952.
VOWELS = {"a": ((730, 90), (1090, 110), (2440, 140)), "i": ((270, 60), (2290, 110), (3010, 160)),
          "u": ((300, 60), (870, 100), (2240, 140))}
PITCHES_HZ = (90.0, 120.0, 160.0, 200.0, 260.0)
MOVES = numpy.arange(-300, 701, 2)


def processors():
    shift = ("-p", str(CENTS / 100), "{in}", "{out}")
    return {
        "libaha": Aha(f"pitch:cents={CENTS},formant=1"),
        "Rubber Band R2": Command("rubberband", "-q", "-2", "-F", *shift),
        "Rubber Band R3": Command("rubberband", "-q", "-3", "-F", *shift),
    }


def envelope_db(formants, hz):
    """Resonances in series, and a slope of 6 dB per octave."""
    level = -20 * numpy.log10(hz / 100)
    for middle, width in formants:
        s = 1j * numpy.asarray(hz, float)
        level = level + 20 * numpy.log10(abs(middle ** 2 / (s * s + s * width + middle ** 2)))
    return level


def vowel(formants, pitch):
    hz = pitch * numpy.arange(1, int(0.45 * RATE / pitch) + 1)
    levels = 10 ** (envelope_db(formants, hz) / 20)
    time = signals.times(2.5)
    tone = sum(level * numpy.sin(2 * numpy.pi * one * time + index * index)
               for index, (one, level) in enumerate(zip(hz, levels)))
    return signals.faded(0.5 * tone / numpy.abs(tone).max())


def harmonics_db(sound, pitch):
    frequencies, power = measures.power_spectrum(sound)
    hz = pitch * numpy.arange(1, int(HIGHEST_HZ / pitch) + 1)
    return hz, measures.db(numpy.array([power[abs(frequencies - one) < 10].max() for one in hz]))


def moved_cents(sound, formants, pitch):
    """The move of the envelope that fits the louder harmonics best, at any level."""
    hz, levels = harmonics_db(sound, pitch)
    is_loud = levels > levels.max() + SOFTEST_DB
    hz, levels = hz[is_loud], levels[is_loud]
    errors = [numpy.std(levels - envelope_db(formants, hz * 2 ** (-move / 1200)))
              for move in MOVES]
    return float(MOVES[numpy.argmin(errors)])


def shifted(processor, formants, pitch):
    return processor(vowel(formants, pitch))[0]


def draw(outputs):
    figure, axes = drawing.panels(1, len(VOWELS))
    pitch = PITCHES_HZ[2]
    for axis, (name, formants) in zip(axes[0], VOWELS.items()):
        curves = {peer: harmonics_db(sound, pitch * 2 ** (CENTS / 1200))
                  for (peer, one, hz), sound in outputs.items() if (one, hz) == (name, pitch)}
        curves = {peer: (hz, level - level.max()) for peer, (hz, level) in curves.items()}
        hz = numpy.arange(100.0, HIGHEST_HZ, 10)
        loudest = envelope_db(formants, pitch * 2 ** (CENTS / 1200) * numpy.arange(1, 20)).max()
        drawing.lines(axis, {**curves, "the vowel": (hz, envelope_db(formants, hz) - loudest)},
                      f"{name} at {pitch:g} Hz, {CENTS:+d} cents", "Hz", "dB")
        axis.set_ylim(-70, 5)
    drawing.save(figure, "formants")


def figure(progress):
    progress("formants")
    jobs = [(peer, name, pitch) for peer in processors() for name in VOWELS for pitch in PITCHES_HZ]
    with ThreadPoolExecutor() as pool:
        done = pool.map(lambda job: attempt(f"vowels of {job[0]}", shifted, processors()[job[0]],
                                            VOWELS[job[1]], job[2]), jobs)
        outputs = {job: sound for job, sound in zip(jobs, done) if sound is not None}
    draw(outputs)
    row = Row(f"formants kept at {CENTS:+d} cents, {len(VOWELS)} vowels at {PITCHES_HZ[0]:g} to "
              f"{PITCHES_HZ[-1]:g} Hz: mean, farthest", target=f"≤ {LIMIT_CENTS} cents")
    for peer in processors():
        moves = [abs(moved_cents(sound, VOWELS[name], pitch * 2 ** (CENTS / 1200)))
                 for (one, name, pitch), sound in outputs.items() if one == peer]
        if moves:
            row.data[peer] = float(numpy.mean(moves))
            row.tell(peer, f"{row.data[peer]:.0f} cents, {max(moves):.0f} cents")
    if "libaha" in row.data:
        row.met = row.data["libaha"] <= LIMIT_CENTS
        row.watch(row.data["libaha"], "%", more=False)
    return [row]
