"""Figures 1 and 2: mixing speed, also at another playing speed, and growth of the cost with the
count of players."""

from statistics import median

from harness import FASTEST, INPUT, LOOP_FLAGS, SOURCES, attempt, measure
from report import Peer, Row, ratio

RATE, BLOCK, PLAYERS = 44100, 512, 64
TARGET_REALTIME, TARGET_GHZ, TARGET_FLAT = 1000, 3.0, 0.25
ROUNDS, SECONDS = 5, 0.35
COUNTS, COUNT_SECONDS = (8, 16, 32, 64, 128, 256), 0.2

# Name in the table: program, set-up.
OURS = {"libaha": ("players_aha", "default")}
FEW_PEERS = {
    f"a plain loop ({' '.join(LOOP_FLAGS)})": ("players_loop", "default"),
    f"miniaudio, fastest ({' '.join(FASTEST)})": ("players_miniaudio_native", "fastest"),
    "OpenAL Soft, channels turned": ("players_openal", "default"),
}
PEERS = {
    **FEW_PEERS,
    "miniaudio, default (-O2)": ("players_miniaudio", "default"),
    "OpenAL Soft, direct, without pan": ("players_openal", "fastest"),
    "SDL2_mixer": ("players_sdl", "default"),
}
SOLOUD = {
    "SoLoud (-O2)": ("players_soloud", "default"),
    f"SoLoud ({' '.join(FASTEST)})": ("players_soloud_native", "default"),
}
if SOURCES:
    PEERS |= SOLOUD
# At speed 1.05: libaha's speeds ramp, miniaudio's interpolation is linear.
OURS_AT_SPEED = {"good": ("players_aha", "speed"), "fast": ("players_aha", "speed-fast")}
AT_SPEED = {
    **OURS_AT_SPEED,
    "miniaudio, linear (-O2)": ("players_miniaudio", "speed"),
    f"miniaudio, linear ({' '.join(FASTEST)})": ("players_miniaudio_native", "speed"),
}
if SOURCES:
    AT_SPEED |= {f"{name}, linear": (program, "speed") for name, (program, _) in SOLOUD.items()}
OURS_STREAMED = {"libaha": ("players_aha", "streamed")}
STREAMED = {**OURS_STREAMED, **({f"{name}, WavStream, linear": (program, "streamed")
                                 for name, (program, _) in SOLOUD.items()} if SOURCES else {})}
# SoLoud's linear interpolation was 3.2 times as fast as miniaudio's.
TARGET_OVER_LINEAR = {"good": 2, "fast": 3.2}


class Samples:
    """Nanoseconds per block of one mixer, over all rounds."""

    def __init__(self, runs, players):
        self.players = players
        self.ns = [ns for run in runs for ns in run["ns_per_block"]]
        self.bytes_per_frame = runs[0]["bytes_per_frame"]
        self.cpu_per_wall = median(run["cpu_per_wall"] for run in runs)

    def realtime(self, pick=median):
        return BLOCK / RATE / (pick(self.ns) * 1e-9)

    def ns_per_player_frame(self, pick=median):
        return pick(self.ns) / BLOCK / self.players

    def read_gb_per_second(self):
        return self.players * BLOCK * self.bytes_per_frame / median(self.ns)


def time_mixers(mixers, counts, start, rounds, seconds):
    """Each round runs every mixer with every count, so that a slow moment affects all alike."""
    runs = {}
    for _ in range(rounds):
        for count in counts:
            for name, (program, setup) in mixers.items():
                if runs.get((name, count)) is None and (name, count) in runs:
                    continue
                result = attempt(name, measure, program, INPUT, count, setup, start, seconds)
                runs[name, count] = result and runs.get((name, count), []) + [result]
    return {key: Samples(found, key[1]) for key, found in runs.items() if found}


def peer_rows(samples, ours):
    for name in PEERS:
        theirs = samples.get((name, PLAYERS))
        if theirs is None:
            yield Peer(name, "not measured")
            continue
        text = f"{theirs.realtime():.0f}× (best {theirs.realtime(min):.0f}×)"
        yield Peer(name, text, ratio(ours and ours.realtime(), theirs.realtime(), True))
    if not SOURCES:
        yield Peer("SoLoud", "not measured: no package; PEERS names a folder with its sources")


def reading_row(start, ours, machine):
    """Bytes that the mix reads from the loops, compared with the core's read rate at their cache
    level."""
    row = Row(f"   bytes read a second, {start}")
    if ours:
        limit = machine["loops"]["read"]
        rate = ours.read_gb_per_second()
        row.text = f"{rate:.1f} GB/s\n{rate / limit:.0%} of {machine['loop_level']}'s limit"
        megabytes = machine["loop_bytes"] / 1e6
        row.peers = [Peer(f"plain reading of {megabytes:.0f} MB", f"{limit:.1f} GB/s")]
        row.data = {"gb_per_second": rate, "limit_gb_per_second": limit}
    return row


def figure_1(machine):
    rows = []
    for start, words in (("same", "started together"), ("staggered", "staggered")):
        samples = time_mixers({**OURS, **PEERS}, [PLAYERS], start, ROUNDS, SECONDS)
        ours = samples.get(("libaha", PLAYERS))
        row = Row(f"1  {PLAYERS} looping players, {words}",
                  target=f"≥ {TARGET_REALTIME}× at {TARGET_GHZ:g} GHz")
        if ours:
            scaled = ours.realtime() * TARGET_GHZ / machine["ghz"]
            row.text = (f"{ours.realtime():.0f}× (best {ours.realtime(min):.0f}×)\n"
                        f"{scaled:.0f}× at {TARGET_GHZ:g} GHz")
            row.met = scaled >= TARGET_REALTIME
            row.data = {"ns_per_block": median(ours.ns), "cpu_per_wall": ours.cpu_per_wall,
                        "realtime": ours.realtime(), "realtime_at_target_clock": scaled}
        row.peers = list(peer_rows(samples, ours))
        rows += [row, reading_row(words, ours, machine)]
    return [*rows, speed_row(), streamed_row()]


def speed_row():
    samples = time_mixers(AT_SPEED, [PLAYERS], "staggered", ROUNDS, SECONDS)
    found = {name: samples[name, PLAYERS].realtime() for name in AT_SPEED
             if (name, PLAYERS) in samples}
    row = Row(f"1  {PLAYERS} looping players at speed 1.05, ramping",
              target=", ".join(f"{name} ≥ {times}×" for name, times in
                               TARGET_OVER_LINEAR.items()) + " miniaudio")
    good = found.get("good")
    row.text = "\n".join(f"{name} {found[name]:.0f}×" for name in OURS_AT_SPEED if name in found)
    row.data = {"realtime": found}
    peers = [name for name in AT_SPEED if name not in OURS_AT_SPEED]
    row.peers = [Peer(name, f"{found[name]:.0f}×", ratio(good, found[name], True))
                 if name in found else Peer(name, "not measured") for name in peers]
    if peers[0] in found and found.keys() >= TARGET_OVER_LINEAR.keys():
        row.met = all(found[name] >= times * found[peers[0]]
                      for name, times in TARGET_OVER_LINEAR.items())
    return row


def streamed_row():
    samples = time_mixers(STREAMED, [PLAYERS], "same", ROUNDS, SECONDS)
    row = Row(f"1  {PLAYERS} streamed loops of 44.1 kHz at 48 kHz", target="≥ 1× SoLoud")
    ours = samples.get(("libaha", PLAYERS))
    if ours:
        row.text = f"{ours.ns_per_player_frame():.1f} ns a frame"
        row.data = {"ns_per_player_frame": ours.ns_per_player_frame()}
    for name in STREAMED:
        theirs = samples.get((name, PLAYERS))
        if name not in OURS_STREAMED and theirs:
            cost = theirs.ns_per_player_frame()
            row.peers.append(Peer(name, f"{cost:.1f} ns a frame",
                                  ratio(ours and ours.ns_per_player_frame(), cost, False)))
    if ours and row.peers:
        row.met = all(ours.ns_per_player_frame() <= samples[name, PLAYERS].ns_per_player_frame()
                      for name in STREAMED if (name, PLAYERS) in samples)
    return row


def cost_text(samples, name, pick):
    costs = [samples[name, count].ns_per_player_frame(pick) for count in COUNTS]
    return " ".join(f"{cost:.3f}" for cost in costs), max(costs) / min(costs) - 1


def figure_2(_):
    samples = time_mixers({**OURS, **FEW_PEERS}, COUNTS, "staggered", ROUNDS, COUNT_SECONDS)
    names = ["libaha", *FEW_PEERS]
    texts = {}
    for name in names:
        if all((name, count) in samples for count in COUNTS):
            texts[name] = {"median": cost_text(samples, name, median),
                           "best": cost_text(samples, name, min)}
    row = Row(f"2  ns per player-frame, {' '.join(map(str, COUNTS))} players",
              target=f"flat within {TARGET_FLAT:.0%}")
    if "libaha" in texts:
        row.text, flat = texts["libaha"]["best"]
        row.text += f"\n{flat:.0%} apart (medians: {texts['libaha']['median'][1]:.0%})"
        row.met = flat <= TARGET_FLAT
    row.peers = [Peer(name, "{}: {:.0%} apart".format(*texts[name]["best"])
                      if name in texts else "not measured") for name in FEW_PEERS]
    row.data = {name: found for name, found in texts.items()}
    return [row]
