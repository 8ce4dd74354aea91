"""What a sound says of itself: loudness, tempo, key, onsets, loops, silence, outline."""

from __future__ import annotations

import ctypes as c
from typing import Any, Callable, NamedTuple

from . import _structs
from . import _arrays
from ._abi import lib
from ._arguments import encoded_path, is_path, unsigned32
from ._attending import attended
from ._handle import Handle, made
from .bounce import Bounce
from .piece import Piece, PieceField
from .stream import Source, Stream
from .tonality import Tonality, TonalityMode


class AnalysisInfo(NamedTuple):
    """The numbers of an analysis."""

    #: Length in frames at the sound's own rate.
    frames: int
    #: Frames before the first and after the last that is less than 60 dB below the highest.
    leading_silence_frames: int
    trailing_silence_frames: int
    #: Integrated loudness in LUFS; -inf for what is silent or shorter than 0.4 s.
    loudness_lufs: float
    #: The loudest three seconds in LUFS; -inf for what is silent or shorter.
    short_term_lufs: float
    #: How much loudness changes, in LU.
    range_lu: float
    #: The highest point of the waveform between its samples, in dBTP; -inf for silence.
    true_peak_db: float
    #: Beats a minute; None where nothing repeats.
    tempo_bpm: float | None
    #: 0 to 1.
    tempo_confidence: float
    #: 0 to 1.
    key_confidence: float
    #: How far it is tuned from A at 440 Hz.
    tuning_cents: float
    #: A major, natural minor, dorian, mixolydian, lydian or phrygian key, atonal, or unknown.
    tonality: Tonality
    sample_rate: int
    #: 1 or 2: more are folded down before they are listened to.
    channels: int


class TempoCandidate(NamedTuple):
    """A tempo that it could have."""

    bpm: float
    #: 0 to 1; those of all together are at most 1.
    weight: float


class Onset(NamedTuple):
    """Where something begins to sound."""

    frame: int
    #: How much steeper it rises than what is around it.
    strength: float


class LoopPoints(NamedTuple):
    """A stretch that can go round."""

    begin_frame: int
    #: The frame after its last.
    end_frame: int
    #: 0 to 1: how like each other the places are that are joined.
    quality: float
    #: How far the first sample after the jump is from where the last ones were heading.
    step: float


class AnalysisJob(Bounce):
    """A job without an engine, which listens."""


class Analysis(Handle):
    """What was found in a sound. ``Analysis("song.ogg")`` listens to a file and blocks meanwhile;
    ``Analysis.start`` does it in a job, and ``Analysis.of`` listens to frames in memory.
    """

    _noun = "analysis"

    def __init__(self, source: Source | None = None, *, _made: int | None = None) -> None:
        """``source``: a path, a stream, a file object or bytes. Blocks. The C function is
        aha_analysis_load. Errors: those of :meth:`Engine.load`.
        """
        if _made is None and source is not None and not is_path(source):
            started, job = Analysis.start(source)
            job.wait()
            _made = started._detached()
        elif _made is None:
            _made = made(lib.aha_analysis_load, encoded_path(source))  # type: ignore[arg-type]
        super().__init__(_made, lib.aha_analysis_release)

    @classmethod
    def start(cls, source: Source, *, max_seconds: float = 0) -> tuple[Analysis, AnalysisJob]:
        """Starts to listen, in the same memory however long it is; until the job has ended well,
        all that is asked raises StateError. If the sound is longer than ``max_seconds``, the job
        ends with LimitError; 0 is no limit. The C functions are aha_analysis_start,
        aha_analysis_start_stream and aha_analysis_start_with.
        """
        out, out_job = c.c_void_p(), c.c_void_p()
        stream = None
        if max_seconds != 0:
            stream = Stream.of(source)
            options = _structs.AnalysisOptions(max_seconds=max_seconds)
            with attended(stream):
                lib.aha_analysis_start_with(stream._handle, options, out, out_job)
        elif is_path(source):
            lib.aha_analysis_start(encoded_path(source), out, out_job)  # type: ignore[arg-type]
        else:
            stream = Stream.of(source)
            with attended(stream):
                lib.aha_analysis_start_stream(stream._handle, out, out_job)
        return cls(_made=out.value or 0), AnalysisJob(out_job.value or 0, stream)

    @classmethod
    def of(cls, samples: Any, sample_rate: int, channels: int | None = None) -> Analysis:
        """Listens to frames, shaped as for :meth:`Engine.sound`. Blocks. The C function is
        aha_analysis_create.
        """
        taken = _arrays.taken(samples, channels)
        return cls(_made=made(lib.aha_analysis_create, taken.pointer, taken.frames,
                              taken.channels, unsigned32("sample_rate", sample_rate)))

    def _detached(self) -> int:
        """The handle, which is the caller's from now on."""
        handle = self._handle
        if self._finalizer is not None:
            self._finalizer.detach()
        return handle

    @property
    def info(self) -> AnalysisInfo:
        """The numbers. The C function is aha_analysis_get_info. Errors: StateError (not done, or
        failed).
        """
        values = self._info().values()
        key = values["tonality"]
        values["tonality"] = Tonality(TonalityMode(key.mode), key.scale, key.root)
        values["tempo_bpm"] = values["tempo_bpm"] or None
        return AnalysisInfo(**{name: values[name] for name in AnalysisInfo._fields})

    def _info(self) -> _structs.AnalysisInfo:
        info = _structs.AnalysisInfo()
        lib.aha_analysis_get_info(self._handle, info)
        return info

    def _copied(self, copy: Callable[..., int], kind: Any) -> list[tuple[Any, ...]]:
        count = c.c_uint32()
        copy(self._handle, None, 0, count)
        room = (kind * count.value)()
        copy(self._handle, room, len(room), count)
        return [tuple(getattr(one, name) for name, _ in kind._fields_) for one in room]

    @property
    def tempos(self) -> list[TempoCandidate]:
        """What the tempo could be, the likeliest first. The C function is
        aha_analysis_copy_tempos.
        """
        found = self._copied(lib.aha_analysis_copy_tempos, _structs.Tempo)
        return [TempoCandidate(*one) for one in found]

    @property
    def onsets(self) -> list[Onset]:
        """The first 65536, in order. The C function is aha_analysis_copy_onsets."""
        return [Onset(*one) for one in self._copied(lib.aha_analysis_copy_onsets, _structs.Onset)]

    @property
    def loops(self) -> list[LoopPoints]:
        """The stretches that can go round, the best first. The C function is
        aha_analysis_copy_loops.
        """
        found = self._copied(lib.aha_analysis_copy_loops, _structs.LoopPoints)
        return [LoopPoints(*one) for one in found]

    def outline(self, count: int, channel: int = 0) -> _arrays.Frames:
        """The whole length in ``count`` stretches, for drawing. Shape: (count, 3): the lowest and
        the highest sample, and the root of the mean square. The C function is
        aha_analysis_copy_outline. Errors: InvalidArgumentError (1 to 1048576).
        """
        channel, count = unsigned32("channel", channel), unsigned32("count", count)
        memory, room = _arrays.room(min(count, 1 << 20), 3)
        bins = c.cast(room, c.POINTER(_structs.OutlineBin))
        lib.aha_analysis_copy_outline(self._handle, channel, bins, count)
        return _arrays.given(memory, count, 3)

    def fill(self, piece: Piece) -> list[PieceField]:
        """Puts what a piece lacks into it, and tells what that was: the length; tempo, loop and key
        where they are likely enough. The C function is aha_analysis_fill_piece.
        """
        fields = c.c_uint32()
        lib.aha_analysis_fill_piece(self._handle, piece._handle, fields)
        return [field for field in PieceField if fields.value >> field & 1]

    def _shown(self) -> dict[str, Any]:
        info = self.info
        return {"tempo_bpm": info.tempo_bpm, "key": repr(str(info.tonality))}
