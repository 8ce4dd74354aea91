"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._abi import lib
from .._constants.format import Container, Encoding
from .._constants.recorder import RecorderReason, RecorderState
from ..base import Error, error_of


class RecorderStatus(NamedTuple):
    """How a take is getting on."""

    #: Frames of the take so far, at the engine's rate; once finished, those in its files.
    frames: int
    #: The engine's frame of the take's first one, pre-roll included.
    first_frame: int
    #: Frames that are silence in the file, because the disk was too slow for the ring.
    overrun_frames: int
    #: Frames that were recorded and are in no file, once finished.
    lost_frames: int
    #: Bytes in the take's files.
    bytes: int
    #: Seconds until the disk guard ends the take; None while that is not known.
    remaining_seconds: int | None
    #: RecorderState
    state: RecorderState
    #: RecorderReason
    reason: RecorderReason
    #: None, or the error that ended the take.
    error: Error | None
    #: Files of the take.
    file_count: int

    @classmethod
    def _of(cls, struct: Any) -> RecorderStatus:
        return cls(struct.frames, struct.first_frame, struct.overrun_frames, struct.lost_frames,
                   struct.bytes, None if struct.remaining_seconds < 0 else struct.remaining_seconds,
                   RecorderState(struct.state), RecorderReason(struct.reason),
                   error_of(struct.result, lib.aha_result_name), struct.file_count)


class RecorderMeter(NamedTuple):
    """The level of what a recorder hears, recording or not."""

    #: Highest sample since the last reading, dB of full scale; -inf for silence.
    peak_left_db: float
    peak_right_db: float

    @classmethod
    def _of(cls, struct: Any) -> RecorderMeter:
        return cls(struct.peak_left_db, struct.peak_right_db)


class RecoveredTake(NamedTuple):
    """A take that was cut short, and found again."""

    #: Of its file.
    path: str
    #: Frames in the file, at its rate.
    frames: int
    #: Frames that the recorder is known to have had and the file has not; up to a second more may
    #: have been heard.
    lost_frames: int
    #: Length in seconds.
    seconds: float
    #: Hz.
    sample_rate: int
    channels: int
    #: Container
    container: Container
    #: Encoding
    encoding: Encoding
    #: None; EmptyError: the recording ended before its first frame was stored, and its file was
    #: deleted; or why nothing can be read from the file, which is left as it is, such as
    #: UnknownFormatError: it is no take, but another file in its place.
    error: Error | None

    @classmethod
    def _of(cls, struct: Any, path: str) -> RecoveredTake:
        return cls(path, struct.frames, struct.lost_frames, struct.seconds, struct.sample_rate,
                   struct.channels, Container(struct.container), Encoding(struct.encoding),
                   error_of(struct.result, lib.aha_result_name))
