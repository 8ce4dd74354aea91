"""Purity of a shifted sound, accuracy of its pitch, and shape of a shifted click."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy
from pedalboard import PitchShift

import drawing
import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board, Command
from report import Peer, Row

PART_SECONDS, CLICKS, CLICK_DISTANCE, SIDE_FRAMES = 3.0, 6, 0.5, 20
SEMITONES = (5, -5, 12, 0)
TARGET_CLICK, TARGET_LATENCY_MS, LIVE_LATENCY_MS, MAX_LATE = 0.95, 100, 40, 0.1
# Goals for the sine, the chord, and the error in cents.
GOALS = (("≥ 55 dB", lambda purity: purity >= 55), ("≥ 40 dB", lambda purity: purity >= 40),
         ("≤ 1 cent", lambda cents: abs(cents) <= 1))
GRID_HZ, GRID_SEMITONES, GRID_DB = numpy.geomspace(55, 12000, 20), numpy.linspace(-12, 12, 11), 60


def processors(semitones):
    return {
        "libaha": Aha(f"pitch:cents={100 * semitones}"),
        "libaha, live": Aha(f"live_pitch:cents={100 * semitones}"),
        "pedalboard": Board(PitchShift(semitones)),
        "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", "pitch", str(100 * semitones)),
        "SoundTouch": Command("soundstretch", "{in}", "{out}", f"-pitch={semitones}"),
        "Rubber Band R2": Command("rubberband", "-q", "-2", "-p", str(semitones), "{in}", "{out}"),
        "Rubber Band R3": Command("rubberband", "-q", "-3", "-p", str(semitones), "{in}", "{out}"),
    }


@dataclass
class Shifted:
    """One processor's results for the sine, the chord and the clicks."""
    sine: numpy.ndarray
    chord: numpy.ndarray
    sides: numpy.ndarray
    clicks: numpy.ndarray
    places: list
    ratio: float
    latency_ms: float | None

    def sine_db(self):
        return measures.purity_db(self.sine, [signals.SINE_HZ * self.ratio])

    def chord_db(self):
        return measures.purity_db(self.chord, [hz * self.ratio for hz in signals.CHORD_HZ])

    def cents(self):
        """The largest error of the four tones."""
        tones = [(self.sine, signals.SINE_HZ)] + [(self.chord, hz) for hz in signals.CHORD_HZ]
        return max((measures.error_cents(sound, hz * self.ratio) for sound, hz in tones), key=abs)

    def side_degrees(self):
        """Fluctuation of the phase between the sides of a chord."""
        return measures.side_phase_spread(*self.sides,
                                          [hz * self.ratio for hz in signals.CHORD_HZ])

    def click_share(self, moved=0):
        return measures.click_share(self.clicks, [place + moved for place in self.places])

    def best_click(self):
        """The energy share if all clicks are shifted by the best common time, and that time in
        ms."""
        reach = round(MAX_LATE * RATE)
        moved = max(range(-reach, reach + 1, RATE // 2000), key=self.click_share)
        share = self.click_share(moved)
        return (share, 1000 * moved / RATE) if share > self.click_share() + 0.005 else (0, 0)


def shift(processor, semitones):
    """All sounds in one pass, with silence between them; in the second chord the right side is
    delayed by SIDE_FRAMES."""
    clicks, places = signals.clicks(CLICKS, CLICK_DISTANCE)
    silence = numpy.zeros(RATE)
    chord = signals.chord(PART_SECONDS)
    parts = [signals.sine(signals.SINE_HZ, PART_SECONDS), silence, chord, silence,
             (chord, numpy.roll(chord, SIDE_FRAMES)), silence, clicks, silence[:RATE // 2]]
    parts = [numpy.broadcast_to(part, (2, numpy.shape(part)[-1])) for part in parts]
    out = processor(numpy.concatenate(parts, 1))
    begins = numpy.cumsum([0] + [part.shape[1] for part in parts])
    sine, chord, sides = (out[:, begins[part]:begins[part + 1]] for part in (0, 2, 4))
    latency = getattr(processor, "latency_frames", None)
    return Shifted(sine[0], chord[0], sides, out[0, begins[6] - RATE // 4:],
                   [at + RATE // 4 for at in places], 2 ** (semitones / 12),
                   None if latency is None else 1000 * latency / RATE)


def shift_all():
    """Every processor at every interval, on all cores."""
    jobs = [(name, semitones, processor) for semitones in SEMITONES
            for name, processor in processors(semitones).items()]
    with ThreadPoolExecutor() as pool:
        done = pool.map(lambda job: attempt(job[0], shift, job[2], job[1]), jobs)
        found = {job[:2]: result for job, result in zip(jobs, done) if result}
    return found


def row(figure, found, semitones, value, text, goal=None, differ=""):
    """One figure of every processor. A goal is its text and its condition. If values are
    compared by their difference instead of a ratio, `differ` is its unit."""
    made = Row(figure, target=goal[0] if goal else "")
    made.data = {name: value(found[name, semitones]) for name in processors(0)
                 if (name, semitones) in found}
    texts = {name: text(found[name, semitones]) for name in made.data}
    ours = made.data.get("libaha")
    if ours is not None:
        made.text = texts["libaha"]
        made.met = bool(goal[1](ours)) if goal else None
        if differ:
            made.watch(ours, differ, more=True)
    for name in list(processors(0))[1:]:
        told = differ and ours is not None and name in made.data
        made.peers.append(Peer(name, texts.get(name, "not measured"),
                               f"{ours - made.data[name]:+.1f} {differ}" if told else ""))
    return made


def click_text(shifted):
    here = shifted.click_share()
    share, moved = shifted.best_click()
    return f"{here:.0%}" + (f", {share:.0%} moved by {moved:.1f} ms" if share > here else "")


def interval_rows(found, semitones):
    """The target applies to +5."""
    sine, chord, error = GOALS if semitones == 5 else (None, None, None)
    title = f"{semitones:+d} semitones" if semitones else "0 semitones"
    return [
        row(f"sine purity, {title}", found, semitones, Shifted.sine_db,
            lambda one: f"{one.sine_db():.1f} dB", sine, "dB"),
        row(f"chord purity, {title}", found, semitones, Shifted.chord_db,
            lambda one: f"{one.chord_db():.1f} dB", chord, "dB"),
        row(f"pitch error, worst of four tones, {title}", found, semitones, Shifted.cents,
            lambda one: f"{one.cents():+.2f} cents", error),
    ]


def other_rows(found):
    latency = Row("latency of pitch, reported", target=f"≤ {TARGET_LATENCY_MS} ms")
    latency.peers = [Peer("pedalboard", "not reported")]
    ours = found.get(("libaha", 5))
    if ours:
        latency.text = f"{ours.latency_ms:.1f} ms, compensated"
        latency.met, latency.data = ours.latency_ms <= TARGET_LATENCY_MS, {"ms": ours.latency_ms}
    live = Row("latency of the live pitch, reported", target=f"≤ {LIVE_LATENCY_MS} ms")
    if ours := found.get(("libaha, live", 5)):
        live.text = f"{ours.latency_ms:.1f} ms, compensated"
        live.met, live.data = ours.latency_ms <= LIVE_LATENCY_MS, {"ms": ours.latency_ms}
    return [
        row("clicks at +5, energy within ±5 ms", found, 5, Shifted.click_share, click_text,
            (f"≥ {TARGET_CLICK:.0%}", lambda share: share >= TARGET_CLICK)),
        row("phase between the sides of a chord at +5, strays by", found, 5,
            Shifted.side_degrees, lambda one: f"{one.side_degrees():.1f}°"),
        latency, live,
    ]


def grid_purities(name, semitones):
    """Purities of tones of all heights, in one pass, with silence between them."""
    silence = numpy.zeros(RATE // 4)
    parts = [numpy.concatenate((signals.sine(hz, 2), silence)) for hz in GRID_HZ]
    out = processors(semitones)[name](numpy.concatenate(parts))[0]
    length, shifted = len(parts[0]), GRID_HZ * 2 ** (semitones / 12)
    return [measures.purity_db(out[index * length:index * length + 2 * RATE], [hz])
            for index, hz in enumerate(shifted) if hz < 0.49 * RATE]


def grid_row():
    names = ("libaha", "libaha, live", "Rubber Band R3")
    jobs = [(name, semitones) for name in names for semitones in GRID_SEMITONES]
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda job: attempt(job[0], grid_purities, *job), jobs))
    made = Row("purity of 20 tones at 11 shifts of -12 to +12, worst and median",
               target=f"≥ {GRID_DB} dB")
    for name in names:
        found = [result for job, result in zip(jobs, done) if job[0] == name and result]
        if not found:
            continue
        all_db = numpy.concatenate(found)
        made.tell(name, f"{all_db.min():.1f} dB, {numpy.median(all_db):.1f} dB")
        made.data[name] = float(all_db.min())
    if "libaha" in made.data:
        made.met = made.data["libaha"] >= GRID_DB
        made.watch(made.data["libaha"], "dB", more=True)
    return made


def draw_spectra(found, semitones):
    names = list(processors(0))
    figure, axes = drawing.panels(len(names), 2, height=2.2)
    for line, name in enumerate(names):
        shifted = found.get((name, semitones))
        for column, part in enumerate(("sine", "chord") if shifted else ()):
            hz, power = measures.power_spectrum(getattr(shifted, part))
            level = measures.db(power / power.max())
            axes[line][column].plot(hz, level, linewidth=0.6, color=drawing.color(name, line))
            axes[line][column].set(title=f"{name}, {part} at {semitones:+d}", xlim=(0, 3000),
                                   ylim=(-120, 5), ylabel="dB")
            axes[line][column].grid(True, alpha=0.3)
    drawing.save(figure, f"pitch_spectra_{semitones:+d}")


def draw_clicks(found):
    names = list(processors(0))
    figure, axes = drawing.panels(4, 2, height=2.4)
    for axis, (number, name) in zip(axes.flat, enumerate(names)):
        shifted = found.get((name, 5))
        if shifted:
            reach = round(0.06 * RATE)
            part = shifted.clicks[shifted.places[2] - reach:shifted.places[2] + reach]
            axis.plot(1000 * numpy.arange(-reach, reach) / RATE, part, linewidth=0.7,
                      color=drawing.color(name, number))
            axis.axvspan(-5, 5, alpha=0.15)
        axis.set(title=f"{name}: a click at 0 ms, +5", xlabel="ms")
        axis.grid(True, alpha=0.3)
    drawing.save(figure, "pitch_clicks")


def figure(progress):
    progress("pitch")
    found = shift_all()
    for semitones in SEMITONES[:3]:
        draw_spectra(found, semitones)
    draw_clicks(found)
    rows = interval_rows(found, 5) + [grid_row()] + other_rows(found)
    for semitones in SEMITONES[1:]:
        rows += interval_rows(found, semitones)
    return rows
