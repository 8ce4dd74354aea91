"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.format import Container, Encoding
from .._constants.sound import SoundMode


class SoundInfo(NamedTuple):
    """What a sound was made from, as the decoder found it."""

    #: Length in frames at the file's own rate, as decoded, not as the header claims.
    frames: int
    #: What the header claims; 0 when it does not say.
    claimed_frames: int
    #: Length in seconds.
    seconds: float
    #: Bytes of the file or stream; 0 for a sound made of frames.
    file_bytes: int
    #: Bytes of samples held in memory.
    memory_bytes: int
    #: Hz, of the file.
    sample_rate: int
    #: Channels of the file, before folding down.
    channels: int
    #: Container
    container: Container
    #: Encoding
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
