"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class RecorderState(Named):
    """The state of a take."""

    #: The file exists; only the pre-roll is recorded.
    READY = 0
    #: Started for a future frame.
    WAITING = 1
    RECORDING = 2
    PAUSED = 3
    #: Recording has ended; the remaining frames are being written.
    FINISHING = 4
    #: The file is complete.
    FINISHED = 5


class RecorderReason(Named):
    """Why a take ended."""

    #: It has not ended.
    NONE = 0
    #: The host stopped the take, or released the recorder.
    STOPPED = 1
    #: The disk guard ended the take while there was still space; the file is complete.
    DISK_LOW = 2
    #: The disk was full; the file holds the frames written until then.
    DISK_FULL = 3
    #: The file or its folder was removed or moved. A moved file is complete at its new path.
    FILE_GONE = 4
    #: Writing failed, or the written data failed verification.
    FAILED = 5
    #: The engine was released; the file is complete.
    ENGINE_RELEASED = 6
