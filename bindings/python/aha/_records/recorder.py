"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._abi import lib
from .._constants.format import Container, Encoding
from .._constants.recorder import RecorderReason, RecorderState
from ..base import Error, error_of


class RecorderStatus(NamedTuple):
    """Status of a take."""

    #: Frames of the take so far, at the engine's rate; after the end, the frames in its files.
    frames: int
    #: The engine frame of the take's first frame, pre-roll included.
    first_frame: int
    #: Frames that are silence in the file because the disk was too slow for the ring buffer.
    overrun_frames: int
    #: Recorded frames that are in no file; set after the end.
    lost_frames: int
    #: Bytes in the take's files.
    bytes: int
    #: Seconds until the disk guard ends the take; none while unknown.
    remaining_seconds: int | None
    state: RecorderState
    reason: RecorderReason
    #: None, or the error that ended the take.
    error: Error | None
    #: Number of files of the take.
    file_count: int

    @classmethod
    def _of(cls, struct: Any) -> RecorderStatus:
        return cls(struct.frames, struct.first_frame, struct.overrun_frames, struct.lost_frames,
                   struct.bytes, None if struct.remaining_seconds < 0 else struct.remaining_seconds,
                   RecorderState(struct.state), RecorderReason(struct.reason),
                   error_of(struct.result, lib.aha_result_name), struct.file_count)


class RecorderMeter(NamedTuple):
    """The level of a recorder's input, also while it does not record."""

    #: Max sample since the last reading, in dBFS; -inf for silence.
    peak_left_db: float
    peak_right_db: float

    @classmethod
    def _of(cls, struct: Any) -> RecorderMeter:
        return cls(struct.peak_left_db, struct.peak_right_db)


class RecoveredTake(NamedTuple):
    """A recovered take."""

    #: Of its file.
    path: str
    #: Frames in the file, at its rate.
    frames: int
    #: Frames that were recorded but are missing in the file; up to one second more may be missing.
    lost_frames: int
    #: Length in seconds.
    seconds: float
    #: Hz.
    sample_rate: int
    channels: int
    container: Container
    encoding: Encoding
    #: None. EmptyError: the recording ended before its first frame was stored, and its file was
    #: deleted. Another error: the file cannot be read and stays unchanged; UnknownFormatError means
    #: that another file is in the take's place.
    error: Error | None

    @classmethod
    def _of(cls, struct: Any, path: str) -> RecoveredTake:
        return cls(path, struct.frames, struct.lost_frames, struct.seconds, struct.sample_rate,
                   struct.channels, Container(struct.container), Encoding(struct.encoding),
                   error_of(struct.result, lib.aha_result_name))
