"""Echo density, fine structure and decay of reverbs, at equal decay times."""

import math

import numpy
from pedalboard import Reverb

import drawing
import measures
import reverberation
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board, Command
from report import Peer, Row

SECONDS, MATCHES, HALVINGS, CLOSE = 4.0, 4, 8, 0.01
# Freeverb's room sizes: a room and a hall. Its damping stays at the default.
ROOMS = {"room": 0.5, "hall": 0.85}
SPANS = ((0.02, 0.05), (0.05, 0.1), (0.1, 0.2))
SHORTEST, LONGEST = 0.1, 20.0
# Those of docs/effects.md.
SETTINGS = {
    "hall": "size=0.45,decay_s=2.4,damping=0.55,predelay_ms=18,width=0.6",
    "plate": "size=0.2,decay_s=1.8,damping=0.15,predelay_ms=0,width=0.6",
    "room": "size=0,decay_s=0.5,damping=0.5,predelay_ms=2,width=0.6",
}
DENSITY_END = 0.2


def freeverb(room):
    return Board(Reverb(room_size=ROOMS[room], wet_level=1, dry_level=0))


def sox(reverberance):
    """A Freeverb too, in a room of full scale and without pre-delay."""
    return Command("sox", "-V1", "{in}", "-b", "24", "{out}", "gain", "-6", "reverb", "-w",
                   f"{reverberance:.2f}", "50", "100", "100", "0", "0")


def aha(decay):
    return Aha(f"reverb:mix=1,predelay_ms=0,decay_s={decay:.4f}")


def response(processor):
    return signals.impulse_response(processor, SECONDS)


def matched_aha(seconds):
    """libaha's response with a given decay time, found by setting the parameter and correcting
    it."""
    asked = seconds
    for _ in range(MATCHES):
        found = response(aha(asked))
        got = reverberation.mid_rt60(found[0])
        if abs(got / seconds - 1) < CLOSE:
            break
        asked = min(LONGEST, max(SHORTEST, asked * seconds / got))
    return found


def matched_sox(seconds):
    """SoX's response with that decay time, found by bisection, because its control has no unit."""
    low, high = 0.0, 100.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = response(sox(middle))
        got = reverberation.mid_rt60(found[0])
        if abs(got / seconds - 1) < CLOSE:
            break
        low, high = (middle, high) if got < seconds else (low, middle)
    return found


def responses(room):
    """Both sides of all responses by name, with pedalboard's decay time, whose control is given."""
    model = response(freeverb(room))
    seconds = reverberation.mid_rt60(model[0])
    found = {"libaha": attempt("libaha's reverb", matched_aha, seconds), "pedalboard": model,
             "SoX": attempt("SoX's reverb", matched_sox, seconds)}
    return {name: sides for name, sides in found.items() if sides is not None and sides.any()}


def over_sides(measure, sides):
    return float(numpy.mean([measure(side) for side in sides]))


def row(figure, found, measure, text, better=None):
    """A figure of all reverbs; `better` compares ours, the first, with another one."""
    values = {name: over_sides(measure, sides) for name, sides in found.items()}
    made = Row(figure, data=values, target="better than Freeverb" if better else "")
    ours = values.get("libaha")
    if ours is not None:
        made.text = text(ours)
        if better and "pedalboard" in values:
            made.met = better(ours, values["pedalboard"])
            made.watch(ours, "dB" if "dB" in text(ours) else "%", more=better(1, 0))
    made.peers = [Peer(name, text(values[name]) if name in values else "not measured")
                  for name in ("pedalboard", "SoX")]
    return made


def bands_row(room, found):
    """Decay of the octaves beside that of 500 to 2000 Hz."""
    made = Row(f"{room}: decay at 125, 250, 500 Hz, 1, 2, 4, 8 kHz beside that of the middle")
    for name, sides in found.items():
        middle = reverberation.mid_rt60(sides[0])
        made.data[name] = [reverberation.rt60(reverberation.band(
            sides[0], hz / math.sqrt(2), hz * math.sqrt(2))) / middle
            for hz in reverberation.OCTAVES]
        made.tell(name, " ".join(f"{share:.2f}" for share in made.data[name]))
    return made


def mono_row(room, found):
    """The level of the sum of both sides beside that of a mono signal of the same power."""
    made = Row(f"{room}: loss in mono (sides without correlation: 3 dB)")
    for name, sides in found.items():
        power = (sides[0] ** 2).sum() + (sides[1] ** 2).sum()
        made.data[name] = float(measures.db(2 * power / ((sides[0] + sides[1]) ** 2).sum()))
        made.tell(name, f"{made.data[name]:.1f} dB")
    return made


def correlation(sides):
    """Correlation of the two sides' tails: 0 is wide, 1 is mono."""
    left, right = (side[round(0.1 * RATE):] for side in sides)
    return float((left * right).sum() / math.sqrt((left ** 2).sum() * (right ** 2).sum()))


def rows_of(room, found):
    made = [row(f"{room}: decay, 500 to 2000 Hz", found, reverberation.mid_rt60,
                lambda value: f"{value:.2f} s")]
    for begin, end in SPANS:
        made.append(row(f"{room}: echo density, {1000 * begin:.0f} to {1000 * end:.0f} ms", found,
                        lambda side, span=(begin, end): reverberation.mean_density(side, *span),
                        "{:.2f}".format, lambda ours, theirs: ours > theirs))
    made.append(row(f"{room}: until the density is 0.9", found, reverberation.mixing_seconds,
                    lambda value: f"{1000 * value:.0f} ms", lambda ours, theirs: ours < theirs))
    made.append(row(f"{room}: flatness of the tail (noise: -2.5 dB)", found,
                    reverberation.tail_flatness_db, "{:.2f} dB".format,
                    lambda ours, theirs: ours > theirs))
    made.append(row(f"{room}: peaks of the tail (noise: 10 dB)", found,
                    reverberation.tail_peaks_db, "{:.1f} dB".format,
                    lambda ours, theirs: ours < theirs))
    width = Row(f"{room}: correlation of the sides")
    texts = {name: f"{correlation(sides):+.2f}" for name, sides in found.items()}
    width.text = texts.get("libaha", width.text)
    width.peers = [Peer(name, texts.get(name, "not measured")) for name in ("pedalboard", "SoX")]
    return made + [width, bands_row(room, found), mono_row(room, found)]


def noise_tail(seconds):
    """The densest response: noise that decays by 60 dB."""
    times = numpy.arange(round(SECONDS * RATE) - signals.IMPULSE_AT) / RATE
    noise = numpy.random.default_rng(4).standard_normal((2, len(times)))
    return noise * 10 ** (-3 * times / seconds)


def density_figures(sides):
    """Milliseconds until the density is 0.9, and its minimum from then on, of the worse side."""
    found = []
    for side in sides:
        begin = reverberation.mixing_seconds(side)
        times, density = reverberation.echo_density(
            side[reverberation.onset(side):][:round((DENSITY_END + 0.02) * RATE)])
        later = density[(times >= begin) & (times < DENSITY_END)]
        found.append((1000 * begin, later.min() if len(later) else numpy.nan))
    return max(begin for begin, _ in found), min(low for _, low in found)


def settings_rows(name):
    ours = attempt(f"libaha's {name}", response, Aha(f"reverb:mix=1,{SETTINGS[name]}"))
    if ours is None:
        return []
    found = {"libaha": ours, "decaying noise": noise_tail(reverberation.mid_rt60(ours[0]))}
    density = Row(f"{name} of the docs: density 0.9 after, least density up to 200 ms; peaks of "
                  "the tail")
    for peer, sides in found.items():
        begin, low = density_figures(sides)
        peaks = over_sides(reverberation.tail_peaks_db, sides)
        density.data[peer] = [begin, low, peaks]
        density.tell(peer, f"{begin:.0f} ms, {low:.2f}, {peaks:.1f} dB")
    density.watch(density.data["libaha"][2], "dB", more=False)
    mono = mono_row(f"{name} of the docs", found)
    mono.watch(mono.data["libaha"], "dB", more=False)
    return [density, bands_row(f"{name} of the docs", found), mono]


def draw_decays(room, found):
    figure, axes = drawing.panels(2, 2)
    left = {name: sides[0] / numpy.abs(sides[0]).max() for name, sides in found.items()}
    times = numpy.arange(round(SECONDS * RATE) - signals.IMPULSE_AT) / RATE
    drawing.lines(axes[0][0], {name: (times, reverberation.decay_db(side))
                               for name, side in left.items()},
                  f"{room}: energy that is left", "s", "dB")
    axes[0][0].set_ylim(-90, 3)
    density = {name: reverberation.echo_density(side[reverberation.onset(side):][:RATE // 2])
               for name, side in left.items()}
    drawing.lines(axes[0][1], density, f"{room}: echo density", "s", "1 is noise")
    begins = {name: side[reverberation.onset(side):][:RATE // 10] for name, side in left.items()}
    drawing.lines(axes[1][0], drawing.stacked({name: (1000 * times[:len(part)], part)
                                               for name, part in begins.items()}, 2),
                  f"{room}: the first 100 ms", "ms", "")
    fine = {}
    for name, side in left.items():
        hz, power = reverberation.tail_spectrum(side)
        inside = (hz > 400) & (hz < 700)
        fine[name] = (hz[inside], measures.db(numpy.maximum(power[inside], 1e-3)))
    drawing.lines(axes[1][1], drawing.stacked(fine, 50), f"{room}: fine structure of the tail",
                  "Hz", "dB, 50 apart")
    drawing.save(figure, f"reverb_{room}")


def draw_spectrograms(room, found):
    figure, axes = drawing.panels(1, len(found), height=4)
    for axis, (name, sides) in zip(axes[0], found.items()):
        drawing.spectrogram(axis, sides[0][:2 * RATE], f"{name}: {room}")
    drawing.save(figure, f"reverb_{room}_spectrogram")


def figure(progress):
    made = []
    for room in ROOMS:
        progress(f"reverb, {room}")
        found = responses(room)
        made += rows_of(room, found)
        if found:
            draw_decays(room, found)
            draw_spectrograms(room, found)
    for name in SETTINGS:
        made += settings_rows(name)
    return made
