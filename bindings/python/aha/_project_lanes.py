"""Rows of a project, and its lanes: parameters over time."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterable
from typing import Any, Callable, NamedTuple

from . import _structs
from ._abi import lib
from ._calls.lane import LaneCalls
from ._constants.lane import LaneMode, PointCurve
from ._errors import InvalidArgumentError
from ._handle import copied, got, listed
from ._project_part import Part
from .effect import EffectInfo, effect_kinds


class Point(NamedTuple):
    """One point of a lane."""

    time_us: int
    value: float
    curve: PointCurve | str = PointCurve.LINEAR


def added(add: Callable[..., int], *arguments: Any) -> int:
    """The id that a function gives through its last parameter."""
    number: int = got(c.c_uint64(), add, *arguments).value
    return number


class Lane(LaneCalls):
    """A parameter over time. Times are in microseconds; ranges include both ends."""

    _noun = "lane"

    def add(self, points: Iterable[Point | tuple[Any, ...]]) -> None:
        """Sets points, as one edit; two at one time are a jump. The C function is
        aha_lane_add_points.
        """
        array = _array(points)
        lib.aha_lane_add_points(self._handle, self.id, array, len(array))

    def set(self, time_us: int, value: float,
            curve: PointCurve | str = PointCurve.LINEAR) -> None:
        """Sets one point. The C function is aha_lane_add_points."""
        point = _array([(time_us, value, curve)])
        lib.aha_lane_add_points(self._handle, self.id, point, 1)

    def replace(self, begin_us: int, end_us: int,
                points: Iterable[Point | tuple[Any, ...]]) -> None:
        """Replaces the points in a range. The C function is aha_lane_replace_points."""
        array = _array(points)
        lib.aha_lane_replace_points(self._handle, self.id, begin_us, end_us, array, len(array))

    def clear(self, begin_us: int = 0, end_us: int = 2 ** 63 - 1) -> int:
        """Removes points; returns their count. The C function is aha_lane_remove_points."""
        return added(lib.aha_lane_remove_points, self._handle, self.id, begin_us, end_us)

    def points(self, begin_us: int = 0, end_us: int = 2 ** 63 - 1) -> list[Point]:
        """In order. The C function is aha_lane_copy_points."""
        found = copied(_structs.Point, c.c_size_t(), lib.aha_lane_copy_points, self._handle,
                       self.id, begin_us, end_us)
        return [Point(one.time_us, one.value, PointCurve(one.curve)) for one in found]


class Automated(Part):
    """A part with parameters."""

    @property
    def info(self) -> EffectInfo:
        """The kind of the effect, with its parameters; that of a fader for a track or bus."""
        return next(one for one in effect_kinds() if one.name == "fader")

    def _parameter(self, name: str) -> int:
        numbers = {one.name: one.number for one in self.info.parameters}
        if name not in numbers:
            known = ", ".join(numbers)
            raise InvalidArgumentError(f"there is no parameter {name!r}: one of {known}")
        return numbers[name]

    def add_lane(self, parameter: str, points: Iterable[Point | tuple[Any, ...]] = (),
                 mode: LaneMode | str = LaneMode.READ) -> Lane:
        """Adds a lane that automates a parameter. The C function is aha_lane_add. Errors:
        ExistsError."""
        with self._project.edit("add lane"):
            lane = Lane(self._project, added(
                lib.aha_lane_add, self._handle, self._kind, self.id,
                self._parameter(parameter), LaneMode.of(mode)))
            lane.add(points)
        return lane

    @property
    def lanes(self) -> list[Lane]:
        """The lanes of the part. The C functions are aha_lane_count and
        aha_lane_at."""
        rows = listed(c.c_uint64, lib.aha_lane_count, lib.aha_lane_at, self._handle, self._kind,
                      self.id)
        return [Lane(self._project, one.value) for one in rows]


def _array(points: Iterable[Point | tuple[Any, ...]]) -> Any:
    rows = [Point(*one) for one in points]
    return (_structs.Point * len(rows))(
        *((one.time_us, one.value, PointCurve.of(one.curve)) for one in rows))
