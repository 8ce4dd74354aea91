"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._handle import Handle


class EffectCalls(Handle):
    """The calls of aha_effect that Python adds nothing to."""

    @property
    def bypassed(self) -> bool:
        """True when bypassed. Bypasses an effect, crossfaded over the ramp; the latency stays. The
        C functions are aha_effect_bypassed and aha_effect_set_bypassed. Errors: ReleasedError (as
        aha_effect_set_value).
        """
        return bool(lib.aha_effect_bypassed(self._handle))

    @bypassed.setter
    def bypassed(self, bypassed: bool) -> None:
        lib.aha_effect_set_bypassed(self._handle, bool(bypassed))

    @property
    def latency_frames(self) -> int:
        """Latency of the effect in frames. The C function is aha_effect_latency_frames."""
        value: int = lib.aha_effect_latency_frames(self._handle)
        return value
