"""A project as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_path
from ._handle import made
from .bounce import Bounce

if TYPE_CHECKING:
    from .project import Project


class Plot(Bounce):
    """A plot in progress: a job without an engine."""


def plot(project: Project, path: Path, *, width: int = 0, height: int = 0, begin_us: int = 0,
         end_us: int = 0, dark: bool = False) -> Plot:
    """Starts to draw a project into a PNG file. ``width``: 0 is 1600 pixels. ``height``: 0 is the
    height of all tracks and lanes. ``end_us``: 0 is the project's end. ``dark``: light on a dark
    background.

    The C function is aha_plot_start.
    """
    options = _structs.PlotOptions(begin_us=begin_us, end_us=end_us, width=width, height=height,
                                   dark=bool(dark))
    return Plot(made(lib.aha_plot_start, project._handle, encoded_path(path), options))
