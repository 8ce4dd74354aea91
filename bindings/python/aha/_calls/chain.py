"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._handle import Handle


class ChainCalls(Handle):
    """The calls of aha_chain that Python adds nothing to."""

    def clear(self) -> None:
        """Removes all effects. The C function is aha_chain_clear."""
        lib.aha_chain_clear(self._handle)

    def __len__(self) -> int:
        """The number of effects. The C function is aha_chain_count."""
        value: int = lib.aha_chain_count(self._handle)
        return value

    @property
    def latency_frames(self) -> int:
        """Latency of the chain in frames. A player reads its sound ahead by this amount, which
        keeps its output in time. The C function is aha_chain_latency_frames.
        """
        value: int = lib.aha_chain_latency_frames(self._handle)
        return value
