"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

import ctypes as c

from .._abi import lib
from .._arguments import signed64
from .._handle import Handle


class SessionCalls(Handle):
    """The calls of aha_session that Python adds nothing to."""

    def update(self) -> None:
        """Takes over what was edited since the last time, without a click; the rest plays on.
        Blocks. The C function is aha_session_update. Errors: LimitError, DamagedError.
        """
        lib.aha_session_update(self._handle)

    def stop(self, at_frame: int | None = None) -> None:
        """Stops; effects ring on, and starting goes on from there. ``at_frame``: The engine's frame
        at which; None: now. The C function is aha_session_stop. Errors: InvalidArgumentError,
        LimitError (orders that wait).
        """
        lib.aha_session_stop(self._handle,
                             -1 if at_frame is None else signed64("at_frame", at_frame))

    def seek(self, position_us: int, at_frame: int | None = None) -> None:
        """Goes to a position; it plays on there, or stands there. ``at_frame``: The engine's frame
        at which; None: now. The C function is aha_session_seek. Errors: InvalidArgumentError,
        LimitError (orders that wait).
        """
        lib.aha_session_seek(self._handle, signed64("position_us", position_us),
                             -1 if at_frame is None else signed64("at_frame", at_frame))

    def loop(self, begin_us: int, end_us: int) -> None:
        """Sets a part that is played over and over: it jumps from end_us back to begin_us.
        ``end_us``: At least 100 ms behind begin_us. The C function is aha_session_set_loop. Errors:
        InvalidArgumentError.
        """
        lib.aha_session_set_loop(self._handle, signed64("begin_us", begin_us),
                                 signed64("end_us", end_us))

    def clear_loop(self) -> None:
        """Plays on from the end of the loop. The C function is aha_session_clear_loop."""
        lib.aha_session_clear_loop(self._handle)

    @property
    def position_us(self) -> int:
        """What is heard now, in microseconds of the project. The C function is
        aha_session_position_us.
        """
        value: int = lib.aha_session_position_us(self._handle)
        return value

    @property
    def running(self) -> bool:
        """True while it plays. The C function is aha_session_running."""
        return bool(lib.aha_session_running(self._handle))

    @property
    def end_us(self) -> int:
        """When the last sound is over, after a year at most; effects may ring on. The C function is
        aha_session_get_end_us. Errors: StateError (a track loops forever), InvalidArgumentError.
        """
        end_us = c.c_int64()
        lib.aha_session_get_end_us(self._handle, end_us)
        return end_us.value

    def save_moves(self, *, exact: bool = False) -> int:
        """Writes what was done to parameters of lanes in touch, latch and write mode into the
        project, as far as the host has let go of them or playing has stopped. All of it is one
        edit. Call it now and then: the engine keeps some thousand moves. What could not be saved is
        kept for the next call. A smooth segment that is cut goes on as linear ones, which are
        within what is to be heard. ``exact``: Zero leaves out points that make no difference to be
        heard; else it plays to the same samples again. Blocks. The C function is
        aha_session_save_moves. Errors: LimitError.
        """
        count = c.c_uint32()
        lib.aha_session_save_moves(self._handle, bool(exact), count)
        return count.value

    @property
    def lost_moves(self) -> int:
        """Moves that nobody saved in time. The C function is aha_session_lost_moves."""
        value: int = lib.aha_session_lost_moves(self._handle)
        return value
