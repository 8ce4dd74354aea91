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
        """The pan as set. The change is ramped. At the center, a mono sound is 3 dB lower on both
        sides and a stereo sound is unchanged; toward an edge, the open side of a stereo sound rises
        by 3 dB. ``pan``: -1 (left) to 1 (right). The C functions are aha_player_pan and
        aha_player_set_pan. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_player_pan(self._handle)
        return value

    @pan.setter
    def pan(self, pan: float) -> None:
        lib.aha_player_set_pan(self._handle, float(pan))

    def set_speed_over_frames(self, speed: float, ramp_frames: int) -> None:
        """Ramps the speed linearly over a number of frames of the engine. The ramp rests while the
        player is paused, and ends when it stops. ``ramp_frames``: 0: from one frame to the next.
        The C function is aha_player_set_speed_over_frames.
        """
        lib.aha_player_set_speed_over_frames(self._handle, float(speed),
                                             unsigned64("ramp_frames", ramp_frames))

    def set_speed_at_frame(self, speed: float, ramp_frames: int, engine_frame: int) -> None:
        """Ramps the speed from a frame of the engine on. Of the changes before a start, the last
        one sets the speed of the start. Up to 256 changes of a player can be pending.
        ``ramp_frames``: 0: from one frame to the next. ``engine_frame``: See
        aha_engine_position_frames; a past frame takes effect at once. The C function is
        aha_player_set_speed_at_frame. Errors: LimitError (256 changes of the player are pending).
        """
        lib.aha_player_set_speed_at_frame(self._handle, float(speed),
                                          unsigned64("ramp_frames", ramp_frames),
                                          unsigned64("engine_frame", engine_frame))

    @property
    def speed(self) -> float:
        """The speed that was set last, without lane, modulation and Doppler effect. It is relative
        to the sound's own sample rate; the pitch changes with it. During playback the speed ramps
        over the engine's ramp; it changes at once while the player is silent. Positions are frames
        of the sound at any speed, and loops stay sample-exact. At speed 1 the samples are the
        sound's own. ``speed``: 0.05 to 16; 1: as recorded. With all its factors (modulation,
        Doppler effect, the rate of a sound with keep_rate) it is limited to this range. The C
        functions are aha_player_speed and aha_player_set_speed. Errors: InvalidArgumentError.
        """
        value: float = lib.aha_player_speed(self._handle)
        return value

    @speed.setter
    def speed(self, speed: float) -> None:
        lib.aha_player_set_speed(self._handle, float(speed))

    def stop_speed_modulation(self) -> None:
        """Ends a modulation of the speed; the speed returns to its value over the ramp. The C
        function is aha_player_stop_speed_modulation.
        """
        lib.aha_player_stop_speed_modulation(self._handle)

    @property
    def reverse(self) -> bool:
        """True when set to play backwards. During playback the change is crossfaded over the ramp
        (a streamed sound fades out, and fades in when its data is available). In reverse a start
        begins at the sound's end, also a start of a player that has not been played or moved,
        playback ends at frame 0, and loops jump from their begin to their end. The C functions are
        aha_player_reverse and aha_player_set_reverse.
        """
        return bool(lib.aha_player_reverse(self._handle))

    @reverse.setter
    def reverse(self, reverse: bool) -> None:
        lib.aha_player_set_reverse(self._handle, bool(reverse))

    @property
    def state(self) -> PlayerState:
        """PlayerState as of the last rendered frames. The C function is aha_player_get_state."""
        return PlayerState(lib.aha_player_get_state(self._handle))

    @property
    def position(self) -> int:
        """The next frame of the sound to play. The C function is aha_player_position_frames."""
        value: int = lib.aha_player_position_frames(self._handle)
        return value
