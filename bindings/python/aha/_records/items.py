"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._constants.format import Container, Encoding
from .._constants.items import ItemState, Origin


@dataclass(frozen=True)
class _ItemValues:
    """The properties of an item, except its texts."""

    #: The library's number of the item; 0: a related item that is not in the library.
    number: int
    #: Microseconds; 0: unknown.
    length_us: int
    #: Size of its file in bytes.
    size: int
    #: Seconds since 1970; 0: never.
    added: int
    played: int
    dropped: int
    plays: int
    #: None before the analysis.
    tempo_bpm: float | None
    #: LUFS; none before the analysis.
    loudness_lufs: float | None
    origin: Origin | None
    #: ItemText
    state: ItemState
    #: Container, Encoding; 0: unknown, as for the next two.
    container: Container
    encoding: Encoding
    sample_rate: int
    channels: int
    #: For a related item: its distance in the based-on graph, 1 for a direct relation; else 0.
    depth: int
    #: An absolute path, whose bytes need not be UTF-8, or a URL.
    place: str
    #: The title of the piece, or the file's name.
    title: str
    artist: str
    tags: str
    #: Why the file is undecodable.
    reason: str
    #: SHA-256 of the whole file, as 64 hexadecimal digits; "" if unknown.
    sha256: str
    #: The piece's id, as other pieces refer to it; "" if unknown.
    piece_id: str
    #: The key after the analysis, as in "A minor"; "" before it.
    key: str

    @classmethod
    def _of(cls, struct: Any, **more: Any) -> Any:
        return cls(number=struct.number, length_us=struct.length_us, size=struct.size,
                   added=struct.added, played=struct.played, dropped=struct.dropped,
                   plays=struct.plays, tempo_bpm=None if not struct.tempo_bpm else struct.tempo_bpm,
                   loudness_lufs=None if struct.loudness_lufs != struct.loudness_lufs else
                   struct.loudness_lufs, origin=None if not struct.origin else
                   Origin(struct.origin), state=ItemState(struct.state),
                   container=Container(struct.container), encoding=Encoding(struct.encoding),
                   sample_rate=struct.sample_rate, channels=struct.channels, depth=struct.depth,
                   **more)
