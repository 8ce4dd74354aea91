"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class SoundMode(Named):
    """Where the samples are kept during playback."""

    #: Resident for up to 64 MiB of samples, else streamed.
    AUTO = 0
    #: Decoded once into memory.
    RESIDENT = 1
    #: Decoded during playback, with read-ahead on its own thread.
    STREAMED = 2
