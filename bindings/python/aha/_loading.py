"""The sounds of an engine."""

from __future__ import annotations

from . import _arrays, sound
from ._abi import lib
from ._arguments import is_path, unsigned32
from ._attending import attended
from ._errors import InvalidArgumentError
from ._family import Family, Parent
from ._handle import made, made_two
from .bus import Bus
from .job import Job
from .sound import Sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._arguments import Path
    from .engine import Engine
    from .stream import Source


class Loading(Parent):
    """Makes sounds."""

    _family: Family

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self._family, self._master = Family(), Bus._master(self._engine)

    @property
    def _engine(self) -> Engine:
        return self  # type: ignore[return-value]

    def load(self, source: Source, *, streamed: bool | None = None, read_ahead_ms: int = 0,
             max_frames: int = 0, max_bytes: int = 0, accept_damaged: bool = False,
             keep_rate: bool = False, track: int = 0, keep_channels: bool = False) -> Sound:
        """Loads a path, bytes, a seekable binary file object, or a Stream.

        ``streamed``: False decodes it into memory now, True decodes it during playback, None
        decides by its size. ``read_ahead_ms``: of a streamed sound, 50 to 10000; 0 is 1000.
        ``max_frames``, at the file's own rate, and ``max_bytes`` limit the file; 0 is no limit.
        ``accept_damaged``: a sound that is damaged in its middle ends there. ``keep_rate``: the
        sound keeps the file's sample rate, and players convert it; frames of the sound are at that
        rate. ``track``: the audio track of a file with several, from 1; 0 is the default one.
        ``keep_channels``: the sound keeps up to 32 channels for
        :meth:`Player.set_channel_matrix`; otherwise it has at most two. Blocks. The C functions are
        aha_sound_load and aha_sound_load_stream.

        Errors: NotFoundError, UnknownFormatError, FormatLimitError, LimitError, DamagedError, and
        the other errors of files and formats; the exception of a file object is their
        ``__cause__``.
        """
        return sound.load(self._engine, source, sound.sound_options(
            streamed, read_ahead_ms, max_frames, max_bytes, accept_damaged, keep_rate,
            track, keep_channels))

    def start_load(self, source: Source, *, streamed: bool | None = None, read_ahead_ms: int = 0,
                   max_frames: int = 0, max_bytes: int = 0, accept_damaged: bool = False,
                   keep_rate: bool = False, track: int = 0,
                   keep_channels: bool = False) -> tuple[Sound, Job]:
        """Starts a job that loads a sound; the sound is playable after the job has succeeded.

        The keywords are those of :meth:`load`. The C function is aha_sound_start_load.
        """
        from .stream import Stream

        stream = Stream.of(source)
        options = sound.sound_options(streamed, read_ahead_ms, max_frames, max_bytes,
                                      accept_damaged, keep_rate, track, keep_channels)
        with attended(stream):
            handle, job = made_two(lib.aha_sound_start_load, self._handle, stream._handle, options)
        return Sound(handle, self._engine, stream), Job(job, self._engine, stream)

    async def load_async(self, source: Source, *, streamed: bool | None = None,
                         read_ahead_ms: int = 0, max_frames: int = 0, max_bytes: int = 0,
                         accept_damaged: bool = False, keep_rate: bool = False,
                         track: int = 0, keep_channels: bool = False) -> Sound:
        """As ``load``, without blocking the event loop; cancelling it cancels the load."""
        loaded, job = self.start_load(
            source, streamed=streamed, read_ahead_ms=read_ahead_ms, max_frames=max_frames,
            max_bytes=max_bytes, accept_damaged=accept_damaged, keep_rate=keep_rate, track=track,
            keep_channels=keep_channels)
        await job
        return loaded

    def sound(self, samples: Any, sample_rate: int, channels: int | None = None, *,
              keep_channels: bool = False) -> Sound:
        """Creates a resident sound from samples in memory, which are copied.

        ``samples``: an array of the shape (frames,) or (frames, channels), of floats (full scale is
        1), int16 or int32; any buffer, or a sequence of floats. With ``channels``, one dimension is
        interleaved. ``sample_rate``: Hz, 1000 to 768000; converted to the engine's.
        ``keep_channels``: as of :meth:`load`. Blocks. The C functions are aha_sound_create and
        aha_sound_create_channels. Errors: InvalidArgumentError, OutOfMemoryError.
        """
        return self._sound_of(_arrays.taken(samples, channels), sample_rate, keep_channels)

    def _sound_of(self, taken: Any, sample_rate: int, keep_channels: bool = False) -> Sound:
        create = lib.aha_sound_create_channels if keep_channels else lib.aha_sound_create
        return Sound(made(create, self._handle, taken.pointer, taken.frames,
                          taken.channels, unsigned32("sample_rate", sample_rate)), self._engine)

    def borrow(self, left: Any, right: Any = None, *, sample_rate: int = 0) -> Sound:
        """Creates a resident sound of samples in memory, which players read in place.

        ``left``, ``right``: contiguous buffers of float32 and equal length; None is mono. They must
        not change while the sound or a player uses them; they are kept alive until then.
        ``sample_rate``: the engine's, also by default; ``sound()`` copies and converts. Blocks. The
        C function is aha_sound_borrow. Errors: InvalidArgumentError, UnsupportedError.
        """
        from . import _registry

        planes = [_arrays.borrowed(plane) for plane in (left, right) if plane is not None]
        if len({plane.frames for plane in planes}) != 1:
            raise InvalidArgumentError("left and right differ in length")
        rate = unsigned32("sample_rate", sample_rate) or self._engine.sample_rate
        second = planes[1].pointer if right is not None else None
        return Sound(made(lib.aha_sound_borrow, self._handle, planes[0].pointer, second,
                          planes[0].frames, rate, _registry.keep(planes), _registry.destroy),
                     self._engine)


def playable(engine: Engine, given: Sound | Path) -> Sound:
    """A sound as it is, or the sound of a path."""
    if isinstance(given, Sound):
        return given
    if is_path(given):
        return engine.load(given)
    raise TypeError(f"a Sound or a path is needed, not {type(given).__name__}: engine.load() makes"
                    " a Sound of bytes and files, engine.sound() of samples")
