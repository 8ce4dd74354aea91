"""Written by scripts/generate from include/aha; do not edit."""

import enum



class Result(enum.IntEnum):
    """The result of a call: 0 is success, a positive number a remark, a negative number an
    error."""

    OK = 0
    #: The end was reached: no data or item is left.
    END = 1
    #: Not finished yet: the job still runs, or the timeout expired.
    PENDING = 2
    #: A NULL, NaN, or out-of-range argument.
    INVALID_ARGUMENT = -1
    #: NULL, a foreign pointer, or a handle of another kind.
    INVALID_HANDLE = -2
    #: The handle or its engine was released.
    RELEASED = -3
    #: The object's state does not allow this call now.
    STATE = -4
    #: This version does not support the request.
    UNSUPPORTED = -5
    #: Memory could not be allocated.
    OUT_OF_MEMORY = -6
    #: A limit of the engine is reached: players, buses, or depth.
    LIMIT = -7
    #: Cancelled by the host.
    CANCELLED = -8
    #: The caller's buffer is too small; the needed length was set.
    BUFFER_TOO_SMALL = -9
    #: A blocking call was made inside one of libaha's callbacks.
    REENTRANT = -10
    #: The operating system refused a resource, such as a thread.
    SYSTEM = -11
    #: No file or folder of that name.
    NOT_FOUND = -20
    #: Permission denied.
    ACCESS = -21
    #: A directory where a file is needed.
    IS_DIRECTORY = -22
    #: Reading or writing failed.
    IO = -23
    #: No space left on the device, or over quota.
    DISK_FULL = -24
    #: A file of that name exists, and the call must not replace it.
    EXISTS = -25
    #: Empty: no bytes at all.
    EMPTY = -40
    #: Not audio, or an unknown format.
    UNKNOWN_FORMAT = -41
    #: Known format, but damaged: nothing can be decoded from it.
    DAMAGED = -42
    #: A sample rate, channel count, length, or picture size that libaha does not support.
    FORMAT_LIMIT = -43
    #: The written data failed verification: it could not be read back completely.
    VERIFY = -44
    #: No device with that id, or no device at all.
    NO_DEVICE = -60
    #: The device does not support the engine's rate or channel count.
    DEVICE_FORMAT = -61
    #: The sound system refused: the device is busy, or its server has stopped.
    DEVICE = -62
    #: A piece's title is empty or only white space.
    TITLE_EMPTY = -80
    #: A piece's title has more characters than libaha (1000) or its destination accepts.
    TITLE_LONG = -81
    #: A piece's length is not positive.
    PIECE_SHORT = -82
    #: A piece is longer than 1000 hours, or than its destination accepts.
    PIECE_LONG = -83
    #: A tempo below 1, or not a number.
    TEMPO_LOW = -84
    #: A tempo over 999.999.
    TEMPO_HIGH = -85
    #: A loop that does not end after its start, or lies outside its piece.
    LOOP = -86
    #: A time signature other than 1 to 16 over 2, 4, 8 or 16.
    TIME_SIGNATURE = -87
    #: A piece's description (10 000) or artist (1000) has more characters than libaha or its
    #: destination accepts.
    TEXT_LONG = -88
    #: An entry of the based-on list is not the id of a piece.
    BASED_ON = -89
    #: A scale that has bits above the 12 notes, or lacks its own root.
    TONALITY = -90
    #: An attachment without a MIME type, or over 30 MB.
    ATTACHMENT = -91
    #: A text of a piece has a control that reorders the text after it, as U+202E.
    TEXT_DIRECTION = -92
    #: Name resolution failed, or the connection failed or was lost.
    NETWORK = -100
    #: The timeout expired without data.
    TIMEOUT = -101
    #: The server's certificate is invalid, or TLS failed.
    TLS = -102
    #: The server answered with an error status.
    HTTP = -103
    #: The server asks for a longer wait than the retries allow.
    RATE_LIMITED = -104
    #: The server's reply is unusable.
    REPLY = -105
    #: The account is not signed in.
    NOT_SIGNED_IN = -106
    #: A sign-in was refused: by the user, by the server, or because the state parameter differs.
    REFUSED = -107
