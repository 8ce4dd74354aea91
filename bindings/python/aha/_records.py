"""Records of engines, buses, jobs and sounds.

NamedTuple needs the module ``typing``, which an engine does without: its import takes 3 ms.
"""

from __future__ import annotations

from typing import NamedTuple

from .format import Container, Encoding
from .sound import SoundMode


class EngineStats(NamedTuple):
    """What an engine counted since it was made."""

    frames: int
    #: Players that are heard now, pausing and stopping ones included.
    active_players: int
    #: Times a streamed sound had no data in time.
    underruns: int
    #: Samples that were NaN or infinite and became silence.
    nonfinite_samples: int
    #: Events dropped because the queue was full.
    lost_events: int
    #: Renders that found another one under way and gave silence.
    refused_renders: int


class Meter(NamedTuple):
    """The level of a bus after its gain, pan and mute; 1 is full scale."""

    #: Highest absolute sample since the last reading.
    peak_left: float
    peak_right: float
    #: Root mean square over about the last 300 ms.
    rms_left: float
    rms_right: float


class Progress(NamedTuple):
    """How far a job is."""

    #: 0 to 1; None while the whole is not known.
    fraction: float | None
    #: Frames done so far, and in all; the total is 0 while not known.
    frames_done: int
    frames_total: int
    #: Bytes read or written so far.
    bytes_done: int
    #: How long it has been working, in microseconds; 0 while it waits.
    elapsed_us: int
    #: How much longer it takes if it goes on like that; None while nobody can tell.
    remaining_us: int | None


class SoundInfo(NamedTuple):
    """What a sound was made from, as the decoder found it."""

    #: Length in frames at the file's own rate, as decoded, not as the header claims.
    frames: int
    #: What the header claims; 0 when it does not say.
    claimed_frames: int
    seconds: float
    #: Bytes of the file or stream; 0 for a sound made of frames.
    file_bytes: int
    #: Bytes of samples held in memory.
    memory_bytes: int
    #: Hz, of the file.
    sample_rate: int
    #: Channels of the file, before folding down.
    channels: int
    container: Container
    encoding: Encoding
    #: Bits in a stored sample; 0 for lossy encodings.
    bits: int
    mode: SoundMode
