"""HTML that notebooks show for sounds, analyses and pieces: a waveform, a player, a table."""

from __future__ import annotations

import base64
import html

from ._arrays import planes, ranges
from .base import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .analysis import Analysis
    from .piece import Piece
    from .sound import Sound

#: Columns of a waveform.
COLUMNS = 480
#: Length of the player's sound. At 0.5, MP3 has about 128 kbit/s: up to 640 KB of HTML.
SECONDS, QUALITY = 30, 0.5

_WIDTH, _HEIGHT = 720, 120
_TABLE = '<table style="text-align: left">{}</table>'
_ROW = '<tr><th style="text-align: left">{}</th><td style="text-align: left">{}</td></tr>'


def sound_html(sound: Sound) -> str:
    """The waveform, the properties, and a player of the first seconds. Of a streamed sound, only
    these seconds are decoded.
    """
    rate, length = sound.sample_rate, len(sound)
    head = sound.read(0, SECONDS * rate)
    shown = sound.samples or planes(head, sound.channels)
    about = f"{_clock(length / rate)}, {rate} Hz, {'mono' if sound.channels == 1 else 'stereo'}"
    if len(shown[0]) < length:
        about += f"; the waveform shows the first {SECONDS} s"
    return _page(_waveform([ranges(plane, COLUMNS) for plane in shown], about),
                 f"<div>{about}</div>", _player(head, rate, sound.channels, length / rate))


def analysis_html(analysis: Analysis) -> str:
    """The waveform and the results, with a player if the analysis is of a file."""
    info = analysis.info
    tempo = f"{info.tempo_bpm:.1f} BPM" if info.tempo_bpm else "none found"
    rows = [("length", _clock(info.frames / info.sample_rate)),
            ("loudness", f"{info.loudness_lufs:.1f} LUFS, range {info.range_lu:.1f} LU"),
            ("true peak", f"{info.true_peak_db:.1f} dBTP"),
            ("tempo", tempo), ("key", str(info.tonality)), ("loops", str(len(analysis.loops)))]
    outlines = [analysis.outline(COLUMNS, channel) for channel in range(info.channels)]
    bins = [[(low, high) for low, high, _ in outline.tolist()] for outline in outlines]
    return _page(_waveform(bins, "waveform"), _table(rows), file_player(analysis._path))


def piece_html(piece: Piece) -> str:
    """The metadata, with a player if they are the tags of a file."""
    length = piece.length_us / 1e6
    tempo = piece.tempo_bpm
    rows = [("title", piece.title), ("artist", piece.artist),
            ("length", _clock(length) if length else ""),
            ("tempo", f"{tempo:g} BPM" if tempo else ""), ("key", str(piece.tonality)),
            ("description", piece.description)]
    rows += [("problem", str(problem.error)) for problem in piece.problems]
    return _page(_table(rows), file_player(piece._path))


def file_player(path: Any) -> str:
    """A player of a file's first seconds; "" if the file is gone, or is no sound."""
    from .engine import Engine

    if path is None:
        return ""
    try:
        with Engine.offline() as engine, engine.load(path, streamed=True) as sound:
            head = sound.read(0, SECONDS * sound.sample_rate)
            return _player(head, sound.sample_rate, sound.channels,
                           len(sound) / sound.sample_rate)
    except (Error, OSError):
        return ""


def _player(head: Any, rate: int, channels: int, seconds: float) -> str:
    """An <audio> element that holds its frames as MP3, which every browser plays."""
    from .engine import Engine
    from .stream import Stream

    if not len(head):
        return ""
    with Engine.offline(channels=channels, limiter=False) as engine, Stream.memory() as out:
        copy = engine.sound(head, rate)
        engine.play(copy)
        try:
            engine.save(out, frames=len(copy), container="mp3", quality=QUALITY).wait()
        except Error:  # this libsndfile writes no MP3
            return ""
        data = base64.b64encode(out.getvalue()).decode()
    part = f"<div>the first {SECONDS} s</div>" if seconds > SECONDS else ""
    return f'<audio controls src="data:audio/mpeg;base64,{data}"></audio>{part}'


def _waveform(bins: Sequence[Sequence[tuple[float, float]]], about: str) -> str:
    """An SVG picture with a row for each channel, in the notebook's color of text."""
    rows = len(bins)
    paths = "".join(_path(channel, (2 * row + 1) / (2 * rows) * _HEIGHT, _HEIGHT / rows / 2)
                    for row, channel in enumerate(bins))
    return (f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img"'
            f' aria-label="{html.escape(about)}" style="max-width: 100%">{paths}</svg>')


def _path(channel: Sequence[tuple[float, float]], middle: float, scale: float) -> str:
    step = _WIDTH / max(1, len(channel))
    lines = "".join(
        f"M{(column + 0.5) * step:.1f} {middle - _clipped(high) * scale - 0.3:.1f}"
        f"V{middle - _clipped(low) * scale + 0.3:.1f}"
        for column, (low, high) in enumerate(channel))
    return f'<path d="{lines}" stroke="currentColor" stroke-width="{step:.2f}" fill="none"/>'


def _clipped(sample: float) -> float:
    return max(-1.0, min(1.0, sample)) if sample == sample else 0.0


def _table(rows: Iterable[tuple[str, str]]) -> str:
    told = (_ROW.format(name, html.escape(value)) for name, value in rows if value)
    return _TABLE.format("".join(told))


def _page(*parts: str) -> str:
    return "<div>" + "".join(parts) + "</div>"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:05.2f}"
