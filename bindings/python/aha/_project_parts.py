"""The parts of a project: tracks, buses and effects, each with an id."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _structs
from ._abi import lib
from ._arguments import encoded_text, signed64
from ._calls.project_bus import ProjectBusCalls
from ._calls.project_effect import ProjectEffectCalls
from ._calls.track import TrackCalls
from ._constants.bus import SendPoint
from ._constants.effect import Curve, Unit
from ._constants.lane import MasterParameter, TrackParameter
from ._constants.lv2 import EFFECT_LV2
from ._constants.project import MASTER_ID, PROJECT_LONGEST_US as PROJECT_LONGEST_US, OwnerKind
from ._constants.track import KEEP_KEY
from ._errors import NotFoundError
from ._handle import got, listed
from ._player_values import loop_count
from ._project_lanes import Automated, added
from ._records.effect import ParameterInfo
from .effect import EffectInfo, effect_kinds
from .lv2 import _plugin_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .piece import Piece
    from .project import Project


class ProjectEffect(ProjectEffectCalls, Automated):
    """An effect of a project."""

    _noun, _kind = "project_effect", OwnerKind.EFFECT

    @property
    def info(self) -> EffectInfo:
        """The kind of the effect, with its parameters. Errors: NotFoundError (a plug-in that is not
        installed)."""
        kind: int = self._row().kind
        if kind == EFFECT_LV2:
            return _plugin_parameters(self.lv2_uri)
        return effect_kinds()[kind - 1]

    @property
    def kind(self) -> str:
        """The name of the kind, as in ``"reverb"``; ``"lv2"`` for a plug-in, which :attr:`lv2_uri`
        identifies, also if it is not installed. The C function is aha_project_effect_get."""
        kind: int = self._row().kind
        return "lv2" if kind == EFFECT_LV2 else effect_kinds()[kind - 1].name

    def get(self, name: str) -> float:
        """Reads the value that a parameter has without a lane. The C function is
        aha_project_effect_get_value."""
        value: float = got(c.c_float(), lib.aha_project_effect_get_value, self._handle, self.id,
                           self._parameter(name)).value
        return value

    def set(self, **values: float) -> None:
        """Sets parameters. The C function is aha_project_effect_set_value."""
        with self._project.edit("change effect"):
            for name, value in values.items():
                lib.aha_project_effect_set_value(self._handle, self.id, self._parameter(name),
                                                 value)

    @property
    def sidechain(self) -> Strip | None:
        """The track or bus whose level controls a compressor or gate; None: its own input. The C
        functions are aha_project_effect_get and aha_project_effect_set_sidechain. Errors:
        UnsupportedError (another kind), InvalidArgumentError (a loop)."""
        row = self._row()
        return _strip(self._project, row.key_kind, row.key) if row.key else None

    @sidechain.setter
    def sidechain(self, key: Strip | None) -> None:
        kind, number = (key._kind, key.id) if key else (0, 0)
        lib.aha_project_effect_set_sidechain(self._handle, self.id, kind, number)

    def move(self, owner: Strip, index: int) -> None:
        """Moves the effect to an index of a track or bus. The C function is
        aha_project_effect_move."""
        lib.aha_project_effect_move(self._handle, self.id, owner._kind, owner.id, index)


class Strip(Automated):
    """A track or bus, with effects, gain and pan."""

    def add_effect(self, kind: str, index: int = 2 ** 32 - 1, **values: float) -> ProjectEffect:
        """Adds an effect at an index; the default is after the others. The C function is
        aha_project_effect_add."""
        number = next((one.number for one in effect_kinds() if one.name == kind), 0)
        with self._project.edit("add effect"):
            effect = ProjectEffect(self._project, added(
                lib.aha_project_effect_add, self._handle, self._kind, self.id, number, index))
            effect.set(**values)
        return effect

    def add_lv2(self, uri: str, index: int = 2 ** 32 - 1, **values: float) -> ProjectEffect:
        """Adds an LV2 plug-in, installed or not, at an index; the default is after the others. The
        C function is aha_project_effect_add_lv2."""
        with self._project.edit("add effect"):
            effect = ProjectEffect(self._project, added(
                lib.aha_project_effect_add_lv2, self._handle, self._kind, self.id,
                encoded_text("uri", uri), index))
            if values:
                effect.set(**values)
        return effect

    def send(self, destination: ProjectBus, *, gain_db: float = 0.0,
             before_fader: bool = False) -> ProjectBus:
        """Adds a send to a bus. It is a bus itself: its gain, lanes and effects are those of any
        bus, and ``remove()`` ends it. The C function is aha_project_bus_add_send. Errors:
        InvalidArgumentError (a loop)."""
        options = _structs.SendOptions(
            point=SendPoint.BEFORE_FADER if before_fader else SendPoint.AFTER_FADER,
            gain_db=gain_db)
        return ProjectBus(self._project, added(
            lib.aha_project_bus_add_send, self._handle, self._kind, self.id, destination.id,
            options))

    def duck(self, key: Strip, *, depth_db: float = 12.0, threshold_db: float = -40.0,
             attack_ms: float = 20.0, release_ms: float = 400.0) -> ProjectEffect:
        """Makes this part quieter while another track or bus is heard: adds a compressor with a
        side-chain. The C function is aha_project_bus_duck. Errors: InvalidArgumentError (a loop).
        """
        options = _structs.DuckOptions(
            depth_db=depth_db, threshold_db=threshold_db, attack_ms=attack_ms,
            release_ms=release_ms)
        return ProjectEffect(self._project, added(
            lib.aha_project_bus_duck, self._handle, self._kind, self.id, key._kind, key.id,
            options))

    @property
    def effects(self) -> list[ProjectEffect]:
        """The effects, in order. The C functions are aha_project_effect_count and
        aha_project_effect_at."""
        rows = listed(c.c_uint64, lib.aha_project_effect_count, lib.aha_project_effect_at,
                      self._handle, self._kind, self.id)
        return [ProjectEffect(self._project, one.value) for one in rows]


class Track(TrackCalls, Strip):
    """A sound at a position in time."""

    _noun, _kind = "track", OwnerKind.TRACK

    @property
    def info(self) -> EffectInfo:
        """The parameters of lanes: those of a fader, and the speed."""
        fader = super().info
        return fader._replace(parameters=(*fader.parameters, _SPEED))

    def get(self) -> dict[str, Any]:
        """Reads bus (an id), start_us, loop_begin_us, loop_end_us, loop_count, gain_db, pan, muted,
        soloed, reverse, speed, begin_us, end_us, fade_in_us, fade_out_us, fade_in_curve,
        fade_out_curve, tempo_bpm. The C function is aha_track_get."""
        return self._row().values()  # type: ignore[no-any-return]

    def set(self, *, loop: bool | int | None = None, **values: Any) -> None:
        """Changes some values of ``get``; ``bus`` may be a ProjectBus. ``loop``: True loops
        forever, a number is the count of jumps back; the loop is the whole sound unless
        ``loop_end_us`` is set. The C function is aha_track_set."""
        if loop is not None:
            values["loop_count"] = loop_count(loop)
            end = values.get("loop_end_us", self._row().loop_end_us)
            values["loop_end_us"] = end or PROJECT_LONGEST_US
        self._write(**values)

    def fit(self, piece: Piece, root: int | None = None) -> None:
        """Fits the track to the project, for a piece whose sound it plays: it follows with the
        tempo of the piece, and a pitch effect moves its key to ``root``, 0 (C) to 11 (B). None, and
        an atonal piece: the key stays. The C function is aha_track_fit. Errors: TonalityError."""
        lib.aha_track_fit(self._handle, self.id, piece._handle, KEEP_KEY if root is None else root)

    def split(self, time_us: int) -> Track:
        """Splits the track at a time of the project; returns the new track, which has the second
        part, with copies of the effects, lanes and sends. The sum is the sound as before. The C
        function is aha_track_split. Errors: InvalidArgumentError (outside of the sound),
        UnsupportedError (it loops)."""
        time = signed64("time_us", time_us)
        return Track(self._project, added(lib.aha_track_split, self._handle, self.id, time))


class ProjectBus(ProjectBusCalls, Strip):
    """A bus of a project, or a send."""

    _noun, _kind = "project_bus", OwnerKind.BUS

    @property
    def info(self) -> EffectInfo:
        """The parameters of lanes: those of a fader, of the master also the tempo."""
        fader = super().info
        if self.id != MASTER_ID:
            return fader
        return fader._replace(parameters=(*fader.parameters, _TEMPO))

    @property
    def source(self) -> tuple[Strip, SendPoint] | None:
        """Of a send: the track or bus that sends, and the point; else None. The destination is the
        ``parent`` of ``get``. The C function is aha_project_bus_get_send."""
        try:
            row = got(_structs.ProjectSend(), lib.aha_project_bus_get_send, self._handle, self.id)
        except NotFoundError:
            return None
        return _strip(self._project, row.owner_kind, row.owner), SendPoint(row.point)

    def get(self) -> dict[str, Any]:
        """Reads parent (an id), gain_db, pan, muted, soloed. The C function is
        aha_project_bus_get."""
        return self._row().values()  # type: ignore[no-any-return]

    def set(self, **values: Any) -> None:
        """Changes some values of ``get``; ``parent`` may be a ProjectBus. The C function is
        aha_project_bus_set."""
        self._write(**values)


_SPEED = ParameterInfo("speed", "Speed", (), 0.05, 16.0, 1.0, 0.0, Unit.NONE, Curve.LOGARITHMIC,
                       TrackParameter.SPEED)
_TEMPO = ParameterInfo("tempo_bpm", "Tempo", (), 1.0, 1000.0, 120.0, 0.0, Unit.NONE,
                       Curve.LOGARITHMIC, MasterParameter.TEMPO)


def _strip(project: Project, kind: int, number: int) -> Strip:
    return (Track if kind == OwnerKind.TRACK else ProjectBus)(project, number)
