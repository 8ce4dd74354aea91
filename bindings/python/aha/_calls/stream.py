"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import unsigned64
from .._handle import Handle


class StreamCalls(Handle):
    """The calls of aha_stream that Python adds nothing to."""

    def set_limits(self, *, max_frames: int = 0, max_bytes: int = 0) -> None:
        """Limits the size of later sounds and analyses of a stream; those already started keep
        their limits. A longer sound is LimitError, with the limit in the error line.
        ``max_frames``: Frames at the sound's own rate; 0: any number. ``max_bytes``: Bytes of the
        stream; 0: any number. The C function is aha_stream_set_limits.
        """
        lib.aha_stream_set_limits(self._handle, unsigned64("max_frames", max_frames),
                                  unsigned64("max_bytes", max_bytes))
