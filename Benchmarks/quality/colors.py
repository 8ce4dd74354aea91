"""Crusher, gate, de-esser, ladder filter, convolution and width: one property of each."""

import numpy
from pedalboard import Bitcrush, Convolution, LadderFilter, NoiseGate

import measures
import signals
from harness import attempt
from measures import RATE
from movements import compared
from processors import Aha, Board, Command
from report import Row

BITS = 8
THRESHOLD = -40.0
IMPULSE_SECONDS = 1
RESONANT_HZ = (200.0, 1000.0, 5000.0)


def ffmpeg(filters):
    return Command("ffmpeg", "-v", "error", "-y", "-i", "{in}", "-af", filters, "-c:a",
                   "pcm_s24le", "{out}")


def levels_used(output):
    """Count of levels of a slow ramp, and the largest error in steps."""
    inner = slice(RATE // 100, -RATE // 100)  # without the player's fades
    held, ramp = output[0][inner], numpy.linspace(-1, 1, output.shape[1])[inner]
    count = len(numpy.unique(numpy.round(held, 6)))
    error = numpy.abs(held - ramp).max() * 2 ** (BITS - 1)
    return f"{count}, {error:.2f} steps", [count, error]


def crusher_row():
    processors = {"libaha": Aha(f"crusher:bits={BITS},rate_hz=48000"),
                  "pedalboard": Board(Bitcrush(BITS))}
    return compared(f"crusher: levels of a ramp with {BITS} bits (ideal 255), largest "
                    "error", processors, numpy.linspace(-1, 1, 3 * RATE), levels_used)


def music(seconds):
    """Quiet enough for files of 24 bits."""
    return numpy.stack([signals.faded(0.25 * side) for side in signals.music(seconds)])


def gains(parts):
    """Measures the gain of tones that follow each other: pairs of Hz and dB of the peak."""
    sound = numpy.concatenate([signals.sine(hz, 1, 10 ** (level / 20)) for hz, level in parts])

    def measure(output):
        found = [measures.level_db(out[RATE // 2:-2000]) - measures.level_db(plain[RATE // 2:-2000])
                 for out, plain in zip(numpy.split(output[0], len(parts)),
                                       numpy.split(sound, len(parts)))]
        return ", ".join(f"{gain:+.1f}" for gain in found) + " dB", found

    return sound, measure


def gate_row():
    sound, measure = gains([(997, THRESHOLD + 10), (997, THRESHOLD - 10), (997, THRESHOLD - 20)])
    processors = {
        "libaha": Aha(f"gate:threshold_db={THRESHOLD},ratio=4,range_db=-80"),
        "pedalboard": Board(NoiseGate(THRESHOLD, 4, 1, 100)),
        "ffmpeg": ffmpeg(f"agate=threshold={10 ** (THRESHOLD / 20):.6f}:ratio=4:range=0.0001:"
                         "attack=1:release=100:knee=1:detection=peak"),
    }
    return compared("gate, ratio 4: gain 10 dB above, 10 and 20 dB below the threshold (ideal 0, "
                    "-30, -60)", processors, sound, measure)


def deesser_row():
    sound, measure = gains([(7000, -12), (1000, -12)])
    return compared("de-esser: gain of 7 and 1 kHz at -12 dB",
                    {"libaha": Aha("deesser"), "ffmpeg": ffmpeg("deesser=i=1")}, sound, measure)


def ladder_row():
    """The peak of a strong resonance is at the cutoff."""
    row = Row("ladder: farthest resonance from its cutoff of 0.2, 1 and 5 kHz; its height")
    boards = {
        "libaha": lambda hz: Aha(f"ladder:cutoff_hz={hz},resonance=0.9"),
        "pedalboard": lambda hz: Board(LadderFilter(LadderFilter.Mode.LPF24, hz, 0.9)),
    }
    for name, board in boards.items():
        off, heights = [], []
        for hz in RESONANT_HZ:
            response = attempt(f"{name}'s ladder", signals.impulse_response, board(hz), 1, 0.01)
            if response is None:
                continue
            near = hz * numpy.geomspace(0.7, 1.4, 601)
            levels = measures.response_db(response[0], near)
            off.append(1200 * numpy.log2(near[levels.argmax()] / hz))
            heights.append(levels.max())
        if not off:
            continue
        row.data[name] = [off, heights]
        text = f"{max(off, key=abs):+.0f} cents, {min(heights):.1f} to {max(heights):.1f} dB"
        row.tell(name, text)
    return row


def decaying_noise():
    """The impulse response of chain_aha.h."""
    length = IMPULSE_SECONDS * RATE
    values, state = numpy.empty(2 * length), 1
    for index in range(2 * length):
        state = (state * 1664525 + 1013904223) % 2 ** 32
        values[index] = (state - 2 ** 32 if state >= 2 ** 31 else state) / 2 ** 31
    values *= 1e-3 ** (numpy.arange(2 * length) / (2 * length))
    return values.astype(numpy.float32).reshape(-1, 2).T


def convolution_row():
    response, sound = decaying_noise(), music(4)
    size = 2 ** 19  # longer than both together
    direct = numpy.fft.irfft(numpy.fft.rfft(sound, size) * numpy.fft.rfft(response, size), size)
    direct = direct[:, :sound.shape[1]]

    def error(output):
        """The level is each program's own."""
        gain = (output * direct).sum() / (direct ** 2).sum()
        off = measures.db(((output - gain * direct) ** 2).sum() / (gain ** 2 * direct ** 2).sum())
        return f"{off:.0f} dB", float(off)

    ours = Aha(f"convolution@{IMPULSE_SECONDS}:mix=1")
    row = compared(f"convolution of {IMPULSE_SECONDS} s: error beside a convolution in double "
                   "precision; latency", {"libaha": ours,
                                          "pedalboard": Board(Convolution(response, 1, RATE))},
                   sound, error)
    row.text += f", {ours.latency_frames} frames"
    return row


def width_row():
    sound = music(3)

    def mono(output):
        error = measures.db(((output.sum(0) - sound.sum(0)) ** 2).sum() / (sound.sum(0) ** 2).sum())
        side = measures.level_db(output[0] - output[1]) - measures.level_db(sound[0] - sound[1])
        return f"{error:.0f} dB, {side:+.2f} dB", [float(error), side]

    return compared("width of 2: error of the mono sum, gain of the side (ideal +6.02)",
                    {"libaha": Aha("width:width=2"),
                     "ffmpeg": ffmpeg("extrastereo=m=2:c=0")}, sound, mono)


def figure(progress):
    progress("crusher, gate, de-esser, ladder, convolution, width")
    return [crusher_row(), gate_row(), deesser_row(), ladder_row(), convolution_row(), width_row()]
