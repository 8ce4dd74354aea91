"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class SoundMode(Named):
    """Where the samples are while they play."""

    #: Resident up to 64 MiB of samples, else streamed.
    AUTO = 0
    #: Decoded once into memory.
    RESIDENT = 1
    #: Decoded while it plays, with read-ahead on a thread of its own.
    STREAMED = 2
