"""Figures 9 to 12: speed of effects, growth of their cost, and evenness over blocks."""

from statistics import median

from harness import MUSIC, SOURCES, WORK, attempt, measure, measure_in_python, run
from mixing import time_command
from report import Peer, Row, ratio

SECONDS, ROUNDS, RUNS = 30, 3, 3
COMMAND_ROUNDS = 2
FLAT, MAX_OF_MEDIAN = 0.25, 2.0
LENGTHS, PLAYERS, SPREAD_SECONDS, SPREAD_RUNS = (10, 60), (1, 4, 16), 10, 10

EQUALIZER = ("equalizer:low_hz=100,low_db=3,mid1_hz=400,mid1_db=-4,mid2_hz=3000,mid2_db=3,"
             "high_hz=8000,high_db=2")
CHAIN = "pitch:cents=500/filter:cutoff_hz=2000/reverb"

# Title: libaha's chain, the player's gain, pedalboard's board, and the target ratio.
CASES = {
    "filter, cutoff moving": ("filter:cutoff_hz~0.5", 0, "filter", 1.5),
    "reverb": ("reverb", 0, "reverb", 2),
    "compressor": ("compressor", 0, "compressor", 1.5),
    "compressor, side-chain": ("compressor^", 0, "compressor", 1.5),
    "chorus": ("chorus", 0, "chorus", 1.5),
    "phaser, six stages": ("phaser", 0, "phaser", 1.5),
    "saturation, drive of 24 dB": ("saturation:drive_db=24", 0, "saturation", 1.5),
    "ladder, 24 dB": ("ladder:cutoff_hz=1000,resonance=0.5,drive_db=0", 0, "ladder", 1.5),
    # The peer has no sample and hold.
    "crusher, 8 bits": ("crusher:bits=8,rate_hz=48000", 0, "crusher", 1.5),
    "convolution, 1 s": ("convolution@1:mix=1", 0, "convolution 1", 1.5),
    "convolution, 3 s": ("convolution@3:mix=1", 0, "convolution 3", 1.5),
    "limiter, always working": ("limiter:gain_db=12", 0, "limiter", 1.5),
    "pitch, +5 semitones": ("pitch:cents=500", 0, "pitch", 4),
    "pitch, filter, reverb, gain": (CHAIN, -3, "chain", 4),
}
OTHERS = {
    "crusher, 8 bits at 12 kHz": ("crusher:bits=8", 0, None, None),
    "filter, cutoff fixed": ("filter:cutoff_hz=1000", 0, "filter", None),
    "equalizer, four bands": (EQUALIZER, 0, "equalizer", None),
    "delay": ("delay", 0, "delay", None),
    "32 filters": ("/".join(["filter:cutoff_hz=8000"] * 32), 0, "filters", None),
    "tuner": ("tuner", 0, None, None),
    "pitch, formants kept": ("pitch:cents=500,formant=1", 0, None, None),
    "a player without effects": ("", 0, None, None),
}
# How a board receives the music; the target applies to the first way.
WAYS = {"whole": "", "fed": ", fed 8192 frames at a time", "512": ", buffers of 512"}
WAYS_FILTER = {**WAYS, "swept": ", moved every 8192", "swept512": ", moved every 512"}
SLOW = ("pitch", "chain")

# Title: commands compared with it, which also read and write a file.
COMMANDS = {
    "filter, cutoff fixed": {"sox lowpass": ["sox", "-V1", "{in}", "{out}", "lowpass", "1000"]},
    "reverb": {"sox reverb": ["sox", "-V1", "{in}", "{out}", "reverb"]},
    "pitch, +5 semitones": {
        "sox pitch": ["sox", "-V1", "{in}", "{out}", "pitch", "500"],
        "soundstretch": ["soundstretch", "{in}", "{out}", "-pitch=5"],
        "rubberband -2": ["rubberband", "-q", "-2", "-p", "5", "{in}", "{out}"],
        "rubberband -3": ["rubberband", "-q", "-3", "-p", "5", "{in}", "{out}"],
    },
}
if SOURCES:
    COMMANDS["pitch, +5 semitones"]["Signalsmith Stretch"] = [
        WORK / "bin/signalsmith", "{in}", "{out}", "5"]


class Timing:
    """Realtime factor of every run."""

    def __init__(self, seconds, audio_seconds):
        self.realtime = [audio_seconds / one for one in seconds]
        self.median = median(self.realtime)

    def text(self):
        return f"{self.median:.0f}× (best {max(self.realtime):.0f}×)"


def time_ours(chain, gain, players=1, seconds=SECONDS, runs=RUNS):
    return measure("effects_aha", MUSIC, chain, gain, players, seconds, runs)


def ways_of(title, board):
    if board in SLOW:
        return {way: WAYS[way] for way in ("whole", "512")}
    return WAYS_FILTER if "moving" in title else WAYS


def time_in_turns(title, chain, gain, board):
    """libaha and pedalboard alternate, so that a slow moment affects both."""
    ours, theirs = [], {}
    runs = 1 if board in SLOW else RUNS
    for _ in range(ROUNDS):
        own = attempt(title, time_ours, chain, gain)
        ours += own["seconds"] if own else []
        if board:
            found = attempt(f"pedalboard's {board}", measure_in_python, "effects_pedalboard.py",
                            MUSIC, board, SECONDS, runs, *ways_of(title, board))
            for way, seconds in (found["seconds"] if found else {}).items():
                theirs.setdefault(way, []).extend(seconds)
    return (Timing(ours, SECONDS) if ours else None,
            {way: Timing(seconds, SECONDS) for way, seconds in theirs.items()})


def excerpt():
    """The timed part of the same music, in the 24 bits that every command reads."""
    path = WORK / "excerpt.wav"
    run(["sox", "-V1", MUSIC, "-b", "24", path, "trim", 0, SECONDS])
    return path


def command_peers(title, ours):
    for name, words in COMMANDS.get(title, {}).items():
        paths = {"in": str(excerpt()), "out": str(WORK / "effect.wav")}
        command = [str(word).format(**paths) for word in words]
        timings = [attempt(name, time_command, command) for _ in range(COMMAND_ROUNDS)]
        seconds = [timing.cpu for timing in timings if timing]
        if seconds:
            timing = Timing(seconds, SECONDS)
            yield Peer(f"{name}, with files", timing.text(),
                       ratio(ours and ours.median, timing.median, True))
        else:
            yield Peer(name, "not measured")


def speed_row(number, title, chain, gain, board, target):
    ours, theirs = time_in_turns(title, chain, gain, board)
    row = Row(f"{number:<2} {title}", target=f"≥ {target}× pedalboard" if target else "")
    if ours:
        row.text, row.data = ours.text(), {"realtime": ours.realtime}
    names = ways_of(title, board) if board else {}
    for way, words in names.items():
        timing = theirs.get(way)
        row.peers.append(Peer(f"pedalboard{words}", timing.text() if timing else "not measured",
                              ratio(ours and ours.median, timing and timing.median, True)))
        row.data[f"pedalboard {way}"] = timing and timing.realtime
    if target and ours and "whole" in theirs:
        row.met = ours.median >= target * theirs["whole"].median
    row.peers += command_peers(title, ours)
    return row


def figure_9(_):
    return [speed_row(9, title, *case) for title, case in CASES.items()]


def figure_10(_):
    return [speed_row(10, title, *case) for title, case in OTHERS.items()]


def growth_row(title, costs, unit):
    """Costs that should be equal: their relative difference."""
    row = Row(f"11 {title}", target=f"within {FLAT:.0%}")
    if all(costs):
        apart = max(costs) / min(costs) - 1
        row.text = " ".join(f"{cost:.1f}" for cost in costs) + f" {unit}\n{apart:.0%} apart"
        row.met, row.data = apart <= FLAT, {"ns": costs}
    return row


def cost_ns(players, seconds):
    """Nanoseconds of a player's frame, in the best run."""
    found = attempt("the cost of a chain", time_ours, CHAIN, -3, players, seconds, 3)
    return found and 1e9 * min(found["seconds"]) / found["audio_seconds"] / 44100 / players


def figure_11(_):
    frames = [cost_ns(1, seconds) for seconds in LENGTHS]
    players = [cost_ns(count, 10) for count in PLAYERS]
    return [
        growth_row("ns per frame of the chain of 9, 10 and 60 s", frames, "ns"),
        growth_row("ns per player-frame of it, 1, 4, 16 players", players, "ns"),
    ]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def spread_row(title, chain, gain):
    """The slowest block compared with the median. The first one starts the player and is listed
    separately."""
    row = Row(f"12 {title}", target=f"≤ {MAX_OF_MEDIAN:g}× the median")
    found = attempt(title, time_ours, chain, gain, 1, SPREAD_SECONDS, SPREAD_RUNS)
    if found:
        first, *blocks = found["block_ns"]
        middle = median(blocks)
        shares = [percentile(blocks, share) / middle for share in (0.95, 0.99, 1)]
        row.text = ("{:.2f}× (95 %: {:.2f}×, 99 %: {:.2f}×)".format(shares[2], *shares[:2]) +
                    f"\nmedian {middle / 1000:.1f} µs, first block {first / middle:.1f}×")
        row.met = shares[2] <= MAX_OF_MEDIAN
        row.data = {"median_ns": middle, "first_ns": first, "percentiles": shares}
    return row


def figure_12(_):
    cases = {**CASES, **{title: OTHERS[title] for title in
                         ("equalizer, four bands", "delay", "tuner")}}
    return [spread_row(f"dearest block: {title}", *case[:2]) for title, case in cases.items()]
