"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.sound import SoundInfo


class SoundCalls(Handle):
    """The calls of aha_sound that Python adds nothing to."""

    def __len__(self) -> int:
        """Length in frames at the rate of aha_sound_sample_rate. The C function is
        aha_sound_length_frames.
        """
        value: int = lib.aha_sound_length_frames(self._handle)
        return value

    @property
    def sample_rate(self) -> int:
        """Sample rate of the sound's frames in Hz: the engine's, or with keep_rate the file's. 0
        while the sound loads. The C function is aha_sound_sample_rate.
        """
        value: int = lib.aha_sound_sample_rate(self._handle)
        return value

    @property
    def channels(self) -> int:
        """Channels during playback, 1 or 2. The C function is aha_sound_channels."""
        value: int = lib.aha_sound_channels(self._handle)
        return value

    @property
    def info(self) -> SoundInfo:
        """The properties of the sound's source. The C function is aha_sound_get_info. Errors:
        StateError (still loading).
        """
        from .._records.sound import SoundInfo

        info = _structs.SoundInfo()
        lib.aha_sound_get_info(self._handle, info)
        return SoundInfo._of(info)
