"""Drawings of Unicode blocks: levels, waveforms, curves, bars, QR codes. No color is needed."""

import io
from collections.abc import Sequence

from rich.cells import set_cell_size

BLOCKS = " ▁▂▃▄▅▆▇█"
PARTS = " ▏▎▍▌▋▊▉█"


def clamped(share: float) -> float:
    return min(1.0, max(0.0, share))


def fit(text: str, width: int) -> str:
    """The text in exactly ``width`` cells; control characters become visible."""
    plain = "".join(one if one.isprintable() else "·" for one in text)
    return set_cell_size(plain, max(0, width))


def clock(us: float | None, *, short: bool = False) -> str:
    """Microseconds as minutes and seconds."""
    if us is None:
        return "–"
    minutes, seconds = divmod(max(0.0, us / 1e6), 60)
    return f"{minutes:.0f}:{int(seconds):02}" if short else f"{minutes:.0f}:{seconds:05.2f}"


def meter(db: float, width: int) -> str:
    """A horizontal bar, from -60 dB (empty) to 0 dB (full)."""
    return bar((db + 60) / 60, width)


def bar(share: float, width: int) -> str:
    """A horizontal bar of eighths; ``share``: 0 to 1."""
    full, rest = divmod(round(clamped(share) * width * 8), 8)
    return ("█" * full + (PARTS[rest] if rest else "")).ljust(width, "·")


def knob(share: float, width: int) -> str:
    """A slider with its knob; ``share``: 0 to 1."""
    place = round(clamped(share) * (width - 1))
    return "━" * place + "●" + "─" * (width - 1 - place)


def columns(levels: Sequence[float], width: int) -> list[float]:
    """The levels resampled to ``width`` columns, each the max of its part, relative to the peak."""
    count, top = len(levels), max([*levels, 1e-6])
    edges = [column * count // width for column in range(width + 1)]
    return [max(levels[begin:max(begin + 1, end)]) / top for begin, end in zip(edges, edges[1:])]


def wave(levels: Sequence[float], width: int) -> str:
    """A waveform one line high, as high as its peak."""
    return curve(columns(levels, width))


def curve(shares: Sequence[float | None]) -> str:
    """A line of blocks; None is a gap."""
    return "".join(" " if one is None else BLOCKS[1 + round(clamped(one) * 7)] for one in shares)


def bars(values: Sequence[float], height: int, width: int) -> list[str]:
    """Vertical bars, ``width`` columns each; the first line is the top: the max value, or 1."""
    top = max(1.0, *values, 1.0)
    return ["".join(BLOCKS[round(clamped(one / top * height - line) * 8)] * (width - 1) + " "
                    for one in values) for line in range(height - 1, -1, -1)]


def qr_code(text: str) -> str:
    """A QR code of half blocks, with its quiet zone. Dark modules stay unlit."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
