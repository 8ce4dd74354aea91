"""A project as a picture."""

from __future__ import annotations

from .bounce import Bounce


class Plot(Bounce):
    """A plot in progress: a job without an engine."""
