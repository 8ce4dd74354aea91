"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.engine import EngineStats


class EngineCalls(Handle):
    """The calls of aha_engine that Python adds nothing to."""

    @property
    def sample_rate(self) -> int:
        """The engine's sample rate in Hz. The C function is aha_engine_sample_rate."""
        value: int = lib.aha_engine_sample_rate(self._handle)
        return value

    @property
    def channels(self) -> int:
        """The engine's output channels. The C function is aha_engine_channels."""
        value: int = lib.aha_engine_channels(self._handle)
        return value

    @property
    def position(self) -> int:
        """The next frame to be rendered. The C function is aha_engine_position_frames."""
        value: int = lib.aha_engine_position_frames(self._handle)
        return value

    @property
    def stats(self) -> EngineStats:
        """The engine's counters. The C function is aha_engine_get_stats."""
        from .._records.engine import EngineStats

        stats = _structs.EngineStats()
        lib.aha_engine_get_stats(self._handle, stats)
        return EngineStats._of(stats)
