"""Drawings of Unicode blocks: levels, waveforms, curves, bars, QR codes. No color is needed."""

from __future__ import annotations

import math
from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
PARTS = " ▏▎▍▌▋▊▉█"


def clock(us: float | None, *, short: bool = False) -> str:
    """Microseconds as minutes and seconds."""
    if us is None:
        return "–"
    seconds = max(0.0, us / 1e6)
    return (f"{int(seconds // 60)}:{int(seconds % 60):02}" if short
            else f"{int(seconds // 60)}:{seconds % 60:05.2f}")


def decibels(level: float) -> float:
    """dBFS of a linear level; -inf for silence."""
    return 20 * math.log10(level) if level > 0 else -math.inf


def meter(db: float, width: int) -> str:
    """A horizontal bar, from -60 dB (empty) to 0 dB (full)."""
    return bar(min(1.0, max(0.0, (db + 60) / 60)), width)


def bar(share: float, width: int, empty: str = "·") -> str:
    """A horizontal bar of eighths; ``share``: 0 to 1."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    text = "█" * full + (PARTS[rest] if rest else "")
    return text + empty * (width - len(text))


def knob(share: float, width: int) -> str:
    """A slider with its knob; ``share``: 0 to 1."""
    place = round(min(1.0, max(0.0, share)) * (width - 1))
    return "━" * place + "●" + "─" * (width - 1 - place)


def columns(levels: Sequence[float], width: int) -> list[float]:
    """The levels resampled to ``width`` columns; each is the max of its part."""
    count = len(levels)
    if not count or width <= 0:
        return [0.0] * max(0, width)
    return [max(levels[column * count // width:max(column * count // width + 1,
                                                   (column + 1) * count // width)])
            for column in range(width)]


def wave(levels: Sequence[float], width: int) -> str:
    """A waveform one line high, as high as its peak."""
    top = max([*levels, 1e-6])
    return curve([one / top for one in columns(levels, width)])


def curve(shares: Sequence[float | None]) -> str:
    """A line of blocks; None is a gap."""
    return "".join(" " if one is None else BLOCKS[1 + round(min(1.0, max(0.0, one)) * 7)]
                   for one in shares)


def bars(values: Sequence[float], height: int, width: int, top: float) -> list[str]:
    """Vertical bars, ``height`` lines of columns ``width`` wide; the first line is the top."""
    lines = []
    for line in range(height - 1, -1, -1):
        cells = (BLOCKS[round(min(1.0, max(0.0, one / top * height - line)) * 8)]
                 for one in values)
        lines.append("".join((cell * (width - 1)).ljust(width) for cell in cells))
    return lines


def qr_code(text: str) -> list[str]:
    """A QR code of half blocks, with its quiet zone. Each line is two rows of modules."""
    import segno

    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    marks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # dark modules stay unlit
    return ["".join(marks[bool(upper), bool(lower)] for upper, lower in zip(*pair))
            for pair in zip(rows[::2], rows[1::2])]
