"""Chorus, phaser, tremolo and delay: the movement of delay, notches and gain; treble."""

import numpy
from pedalboard import Chorus, Delay, Phaser

import measures
import signals
from harness import attempt
from measures import RATE
from processors import Aha, Board, Command
from report import Row

TONE_HZ, SECONDS = 500.0, 6
CHORUS_MS, CHORUS_HZ = 2.0, 0.8
CENTER_HZ, STAGES = 800.0, 6
TREMOLO_HZ, TREMOLO_DEPTH = 5.0, 0.5
TREBLE_HZ, DELAY_FRAMES, MAX_LOSS_DB = 20000.0, 441, 0.5


def compared(title, processors, sound, measure):
    """A row of libaha and its peers; `measure` makes the text and the value of an output."""
    row = Row(title)
    for name, processor in processors.items():
        output = attempt(f"{name}: {title}", processor, sound)
        if output is None:
            continue
        text, row.data[name] = measure(output)
        row.tell(name, text)
    return row


def analytic(signal):
    """A signal without its negative frequencies: its magnitude is the envelope of a tone."""
    spectrum = numpy.fft.fft(signal)
    spectrum[len(signal) // 2:] = 0
    return 2 * numpy.fft.ifft(spectrum)


def fitted_sine(values, hz):
    """Mean, amplitude, and the rest of a sine of a frequency with any phase."""
    turn = 2 * numpy.pi * hz * numpy.arange(len(values)) / RATE
    columns = numpy.stack([numpy.ones(len(values)), numpy.cos(turn), numpy.sin(turn)], 1)
    mean, *parts = numpy.linalg.lstsq(columns, values, rcond=None)[0]
    return mean, numpy.hypot(*parts), values - columns @ [mean, *parts]


def moved_delay(output):
    """The delay of the wet tone from its phase."""
    middle = slice(RATE, (SECONDS - 1) * RATE)
    tone = analytic(output[0])[middle]
    steady = 2 * numpy.pi * TONE_HZ * signals.times(SECONDS)[middle]
    delay = -(numpy.unwrap(numpy.angle(tone)) - steady) / (2 * numpy.pi * TONE_HZ) * 1000
    _, depth, rest = fitted_sine(delay, CHORUS_HZ)
    level = measures.level_db(output[0][middle]) - measures.level_db(
        signals.sine(TONE_HZ, SECONDS)[middle])
    shape = 20 * numpy.log10(max(numpy.sqrt(2) * rest.std() / depth, 1e-9))
    return f"± {depth:.3f} ms, {shape:.0f} dB, {level:+.2f} dB", [depth, shape, level]


def chorus_row():
    # pedalboard's depth is relative; 0.25 is its default.
    processors = {
        "libaha": Aha(f"chorus:mix=1,rate_hz={CHORUS_HZ},depth_ms={CHORUS_MS},delay_ms=8"),
        "pedalboard": Board(Chorus(CHORUS_HZ, 0.25, 8, 0, 1)),
    }
    return compared(f"chorus: movement of the delay (asked ± {CHORUS_MS:g} ms), deviation from a "
                    "sine, level of the wet tone", processors,
                    signals.sine(TONE_HZ, SECONDS), moved_delay)


def notches(output):
    """The farthest notch from those of an analog chain of all-pass filters, and the shallowest."""
    response = output[0][signals.IMPULSE_AT:] / 0.5
    off, depth = [], []
    for index in range(STAGES // 2):
        # Each stage turns by 2 atan(f / center); a notch is at odd multiples of half a turn.
        angle = (2 * index + 1) * numpy.pi / (2 * STAGES)
        ideal = CENTER_HZ * numpy.tan(angle)
        hz = ideal * numpy.geomspace(0.9, 1.1, 801)
        levels = measures.response_db(response, hz)
        off.append(1200 * numpy.log2(hz[levels.argmin()] / ideal))
        depth.append(levels.min())
    return f"{max(off, key=abs):+.0f} cents, {max(depth):.0f} dB", [off, depth]


def phaser_row():
    settings = f"depth=0,feedback=0,center_hz={CENTER_HZ},spread=0,mix=0.5,stages=2"
    processors = {"libaha": Aha(f"phaser:{settings}"),
                  "pedalboard": Board(Phaser(0.5, 0, CENTER_HZ, 0, 0.5))}
    return compared("phaser, six stages at rest: farthest notch, shallowest notch", processors,
                    signals.impulse(0.5), notches)


def moved_gain(output):
    middle = slice(RATE, (SECONDS - 1) * RATE)
    gain = numpy.abs(analytic(output[0]))[middle] / 0.5
    mean, amplitude, rest = fitted_sine(gain, TREMOLO_HZ)
    shape = 20 * numpy.log10(max(numpy.sqrt(2) * rest.std() / amplitude, 1e-9))
    top = mean + amplitude
    return (f"{2 * amplitude / top:.3f}, {shape:.0f} dB, {20 * numpy.log10(top):+.2f} dB",
            [2 * amplitude / top, shape, top])


def tremolo_row():
    percent = 100 * TREMOLO_DEPTH
    processors = {
        "libaha": Aha(f"tremolo:rate_hz={TREMOLO_HZ},depth={TREMOLO_DEPTH}"),
        "SoX": Command("sox", "-V1", "{in}", "-b", "24", "{out}", "tremolo", str(TREMOLO_HZ),
                       str(percent)),
        "ffmpeg": Command("ffmpeg", "-v", "error", "-y", "-i", "{in}", "-af",
                          f"tremolo=f={TREMOLO_HZ}:d={TREMOLO_DEPTH}", "-c:a", "pcm_s24le",
                          "{out}"),
    }
    return compared(f"tremolo: depth (asked {TREMOLO_DEPTH:g}), deviation from a sine, level at "
                    "the top", processors, signals.sine(TONE_HZ, SECONDS), moved_gain)


def treble_row(name, processors):
    """The largest loss of 20 kHz beside 1 kHz, at fractions of a frame."""
    row = Row(f"{name}: loss of {TREBLE_HZ / 1000:g} kHz between frames, worst of four delays",
              target=f"≤ {MAX_LOSS_DB} dB")
    for peer, processor in processors.items():
        losses = []
        for fraction in (0, 0.25, 0.5, 0.75):
            response = attempt(f"{peer}'s {name}", signals.impulse_response,
                               processor(1000 * (DELAY_FRAMES + fraction) / RATE), 0.5)
            if response is not None:
                low, high = measures.response_db(response[0], numpy.array([1000, TREBLE_HZ]))
                losses.append(float(low - high))
        if losses:
            row.data[peer] = max(losses)
            row.tell(peer, f"{max(losses):.2f} dB")
    if "libaha" in row.data:
        row.met = row.data["libaha"] <= MAX_LOSS_DB
        row.watch(row.data["libaha"], "dB", more=False)
    return row


def treble_rows():
    return [
        treble_row("chorus", {
            "libaha": lambda ms: Aha(f"chorus:mix=1,depth_ms=0,delay_ms={ms:.6f}"),
            "pedalboard": lambda ms: Board(Chorus(1, 0, ms, 0, 1)),
        }),
        treble_row("delay", {
            "libaha": lambda ms: Aha(f"delay:mix=1,feedback=0,left_ms={ms:.6f},"
                                     f"right_ms={ms:.6f},tone_hz={TREBLE_HZ:g}"),
            "pedalboard": lambda ms: Board(Delay(ms / 1000, 0, 1)),
        }),
    ]


def figure(progress):
    progress("chorus, phaser, tremolo, delay")
    return [chorus_row(), phaser_row(), tremolo_row(), *treble_rows()]
