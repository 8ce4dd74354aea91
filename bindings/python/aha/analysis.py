"""Analysis of a sound: loudness, tempo, key, onsets, loops, silence, outline."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _arrays, _structs
from ._abi import lib
from ._calls.analysis import AnalysisCalls
from ._arguments import encoded_path, is_path, known_path, unsigned32
from ._attending import attended
from ._errors import StateError
from ._handle import Handle, made, made_two
from .bounce import Bounce
from .sound import Sound
from .stream import Source, Stream


class AnalysisJob(Bounce):
    """An analysis in progress: a job without an engine."""


class Analysis(AnalysisCalls, Handle):
    """The results of analyzing a sound. ``Analysis("song.ogg")`` analyzes a file and
    ``Analysis(array, 44100)`` frames in memory, and blocks; ``Analysis.start`` analyzes in a job.
    """

    _noun = "analysis"
    _shows = ("tempo_bpm", "tonality")

    #: Of the analyzed file.
    _path: str | None = None

    _instead = "; its info, tempos, onsets and loops can"

    def __init__(self, source: Source | Any, sample_rate: int | None = None,
                 channels: int | None = None) -> None:
        """Analyzes ``source``: a path, a stream, a file object or bytes; with a ``sample_rate``,
        frames as of :meth:`Engine.sound`; or a Sound. Blocks. The C functions are aha_analysis_load
        and aha_analysis_create. Errors: those of :meth:`Engine.load`.
        """
        if sample_rate is None and isinstance(source, Sound):
            sample_rate = source.sample_rate
        if sample_rate is not None:
            samples = source.read() if isinstance(source, Sound) else source
            taken = _arrays.taken(samples, channels)
            super().__init__(made(lib.aha_analysis_create, taken.pointer, taken.frames,
                                  taken.channels, unsigned32("sample_rate", sample_rate)))
        elif is_path(source):
            super().__init__(made(lib.aha_analysis_load, encoded_path(source)))
            self._path = known_path(source)
        else:
            started, job = Analysis.start(source)
            job.wait()
            super().__init__(started._handle)
            lib.aha_retain(self._handle)

    @classmethod
    def start(cls, source: Source, *, max_seconds: float = 0) -> tuple[Analysis, AnalysisJob]:
        """Starts an analysis in a job; its memory hardly grows after the first hour. Until the job
        has succeeded, reading a result raises StateError. If the sound is longer than
        ``max_seconds``, the job ends with LimitError; 0 is no limit. The C functions are
        aha_analysis_start and aha_analysis_start_stream.
        """
        if is_path(source) and max_seconds == 0:
            handle, job = made_two(lib.aha_analysis_start, encoded_path(source))
            analysis = cls._of(handle)
            analysis._path = known_path(source)
            return analysis, AnalysisJob(job)
        stream = Stream.of(source)
        options = _structs.AnalysisOptions(max_seconds=max_seconds)
        with attended(stream):
            handle, job = made_two(lib.aha_analysis_start_stream, stream._handle, options)
        return cls._of(handle), AnalysisJob(job, stream)

    @classmethod
    def of(cls, samples: Any, sample_rate: int, channels: int | None = None) -> Analysis:
        """Analyzes frames, shaped as for :meth:`Engine.sound`. Blocks. The C function is
        aha_analysis_create.
        """
        return cls(samples, sample_rate, channels)

    def __copy__(self) -> Analysis:
        return self._shared()

    def __deepcopy__(self, memo: Any) -> Analysis:
        return self._shared()

    def outline(self, count: int, channel: int = 0) -> _arrays.Frames:
        """The whole length in ``count`` equal bins, for drawing. Shape: (count, 3): the min and max
        sample, and the RMS. The C function is aha_analysis_copy_outline. Errors:
        InvalidArgumentError (``count`` is not 1 to 1048576).
        """
        channel, count = unsigned32("channel", channel), unsigned32("count", count)
        memory, room = _arrays.room(min(count, 1 << 20), 3)
        bins = c.cast(room, c.POINTER(_structs.OutlineBin))
        lib.aha_analysis_copy_outline(self._handle, channel, bins, count)
        return _arrays.given(memory, count, 3)

    def _repr_html_(self) -> str | None:
        """For notebooks: the results, the waveform, and a player if the sound is a file."""
        from ._notebook import analysis_html

        try:
            return None if self.closed else analysis_html(self)
        except StateError:  # the job is running, or failed
            return None
