"""The frames of a sound: as arrays, parts, sums and copies."""

from __future__ import annotations

import ctypes as c

from . import _arrays, _samples
from ._abi import lib
from ._arguments import unsigned64
from ._attending import raising
from ._calls.sound import SoundCalls
from ._errors import InvalidArgumentError, StateError
from ._handle import EngineChild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

    from ._handle import Self
    from .sound import Sound
    from .stream import Stream
else:
    def overload(declared: Any) -> Any:
        """For type checkers alone: typing is slow to import."""
        return declared


class SoundFrames(SoundCalls, EngineChild):
    """The frames of a sound."""

    _stream: Stream | None = None

    @property
    def sample_rate(self) -> int:
        """Sample rate of the frames in Hz: the engine's, or with ``keep_rate`` the file's. 0 while
        the sound loads. The C function is aha_sound_get_info."""
        return self._played("played_rate")

    @property
    def channels(self) -> int:
        """Channels: 1 or 2, or with ``keep_channels`` those of the file; 0 while the sound loads.
        The C function is aha_sound_get_info."""
        return self._played("played_channels")

    def _played(self, name: str) -> int:
        try:
            return int(getattr(self.info, name))
        except StateError:
            return 0

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

    def __add__(self, other: SoundFrames) -> Sound:
        """This sound, then the other. One channel becomes both sides if the other sound is stereo.
        Errors: InvalidArgumentError (another engine or rate)."""
        if not isinstance(other, SoundFrames):
            return NotImplemented
        if other._engine is not self._engine or other.sample_rate != self.sample_rate:
            raise InvalidArgumentError("the sounds have other engines or sample rates")
        channels = max(self.channels, other.channels)
        frames = b"".join(_samples.widened(one.read(), channels) for one in (self, other))
        return self._engine.sound(memoryview(frames).cast("f"), self.sample_rate, channels)

    def to_numpy(self, dtype: Any = None) -> Any:
        """All frames as an array of the shape (frames, channels). ``dtype``: float32 by default;
        floats have the full scale 1, int16 and int32 that of their type, rounded and limited.
        Errors: ImportError (no NumPy), TypeError (another type), StateError (still loading).
        """
        return _arrays.array_of(self, dtype, None)

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

    def __copy__(self: Self) -> Self:
        return self._shared()

    def __deepcopy__(self: Self, memo: Any) -> Self:
        return self._shared()

    def __reduce__(self) -> tuple[Any, ...]:
        frames: Any = self.read()
        return _unpickled, (bytes(memoryview(frames).cast("B")), self.channels, self.sample_rate)


def _unpickled(frames: bytes, channels: int, sample_rate: int) -> Sound:
    from ._bench import bench

    return bench(sample_rate).sound(memoryview(frames).cast("f"), sample_rate, channels)
