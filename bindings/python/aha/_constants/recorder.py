"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class RecorderState(Named):
    """How far a take is."""

    #: The file is there; nothing is recorded but the pre-roll.
    READY = 0
    #: Started for a frame to come.
    WAITING = 1
    RECORDING = 2
    PAUSED = 3
    #: Nothing more is recorded; what there is is being written.
    FINISHING = 4
    #: The file is complete.
    FINISHED = 5


class RecorderReason(Named):
    """Why a take ended."""

    #: It has not ended.
    NONE = 0
    #: The host stopped it, or let go of it.
    STOPPED = 1
    #: The disk guard ended it while there was still space; the file is whole.
    DISK_LOW = 2
    #: The disk was full; the file holds what could be written.
    DISK_FULL = 3
    #: Somebody removed the file or its folder, or moved it: then it is whole at its new place.
    FILE_GONE = 4
    #: Writing failed, or what was written does not read back.
    FAILED = 5
    #: The engine was released; the file is whole.
    ENGINE_RELEASED = 6
