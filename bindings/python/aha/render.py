"""Render jobs: write an engine's output to a file, as fast as possible."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._arguments import encoded_path, is_path, unsigned64
from ._attending import attended
from ._errors import InvalidArgumentError
from ._handle import made
from .job import Job
from .stream import Source, Stream

if TYPE_CHECKING:
    from .engine import Engine


def length_frames(engine: Engine, seconds: float | None, frames: int | None) -> int:
    """The length for C; 0, until silence, only if neither is given."""
    if seconds is None and frames is None:
        return 0
    if seconds is not None and frames is not None:
        raise InvalidArgumentError("seconds and frames are both given")
    if seconds is not None:
        if not math.isfinite(seconds):
            raise InvalidArgumentError(f"seconds is {seconds}")
        frames = round(seconds * engine.sample_rate)
    count = unsigned64("frames", frames or 0)
    if count == 0:
        raise InvalidArgumentError("a length of 0 frames: leave it out to save until silence")
    return count


def save(engine: Engine, target: Source, frames: int, options: _structs.EncodeOptions) -> Job:
    """See :meth:`Engine.save`."""
    if is_path(target):
        path = encoded_path(target)
        return Job(made(lib.aha_render_save, engine._handle, path, frames, options), engine)
    stream = Stream.of(target)
    with attended(stream):
        handle = made(lib.aha_render_save_stream, engine._handle, stream._handle, frames, options)
    return Job(handle, engine, stream)
