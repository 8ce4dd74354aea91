"""The table and the JSON file."""

import json
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest

from harness import HERE, WORK

HEADINGS = ("figure", "libaha", "target", "met", "peer", "peer's", "ratio", "last release's")
#: Ratios of the last release, by figure and peer.
LAST = HERE / "ratios.json"
# A ratio below this share of the last release's is marked.
LOST = 0.95
#: Figures of `make quality` that are kept, by name; a later run marks those that lost more.
FIGURES = HERE / "quality/figures.json"
LOST_DB, LOST_SHARE = 0.5, 0.02
# Share of the core that a mixer gets on an idle machine; the rest is this program's printing.
QUIET = 0.9


@dataclass
class Peer:
    """Another library's figure; the text of ratio says by which factor libaha is better."""
    name: str
    text: str
    ratio: str = ""


@dataclass
class Row:
    """One figure; its text may have several lines. `met` is None if it has no target or was not
    measured."""
    figure: str
    text: str = "not measured"
    target: str = ""
    met: bool | None = None
    peers: list[Peer] = field(default_factory=list)
    data: dict = field(default_factory=dict)
    # libaha's value, its unit (dB or %), and whether more is better.
    watched: tuple | None = None

    def watch(self, value, unit, more):
        """The value by which later runs find a loss of more than 0.5 dB or 2 %."""
        self.watched = (value, unit, more)

    def lost(self):
        """The kept value, if this one is worse by more than that."""
        kept = kept_figures().get(self.figure)
        if kept is None or not self.watched:
            return ""
        value, unit, more = self.watched
        loss = kept - value if more else value - kept
        is_lost = loss > (LOST_DB if unit == "dB" else LOST_SHARE * abs(kept))
        return f"\nlost: {kept:.4g} was kept" if is_lost else ""

    def tell(self, name, text):
        """Notes the text of libaha or of a peer."""
        if name == "libaha":
            self.text = text
        else:
            self.peers.append(Peer(name, text))

    def lines(self):
        own = [self.figure, self.target, {True: "yes", False: "no", None: ""}[self.met]]
        peers = [(peer.name, peer.text, peer.ratio, self.last(peer)) for peer in self.peers]
        for text, peer in zip_longest((self.text + self.lost()).split("\n"), peers):
            figure, target, met = own
            yield (figure, text or "", target, met, *(peer or ("", "", "", "")))
            own = ["", "", ""]

    def last(self, peer):
        """The last release's ratio, and "lost" if this one is worse by more than 5 %."""
        last = last_ratios().get(self.figure, {}).get(peer.name, "")
        now = factor(peer.ratio)
        return f"{last} lost" if last and now and now < LOST * factor(last) else last


@cache
def last_ratios():
    return json.loads(LAST.read_text()) if LAST.exists() else {}


def keep_ratios(rows):
    """Keeps the ratios of these rows for the next release."""
    kept = dict(last_ratios())
    for row in rows:
        ratios = {peer.name: peer.ratio for peer in row.peers if factor(peer.ratio)}
        if ratios:
            kept[row.figure] = ratios
    LAST.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


@cache
def kept_figures():
    return json.loads(FIGURES.read_text()) if FIGURES.exists() else {}


def keep_figures(rows):
    """Keeps the watched values of these rows."""
    kept = {**kept_figures(), **{row.figure: round(row.watched[0], 4)
                                 for row in rows if row.watched}}
    FIGURES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def factor(text):
    """The number of a ratio's text; None for other texts."""
    return float(text[:-1]) if text.endswith("×") else None


def ratio(ours, theirs, more_is_better):
    """The factor by which libaha is better, as text: "8.1×"; empty if a value is missing."""
    if not ours or not theirs:
        return ""
    return f"{ours / theirs if more_is_better else theirs / ours:.2f}×"


def time_row(figure, limit, ours, peer, theirs, decimals):
    """A row of milliseconds, where less is better; None: not measured."""
    row = Row(figure, target=f"≤ {limit:g} ms")
    if ours:
        row.text, row.met, row.data = f"{ours:.{decimals}f} ms", ours <= limit, {"ms": ours}
    text = f"{theirs:.{decimals}f} ms" if theirs else "not measured"
    row.peers = [Peer(peer, text, ratio(ours, theirs, False))]
    return row


def print_table(rows):
    cells = [HEADINGS] + [line for row in rows for line in row.lines()]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADINGS))]
    for number, line in enumerate(cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths))
        print("  ".join(padded).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


def print_disturbance(rows):
    """Says whether other programs used the core, which makes the medians too low."""
    shares = [row.data["cpu_per_wall"] for row in rows if "cpu_per_wall" in row.data]
    if shares and min(shares) < QUIET:
        print(f"\nOther programs had {1 - min(shares):.0%} of the core: run it again when they "
              "rest.")


def markdown(rows):
    """The same table in Markdown."""
    lines = ["| " + " | ".join(HEADINGS) + " |", "|---" * len(HEADINGS) + "|"]
    for row in rows:
        lines += ["| " + " | ".join(line) + " |" for line in row.lines()]
    return lines


def write_json(machine, rows, failures, folder=WORK):
    results = {
        "machine": machine,
        "figures": [{"figure": row.figure, "libaha": row.text, "target": row.target,
                     "met": row.met, "peers": [vars(peer) for peer in row.peers],
                     "data": row.data} for row in rows],
        "failures": failures,
    }
    path = folder / "results.json"
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    return path
