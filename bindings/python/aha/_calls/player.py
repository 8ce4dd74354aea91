"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import unsigned64
from .._constants.player import PlayerState
from .._handle import Handle


class PlayerCalls(Handle):
    """The calls of aha_player that Python adds nothing to."""

    def seek(self, frame: int) -> None:
        """Seeks to a frame of the sound. During playback the change is crossfaded over the ramp (a
        streamed sound fades out, and fades in when its data is available). ``frame``: 0 to the
        sound's length; the length itself is the end. The C function is aha_player_seek_frames.
        Errors: InvalidArgumentError (past the end).
        """
        lib.aha_player_seek_frames(self._handle, unsigned64("frame", frame))

    @property
    def gain_db(self) -> float:
        """The gain as set. The change is ramped. ``gain_db``: -inf (silence) to 24. The C functions
        are aha_player_gain_db and aha_player_set_gain_db. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_player_gain_db(self._handle)
        return value

    @gain_db.setter
    def gain_db(self, gain_db: float) -> None:
        lib.aha_player_set_gain_db(self._handle, float(gain_db))

    @property
    def pan(self) -> float:
        """The pan as set. Sets the equal-power pan. The change is ramped. At the center, a mono
        sound is 3 dB lower on both sides and a stereo sound is unchanged; toward an edge, the open
        side of a stereo sound rises by 3 dB. ``pan``: -1 (left) to 1 (right). The C functions are
        aha_player_pan and aha_player_set_pan. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_player_pan(self._handle)
        return value

    @pan.setter
    def pan(self, pan: float) -> None:
        lib.aha_player_set_pan(self._handle, float(pan))

    @property
    def state(self) -> PlayerState:
        """PlayerState as of the last rendered frames. The C function is aha_player_get_state."""
        return PlayerState(lib.aha_player_get_state(self._handle))

    @property
    def position(self) -> int:
        """The next frame of the sound to play. The C function is aha_player_position_frames."""
        value: int = lib.aha_player_position_frames(self._handle)
        return value
