"""Sessions: a session plays a project on an engine, follows edits, and records automation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._calls.session import SessionCalls
from ._constants.session import Scope
from ._constants.sound import SoundMode
from ._handle import Held, made
from ._project_parts import ProjectBus, Track
from .effect import Effect

if TYPE_CHECKING:
    from .engine import Engine
    from .project import Project


def scope_of(part: Track | ProjectBus | None) -> tuple[Scope, int]:
    """The scope and the id of a part; None is everything."""
    if part is None:
        return Scope.EVERYTHING, 0
    return (Scope.TRACK if isinstance(part, Track) else Scope.BUS), part.id


class Session(SessionCalls, Held):
    """Plays a project on an engine, and ends with the engine. Times are in microseconds of the
    project; ``at`` is a frame of the engine, None is now. A started session continues
    without a reference to it, until its engine is closed. ``close`` stops everything that the
    session plays; unsaved moves are lost."""

    _noun = "session"
    _shows = ("position_us", "running")

    def __init__(self, project: Project, engine: Engine, *,
                 only: Track | ProjectBus | None = None,
                 mode: SoundMode | str = SoundMode.AUTO) -> None:
        """Creates the project's buses on the engine and loads its sounds. Blocks. A track whose
        file is missing is silent, and an event reports it. The C function is aha_session_create.
        Errors: LimitError.
        """
        scope, number = scope_of(only)
        options = _structs.SessionOptions(scope=scope, scope_id=number,
                                                  mode=SoundMode.of(mode))
        super().__init__(made(lib.aha_session_create, project._handle, engine._handle, options),
                         engine)
        self._project = project

    @property
    def project(self) -> Project:
        """The project of the session."""
        return self._project

    def fader(self, part: Track | ProjectBus) -> Effect:
        """Returns the fader of a track or bus: an effect with its gain and pan. The C function is
        aha_session_get_fader."""
        return Effect._of(
            made(lib.aha_session_get_fader, self._handle, part._kind, part.id), self)

    def let_go(self, effect: Effect, parameter: str) -> None:
        """Ends the host's control of a parameter: a lane in touch mode plays again. The C function
        is aha_session_release_parameter."""
        lib.aha_session_release_parameter(self._handle, effect._handle,
                                          effect._parameter(parameter)[0])
