"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._handle import Handle


class ChainCalls(Handle):
    """The calls of aha_chain that Python adds nothing to."""

    def clear(self) -> None:
        """Takes all effects out. The C function is aha_chain_clear."""
        lib.aha_chain_clear(self._handle)

    def __len__(self) -> int:
        """The number of effects. The C function is aha_chain_count."""
        value: int = lib.aha_chain_count(self._handle)
        return value

    @property
    def latency_frames(self) -> int:
        """Frames by which the chain's output lags its input. A player reads its sound that much
        ahead, so that what it plays is heard in its place. The C function is
        aha_chain_latency_frames.
        """
        value: int = lib.aha_chain_latency_frames(self._handle)
        return value
