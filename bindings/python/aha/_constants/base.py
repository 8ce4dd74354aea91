"""Written by scripts/generate from include/aha; do not edit."""

import enum



class Result(enum.IntEnum):
    """What a call came to: 0 is success, positive a remark, negative an error."""

    OK = 0
    #: The end was reached: nothing (more) to give.
    END = 1
    #: Not finished yet: the job still runs, or the time to wait was up.
    PENDING = 2
    #: A NULL, NaN, or out-of-range argument.
    INVALID_ARGUMENT = -1
    #: NULL, a foreign pointer, or a handle of another kind.
    INVALID_HANDLE = -2
    #: The handle was released, or its engine was.
    RELEASED = -3
    #: The object's state does not allow this call now.
    STATE = -4
    #: Asked for something this version does not have.
    UNSUPPORTED = -5
    #: Memory could not be had.
    OUT_OF_MEMORY = -6
    #: A limit of the engine is reached: players, buses, or depth.
    LIMIT = -7
    #: Cancelled by the host.
    CANCELLED = -8
    #: The caller's buffer is too small; the needed length was set.
    BUFFER_TOO_SMALL = -9
    #: A blocking call from inside one of libaha's callbacks.
    REENTRANT = -10
    #: The operating system refused something, such as a thread.
    SYSTEM = -11
    #: No file or folder of that name.
    NOT_FOUND = -20
    #: Not permitted.
    ACCESS = -21
    #: A directory where a file is needed.
    IS_DIRECTORY = -22
    #: Reading or writing failed.
    IO = -23
    #: No space left on the device, or over quota.
    DISK_FULL = -24
    #: A file of that name exists, and was not to be replaced.
    EXISTS = -25
    #: Empty: no bytes at all.
    EMPTY = -40
    #: Not audio, or of a format that is not known.
    UNKNOWN_FORMAT = -41
    #: Known format, but damaged: nothing can be decoded from it.
    DAMAGED = -42
    #: A rate, channel count, length, or size of a picture that libaha does not take.
    FORMAT_LIMIT = -43
    #: What was written does not read back whole.
    VERIFY = -44
    #: No device of that id, or none at all.
    NO_DEVICE = -60
    #: The device has not the engine's rate, or not so many channels.
    DEVICE_FORMAT = -61
    #: The sound system refused: the device is busy, or its server has gone.
    DEVICE = -62
    #: A piece's title has no characters, or white space only.
    TITLE_EMPTY = -80
    #: A piece's title has over 50 characters.
    TITLE_LONG = -81
    #: A piece's length is not positive.
    PIECE_SHORT = -82
    #: A piece is longer than 20 minutes.
    PIECE_LONG = -83
    #: A tempo below 1, or no number.
    TEMPO_LOW = -84
    #: A tempo over 999.999.
    TEMPO_HIGH = -85
    #: A loop that does not end after its start, or is not inside its piece.
    LOOP = -86
    #: A time signature that is not of 1 to 16 over 2, 4, 8 or 16.
    TIME_SIGNATURE = -87
    #: A piece's description or artist has over 140 characters.
    TEXT_LONG = -88
    #: What a piece is based on is not the id of a piece.
    BASED_ON = -89
    #: A scale that is not of 12 notes with its root among them.
    TONALITY = -90
    #: An attachment without a MIME type, or over 30 MB.
    ATTACHMENT = -91
    #: No name, no connection, or one that broke.
    NETWORK = -100
    #: Nothing came in time.
    TIMEOUT = -101
    #: The server's certificate is not good, or TLS failed.
    TLS = -102
    #: The server answered with a status that is no success.
    HTTP = -103
    #: The server asks to wait, longer than the retries did.
    RATE_LIMITED = -104
    #: The server's answer is none that can be used.
    REPLY = -105
    #: The account is not signed in.
    NOT_SIGNED_IN = -106
    #: A sign-in was refused: by the person, by the server, or because its state is another.
    REFUSED = -107
