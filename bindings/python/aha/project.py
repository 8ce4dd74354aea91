"""A project: tracks, buses, effects and their automation, in one file."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from . import _structs
from ._abi import lib
from ._calls.project import ProjectCalls
from ._arguments import Path, encoded_path, encoded_text
from ._handle import Handle, got, text_of
from ._project_lanes import added
from ._project_parts import ProjectBus, Track
from .bounce import Bounce, bounce
from .stream import Source


class Marker(NamedTuple):
    """A named time."""

    id: int
    time_us: int
    name: str


class Project(ProjectCalls, Handle):
    """A project's file. Every edit is one transaction, and can be undone.

    ``Project.create(path)`` makes one, ``Project(path)`` opens it. Times are in microseconds. One
    object at a time may write a file; ``with project.edit("title"):`` makes one edit of many.
    """

    _noun = "project"
    _shows = ("path",)

    # Edits

    @contextmanager
    def edit(self, title: str) -> Iterator[None]:
        """Groups all changes in the ``with`` block into one edit; an exception cancels the edit.

        The C functions are aha_project_start_edit, aha_project_save_edit and
        aha_project_cancel_edit.
        """
        lib.aha_project_start_edit(self._handle, encoded_text("title", title))
        try:
            yield
        except BaseException:
            lib.aha_project_cancel_edit(self._handle)
            raise
        lib.aha_project_save_edit(self._handle)

    # Markers

    @property
    def markers(self) -> list[Marker]:
        """The markers by time. The C functions are aha_marker_count,
        aha_marker_at, aha_marker_get and aha_marker_copy_name."""
        found = []
        for index in range(lib.aha_marker_count(self._handle)):
            marker: int = got(c.c_uint64(), lib.aha_marker_at, self._handle, index).value
            info = got(_structs.Marker(), lib.aha_marker_get, self._handle, marker)
            name = text_of(lib.aha_marker_copy_name, self._handle, marker)
            found.append(Marker(marker, info.time_us, name))
        return found

    # Tracks and buses

    def add_track(self, path: Path, name: str = "", **values: Any) -> Track:
        """Adds a track with a file, which is read whole. Blocks. The keywords are those of
        :meth:`Track.set`. The C function is aha_track_add. Errors: NotFoundError."""
        with self.edit("add track"):
            track = Track(self, added(lib.aha_track_add, self._handle, encoded_path(path),
                                      None))
            if name:
                track.name = name
            if values:
                track.set(**values)
        return track

    def add_bus(self, name: str, **values: Any) -> ProjectBus:
        """Adds a bus. The keywords are those of :meth:`ProjectBus.set`. The C function is
        aha_project_bus_add."""
        with self.edit("add bus"):
            bus = ProjectBus(self, added(lib.aha_project_bus_add, self._handle,
                                         encoded_text("name", name), None))
            if values:
                bus.set(**values)
        return bus

    @property
    def master(self) -> ProjectBus:
        """The master bus, which mixes all others."""
        return ProjectBus(self, 1)

    def bounce(self, target: Source, **options: Any) -> Bounce:
        """Starts a bounce of the project to a file or stream: see :func:`aha.bounce.bounce`."""
        return bounce(self, target, **options)
