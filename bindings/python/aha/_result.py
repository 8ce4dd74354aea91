"""What calls come to."""

from __future__ import annotations

import enum


class Result(enum.IntEnum):
    """What a call came to: 0 is success, positive a remark, negative an error."""

    OK = 0
    END = 1
    PENDING = 2

    INVALID_ARGUMENT = -1
    INVALID_HANDLE = -2
    RELEASED = -3
    STATE = -4
    UNSUPPORTED = -5
    OUT_OF_MEMORY = -6
    LIMIT = -7
    CANCELLED = -8
    BUFFER_TOO_SMALL = -9
    REENTRANT = -10
    SYSTEM = -11

    NOT_FOUND = -20
    ACCESS = -21
    IS_DIRECTORY = -22
    IO = -23
    DISK_FULL = -24
    EXISTS = -25

    EMPTY = -40
    UNKNOWN_FORMAT = -41
    DAMAGED = -42
    FORMAT_LIMIT = -43
    VERIFY = -44

    NO_DEVICE = -60
    DEVICE_FORMAT = -61
    DEVICE = -62

    TITLE_EMPTY = -80
    TITLE_LONG = -81
    PIECE_SHORT = -82
    PIECE_LONG = -83
    TEMPO_LOW = -84
    TEMPO_HIGH = -85
    LOOP = -86
    TIME_SIGNATURE = -87
    TEXT_LONG = -88
    BASED_ON = -89
    TONALITY = -90
    ATTACHMENT = -91

    NETWORK = -100
    TIMEOUT = -101
    TLS = -102
    HTTP = -103
    RATE_LIMITED = -104
    REPLY = -105
    NOT_SIGNED_IN = -106
    REFUSED = -107
