"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

import ctypes as c

from .._abi import lib
from .._arguments import signed64
from .._handle import Handle


class SessionCalls(Handle):
    """The calls of aha_session that Python adds nothing to."""

    def update(self) -> None:
        """Applies the edits since the last update, without a click; unchanged parts continue to
        play. Blocks. The C function is aha_session_update. Errors: LimitError, DamagedError.
        """
        lib.aha_session_update(self._handle)

    def stop(self, at_frame: int | None = None) -> None:
        """Stops. Effects ring out, and the next start resumes from there. ``at_frame``: The engine
        frame at which the change takes effect; none: now. The C function is aha_session_stop.
        Errors: InvalidArgumentError, LimitError (pending transport changes).
        """
        lib.aha_session_stop(self._handle,
                             -1 if at_frame is None else signed64("at_frame", at_frame))

    def seek(self, position_us: int, at_frame: int | None = None) -> None:
        """Seeks to a position. A running session continues to play there; a stopped one stays
        stopped. ``at_frame``: The engine frame at which the change takes effect; none: now. The C
        function is aha_session_seek. Errors: InvalidArgumentError, LimitError (pending transport
        changes).
        """
        lib.aha_session_seek(self._handle, signed64("position_us", position_us),
                             -1 if at_frame is None else signed64("at_frame", at_frame))

    def loop(self, begin_us: int, end_us: int) -> None:
        """Sets a loop: playback jumps from end_us back to begin_us. ``end_us``: At least 100 ms
        after begin_us. The C function is aha_session_set_loop. Errors: InvalidArgumentError.
        """
        lib.aha_session_set_loop(self._handle, signed64("begin_us", begin_us),
                                 signed64("end_us", end_us))

    def clear_loop(self) -> None:
        """Clears the loop: playback continues past its end. The C function is
        aha_session_clear_loop.
        """
        lib.aha_session_clear_loop(self._handle)

    @property
    def position_us(self) -> int:
        """The playback position in microseconds of the project. The C function is
        aha_session_position_us.
        """
        value: int = lib.aha_session_position_us(self._handle)
        return value

    @property
    def running(self) -> bool:
        """True while the session plays. The C function is aha_session_running."""
        return bool(lib.aha_session_running(self._handle))

    @property
    def end_us(self) -> int:
        """The end of the last sound, at most one year; effects may ring out later. The C function
        is aha_session_get_end_us. Errors: StateError (a track loops forever), InvalidArgumentError.
        """
        end_us = c.c_int64()
        lib.aha_session_get_end_us(self._handle, end_us)
        return end_us.value

    def save_moves(self, *, exact: bool = False) -> int:
        """Saves recorded parameter moves of lanes in touch, latch and write mode to the project, as
        one edit. Moves are saved after aha_session_release_parameter or after playback stops. Call
        it regularly: the engine buffers a few thousand moves. Moves that could not be saved are
        kept for the next call. A smooth segment that is cut becomes linear segments with an
        inaudible difference. ``exact``: Zero omits points without an audible effect; else playback
        reproduces the same samples; after moves of a speed, the same positions within a frame.
        Blocks. The C function is aha_session_save_moves. Errors: LimitError.
        """
        count = c.c_uint32()
        lib.aha_session_save_moves(self._handle, bool(exact), count)
        return count.value

    @property
    def lost_moves(self) -> int:
        """The number of parameter moves lost because they were not saved in time. The C function is
        aha_session_lost_moves.
        """
        value: int = lib.aha_session_lost_moves(self._handle)
        return value
