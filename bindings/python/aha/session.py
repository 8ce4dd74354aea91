"""A project on an engine: it plays, follows edits, and records automation."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any

from . import _structs
from ._abi import lib
from ._arguments import signed64
from ._constants.session import Scope as Scope
from ._handle import EngineChild, made
from ._project_lanes import ids
from ._project_parts import ProjectBus, ProjectEffect, Track
from .effect import Effect
from .sound import SoundMode

if TYPE_CHECKING:
    from .engine import Engine
    from .project import Project


def scope_of(part: Track | ProjectBus | None) -> tuple[Scope, int]:
    """The scope and its id; None is everything."""
    if part is None:
        return Scope.EVERYTHING, 0
    return (Scope.TRACK if isinstance(part, Track) else Scope.BUS), part.id


class Session(EngineChild):
    """A project on an engine, which it ends with. Times are in microseconds of the project;
    ``at_frame`` is a frame of the engine's, None is now. One that was started goes on, when nothing
    refers to it any more, until its engine is closed."""

    _noun = "session"

    def __init__(self, project: Project, engine: Engine, *,
                 only: Track | ProjectBus | None = None,
                 mode: SoundMode | str = SoundMode.AUTO) -> None:
        """Makes the project's buses and loads its sounds. Blocks. A track whose file is not there
        is silent, and an event says so. The C function is aha_session_create. Errors: LimitError.
        """
        scope, number = scope_of(only)
        options = _structs.SessionOptions(scope=scope, scope_id=number,
                                                  mode=SoundMode.of(mode))
        super().__init__(
            made(lib.aha_session_create, project._handle, engine._handle, options),
            lib.aha_session_release, engine)
        self._project = project

    @property
    def project(self) -> Project:
        """What it plays."""
        return self._project

    def update(self) -> None:
        """Takes over what was edited. Blocks. The C function is aha_session_update."""
        lib.aha_session_update(self._handle)

    def start(self, position_us: int | None = None, at_frame: int | None = None) -> None:
        """Plays, from a position or from where it stands. The C function is aha_session_start."""
        lib.aha_session_start(self._handle, _wish(position_us), _wish(at_frame))
        self._engine._family.hold(self)

    def stop(self, at_frame: int | None = None) -> None:
        """The C function is aha_session_stop."""
        lib.aha_session_stop(self._handle, _wish(at_frame))

    def seek(self, position_us: int, at_frame: int | None = None) -> None:
        """The C function is aha_session_seek."""
        lib.aha_session_seek(self._handle, signed64("position_us", position_us), _wish(at_frame))

    def loop(self, begin_us: int, end_us: int) -> None:
        """Plays a part over and over. The C function is aha_session_set_loop."""
        lib.aha_session_set_loop(self._handle, signed64("begin_us", begin_us),
                                 signed64("end_us", end_us))

    def clear_loop(self) -> None:
        """The C function is aha_session_clear_loop."""
        lib.aha_session_clear_loop(self._handle)

    @property
    def position_us(self) -> int:
        """What is heard now. The C function is aha_session_position_us."""
        position: int = lib.aha_session_position_us(self._handle)
        return position

    @property
    def running(self) -> bool:
        """The C function is aha_session_running."""
        return bool(lib.aha_session_running(self._handle))

    @property
    def end_us(self) -> int:
        """When the last sound is over. The C function is aha_session_get_end_us. Errors: StateError
        (a track loops for ever)."""
        end = c.c_int64()
        lib.aha_session_get_end_us(self._handle, end)
        return end.value

    def effect(self, effect: ProjectEffect) -> Effect:
        """What plays an effect; what is set there is heard, and recorded where a lane does that.
        The C function is aha_session_get_effect. Errors: NotFoundError."""
        return Effect._of(made(lib.aha_session_get_effect, self._handle, effect.id), self._engine)

    def fader(self, part: Track | ProjectBus) -> Effect:
        """Gain and pan of a track or bus. The C function is aha_session_get_fader."""
        return Effect._of(
            made(lib.aha_session_get_fader, self._handle, part._kind, part.id), self._engine)

    def let_go(self, effect: Effect, parameter: str) -> None:
        """A lane in touch mode plays again. The C function is aha_session_release_parameter."""
        lib.aha_session_release_parameter(self._handle, effect._handle,
                                          effect._parameter(parameter)[0])

    def save_moves(self, *, exact: bool = False) -> int:
        """Writes what was done to parameters into the project; returns how many lanes changed.
        Blocks. The C function is aha_session_save_moves."""
        count = c.c_uint32()
        lib.aha_session_save_moves(self._handle, bool(exact), count)
        return count.value

    @property
    def silent_tracks(self) -> list[Track]:
        """Those whose file is not there or cannot be read. The C functions are
        aha_session_silent_count and aha_session_silent_at."""
        return [Track(self._project, one) for one in ids(
            lib.aha_session_silent_count, lib.aha_session_silent_at, self._handle)]

    @property
    def lost_moves(self) -> int:
        """Moves that nobody saved in time. The C function is aha_session_lost_moves."""
        count: int = lib.aha_session_lost_moves(self._handle)
        return count

    def close(self) -> None:
        """Ends all that it plays; moves that were not saved are lost. The C function is
        aha_session_release."""
        self._engine._family.drop(self)
        super().close()

    def _shown(self) -> dict[str, Any]:
        return {"position_us": self.position_us, "running": self.running}


def _wish(number: int | None) -> int:
    return -1 if number is None else signed64("number", number)
