"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.format import Container, Encoding
from .._constants.sound import SoundMode


class SoundInfo(NamedTuple):
    """Properties of a sound's source, as the decoder found them."""

    #: Length in frames at the file's own rate: the decoded length, not the header's claim.
    frames: int
    #: The header's claim; 0 when the header has no length.
    claimed_frames: int
    #: Length in seconds.
    seconds: float
    #: Bytes of the file or stream; 0 for a sound made from frames.
    file_bytes: int
    #: Bytes of samples held in memory; 0 for borrowed ones.
    memory_bytes: int
    #: Hz, of the file.
    sample_rate: int
    #: Channels of the file, before the downmix.
    channels: int
    container: Container
    encoding: Encoding
    #: Bits in a stored sample; 0 for lossy encodings.
    bits: int
    #: SoundMode.RESIDENT or SoundMode.STREAMED.
    mode: SoundMode

    @classmethod
    def _of(cls, struct: Any) -> SoundInfo:
        return cls(struct.frames, struct.claimed_frames, struct.seconds, struct.file_bytes,
                   struct.memory_bytes, struct.sample_rate, struct.channels,
                   Container(struct.container), Encoding(struct.encoding), struct.bits,
                   SoundMode(struct.mode))
