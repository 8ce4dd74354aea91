"""Audio that can be played: decoded once and shared, or streamed."""

from __future__ import annotations

import ctypes as c

from . import _arrays, _structs
from ._abi import lib
from ._calls.sound import SoundCalls
from ._arguments import encoded_path, is_path, unsigned64
from ._attending import attended, raising
from ._constants.sound import SoundMode
from ._errors import InvalidArgumentError, StateError
from ._handle import EngineChild, made, made_two
from .format import Container, Dither, Encoding, encode_options
from .job import Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .engine import Engine
    from typing import overload

    from .stream import Source, Stream
else:
    def overload(declared: Any) -> Any:
        """For type checkers alone: typing is slow to import."""
        return declared


class Sound(SoundCalls, EngineChild):
    """Audio at its engine's rate with one or two channels; any number of players may play it.

    ``engine.load()`` and ``engine.sound()`` make one. ``len(sound)`` is its length in frames.
    ``sound[1000:2000]`` is a part of it, ``sound + other`` plays one after the other; both are new
    sounds of the same engine. ``copy.copy(sound)`` shares the samples. A pickle has them; its sound
    belongs to no engine of the host, whose ``engine.sound(sound, sound.sample_rate)`` accepts it.
    """

    _noun = "sound"
    _shows = ("len", "channels")

    @property
    def sample_rate(self) -> int:
        """Sample rate of the frames in Hz: the engine's, or with ``keep_rate`` the file's. 0 while
        the sound loads. The C function is aha_sound_get_info."""
        return self._played("played_rate")

    @property
    def channels(self) -> int:
        """Channels during playback, 1 or 2; 0 while the sound loads. The C function is
        aha_sound_get_info."""
        return self._played("played_channels")

    def _played(self, name: str) -> int:
        try:
            return int(getattr(self.info, name))
        except StateError:
            return 0

    def __init__(self, handle: int, engine: Engine,
                 stream: Stream | None = None) -> None:
        super().__init__(handle, engine)
        self._stream = stream

    def __bool__(self) -> bool:
        """Always True: a sound that is still loading has length 0."""
        return True

    @property
    def seconds(self) -> float:
        """Length in seconds; 0 while the sound loads."""
        return len(self) / (self.sample_rate or 1)

    @property
    def shape(self) -> tuple[int, int]:
        """Frames and channels, as of the array of ``to_numpy``."""
        return len(self), self.channels

    def read(self, offset: int = 0, frames: int | None = None) -> _arrays.Frames:
        """Copies frames out, at ``sample_rate``: all from ``offset`` on, or ``frames`` of them.

        Shape: (frames, channels), with fewer frames when the sound ends before. Blocks. The C
        function is aha_sound_read_frames. Errors: StateError (still loading), InputOutputError.
        """
        left = max(0, len(self) - unsigned64("offset", offset))
        count = left if frames is None else min(left, unsigned64("frames", frames))
        memory, pointer = _arrays.room(count, self.channels)
        copied = c.c_uint64()
        with raising(self._stream):
            lib.aha_sound_read_frames(self._handle, offset, pointer, count, copied)
        return _arrays.given(memory, copied.value, self.channels)

    @property
    def samples(self) -> tuple[memoryview, ...] | None:
        """The samples of each channel in place, read-only; None for a streamed sound.

        They keep the sound. Do not use them after the sound or its engine was closed. The C
        function is aha_sound_samples.
        """
        planes = [lib.aha_sound_samples(self._handle, channel) for channel in range(self.channels)]
        if not planes or not all(planes):
            return None
        owner = self._shared()
        return tuple(_arrays.view(c.addressof(plane.contents), len(self), owner)
                     for plane in planes)

    @overload
    def __getitem__(self, part: int) -> _arrays.Frames: ...

    @overload
    def __getitem__(self, part: slice) -> Sound: ...

    def __getitem__(self, part: int | slice) -> _arrays.Frames | Sound:
        """A part as a sound, which shares the samples of a resident one, or the array of one frame.
        A part of a sound with another rate than its engine's (``keep_rate``) is converted. The C
        functions are aha_sound_borrow, aha_sound_create and aha_sound_read_frames. Errors:
        InvalidArgumentError (an empty part, a step).
        """
        if not isinstance(part, slice):
            return self.read(range(len(self))[part], 1)[0]  # type: ignore[no-any-return]
        begin, end, step = part.indices(len(self))
        if step != 1 or end <= begin:
            raise InvalidArgumentError(f"frames {begin} to {end} in steps of {step}: a sound has at"
                                       " least one frame, and its parts have no steps")
        planes, rate = self.samples, self.sample_rate
        if planes is None or rate != self._engine.sample_rate or _arrays._numpy() is None:
            return self._engine.sound(self.read(begin, end - begin), rate)
        return self._engine.borrow(*(plane[begin:end] for plane in planes))

    def __add__(self, other: Sound) -> Sound:
        """This sound, then the other. One channel becomes both sides if the other sound is stereo.
        Errors: InvalidArgumentError (another engine or rate)."""
        if not isinstance(other, Sound):
            return NotImplemented
        if other._engine is not self._engine or other.sample_rate != self.sample_rate:
            raise InvalidArgumentError("the sounds have other engines or sample rates")
        channels = max(self.channels, other.channels)
        frames = b"".join(_arrays.widened(one.read(), channels) for one in (self, other))
        return self._engine.sound(memoryview(frames).cast("f"), self.sample_rate, channels)

    def to_numpy(self, dtype: Any = None) -> Any:
        """All frames as an array of the shape (frames, channels). ``dtype``: float32 by default;
        floats have the full scale 1, int16 and int32 that of their type, rounded and limited.
        Errors: ImportError (no NumPy), TypeError (another type), StateError (still loading).
        """
        return _arrays.array_of(self, dtype, None)

    def stretch(self, *, speed: float = 1.0, cents: float = 0.0,
                keep_formants: bool = False) -> Sound:
        """Creates a resident sound from this one at another speed or pitch. Blocks.

        ``speed``: 0.5 (twice as long) to 2 (half as long); the pitch stays. ``cents``: shift of the
        pitch, -3600 to 3600; the length stays. ``keep_formants``: formants stay where they are.
        Errors: as ``start_stretch``, and OutOfMemoryError, InputOutputError.
        """
        sound, job = self.start_stretch(speed=speed, cents=cents, keep_formants=keep_formants)
        job.wait()
        return sound

    def start_stretch(self, *, speed: float = 1.0, cents: float = 0.0,
                      keep_formants: bool = False) -> tuple[Sound, Job]:
        """Starts a job that stretches the sound; it is playable after the job has succeeded.

        The C function is aha_sound_start_stretch. Errors: StateError (still loading),
        InvalidArgumentError.
        """
        options = _structs.StretchOptions(
            speed=speed, cents=cents, keep_formants=bool(keep_formants))
        with attended(self._stream):
            sound, job = made_two(lib.aha_sound_start_stretch, self._handle, options)
        return Sound(sound, self._engine), Job(job, self._engine, self._stream)

    def save(self, target: Source, *, container: Container | str = Container.AUTO,
             encoding: Encoding | str = Encoding.AUTO, sample_rate: int = 0,
             quality: float = 0.0, dither: Dither | str = Dither.TPDF, channels: int = 0) -> Job:
        """Starts a job that writes the sound to a path, a binary file object, or a Stream. A file
        appears only when it is complete.

        The keywords are those of :meth:`Engine.save`. The C functions are aha_sound_save and
        aha_sound_save_stream.
        """
        options = encode_options(container, encoding, sample_rate, quality, dither, channels)
        if is_path(target):
            with attended(self._stream):
                handle = made(lib.aha_sound_save, self._handle, encoded_path(target), options)
            return Job(handle, self._engine, self._stream)
        from .stream import Stream

        stream = Stream.of(target)
        with attended(self._stream), attended(stream):
            handle = made(lib.aha_sound_save_stream, self._handle, stream._handle, options)
        return Job(handle, self._engine, stream)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """``numpy.asarray(sound)``: all frames, as ``to_numpy``.

        The array is a copy, because the samples end with the sound. ``copy=False`` returns them in
        place, as ``samples`` does, or raises ValueError: only a resident sound with one channel has
        its frames in this shape. Errors: StateError (still loading), InputOutputError.
        """
        return _arrays.array_of(self, dtype, copy)

    def __buffer__(self, flags: int) -> memoryview:
        """``memoryview(sound)`` of Python 3.12: the frames, in place if the sound is resident and
        has one channel, else a copy."""
        inside = self.samples
        if inside is not None and len(inside) == 1:
            return inside[0].cast("B").cast("f", (len(self), 1))
        frames: Any = self.read()
        return memoryview(frames)

    def __copy__(self) -> Sound:
        return self._shared()

    def __deepcopy__(self, memo: Any) -> Sound:
        return self._shared()

    def __reduce__(self) -> tuple[Any, ...]:
        frames: Any = self.read()
        return _unpickled, (bytes(memoryview(frames).cast("B")), self.channels, self.sample_rate)

    def plot(self, axes: Any = None, *, color: Any = None) -> Any:
        """Draws the waveform with matplotlib into ``axes``, by default into new ones, and returns
        them. ``color``: of matplotlib. Errors: ImportError (no matplotlib), StateError.
        """
        from ._plotting import plot_sound

        return plot_sound(self, axes, color)

    def _repr_html_(self) -> str | None:
        """For notebooks: the waveform, and a player of the first 30 seconds."""
        from ._notebook import sound_html

        return sound_html(self) if not self.closed and len(self) else None


def _unpickled(frames: bytes, channels: int, sample_rate: int) -> Sound:
    from ._bench import bench

    return bench(sample_rate).sound(memoryview(frames).cast("f"), sample_rate, channels)


def sound_options(streamed: bool | None, read_ahead_ms: int, max_frames: int = 0,
                  max_bytes: int = 0, accept_damaged: bool = False,
                  keep_rate: bool = False, track: int = 0) -> _structs.SoundOptions:
    """The options of a load; :meth:`Engine.load` documents the keywords."""
    mode = {None: SoundMode.AUTO, False: SoundMode.RESIDENT, True: SoundMode.STREAMED}[streamed]
    return _structs.SoundOptions(mode=mode, read_ahead_ms=read_ahead_ms, max_frames=max_frames,
                                 max_bytes=max_bytes, accept_damaged=bool(accept_damaged),
                                 keep_rate=bool(keep_rate), track=track)


def load(engine: Engine, source: Source, options: _structs.SoundOptions) -> Sound:
    """See :meth:`Engine.load`."""
    if is_path(source):
        path = encoded_path(source)
        return Sound(made(lib.aha_sound_load, engine._handle, path, options), engine)
    from .stream import Stream

    stream = Stream.of(source)
    with raising(stream):
        handle = made(lib.aha_sound_load_stream, engine._handle, stream._handle, options)
    return Sound(handle, engine, stream)
