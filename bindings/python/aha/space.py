"""Players in space around one listener: distance, direction, Doppler effect."""

from __future__ import annotations

from dataclasses import dataclass

# At run time too: a dataclass looks at what another thread has imported of typing so far.
from typing import Tuple

from . import _structs
from ._constants.space import DistanceCurve as DistanceCurve

#: Meters, or meters per second: x to the right, y up, z to the back.
Vector = Tuple[float, float, float]


@dataclass
class Listener:
    """The listener of an engine, for :meth:`Engine.set_listener`.

    ``forward`` and ``up`` have any length and are not parallel.
    """

    position: Vector = (0.0, 0.0, 0.0)
    velocity: Vector = (0.0, 0.0, 0.0)
    forward: Vector = (0.0, 0.0, -1.0)
    up: Vector = (0.0, 1.0, 0.0)

    def _struct(self) -> _structs.Listener:
        return _structs.Listener(
            position=_vector(self.position), velocity=_vector(self.velocity),
            forward=_vector(self.forward), up=_vector(self.up))


@dataclass
class Space:
    """The place of a player, for :meth:`Player.set_space`.

    ``velocity`` is only for the Doppler effect: it does not move the player. ``doppler``: 1 is that
    of air, 0 none. ``delay_ears``: the far ear hears the sound up to 0.66 ms later. A number of 0
    is the default of the distances and of ``rolloff``.
    """

    position: Vector = (0.0, 0.0, 0.0)
    velocity: Vector = (0.0, 0.0, 0.0)
    curve: DistanceCurve | str = DistanceCurve.INVERSE
    min_distance_m: float = 1.0
    max_distance_m: float = 1000.0
    rolloff: float = 1.0
    doppler: float = 0.0
    delay_ears: bool = False

    def _struct(self) -> _structs.Space:
        return _structs.Space(
            position=_vector(self.position), velocity=_vector(self.velocity),
            curve=DistanceCurve.of(self.curve), min_distance_m=self.min_distance_m,
            max_distance_m=self.max_distance_m, rolloff=self.rolloff, doppler=self.doppler,
            delay_ears=bool(self.delay_ears))


def _vector(vector: Vector) -> _structs.Vector:
    x, y, z = vector
    return _structs.Vector(x, y, z)
