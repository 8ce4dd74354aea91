"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import encoded_text
from .._handle import Handle, text_of


class EffectCalls(Handle):
    """The calls of aha_effect that Python adds nothing to."""

    @property
    def bypassed(self) -> bool:
        """True when bypassed. The C functions are aha_effect_bypassed and aha_effect_set_bypassed.
        Errors: ReleasedError (as aha_effect_set_value).
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

    @property
    def lv2_uri(self) -> str:
        """The URI of the plug-in of an effect. The C function is aha_effect_copy_lv2_uri. Errors:
        UnsupportedError (another kind).
        """
        return text_of(lib.aha_effect_copy_lv2_uri, self._handle)

    @property
    def lv2_state(self) -> str:
        """The state of a plug-in with the values of its parameters, as Turtle text. Blocks. Values
        of parameters ramp. A plug-in with a state beyond its parameters fades out first, and is
        silent meanwhile. Blocks. The C functions are aha_effect_copy_lv2_state and
        aha_effect_set_lv2_state. Errors: UnsupportedError (another kind), InvalidArgumentError (not
        a state of this plug-in).
        """
        return text_of(lib.aha_effect_copy_lv2_state, self._handle)

    @lv2_state.setter
    def lv2_state(self, state: str) -> None:
        lib.aha_effect_set_lv2_state(self._handle, encoded_text("state", state))

    def load_lv2_preset(self, preset_uri: str) -> None:
        """Loads a preset, as aha_effect_set_lv2_state does. ``preset_uri``: From
        aha_lv2_copy_preset_uri. Blocks. The C function is aha_effect_load_lv2_preset. Errors:
        NotFoundError, UnsupportedError (another kind).
        """
        lib.aha_effect_load_lv2_preset(self._handle, encoded_text("preset_uri", preset_uri))
