"""Audio that can be played: decoded once and shared, or streamed."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import encoded_path, is_path
from ._attending import attended, raising
from ._constants.sound import SoundMode
from ._handle import made, made_two
from ._sound_frames import SoundFrames
from .format import Container, Dither, Encoding, encode_options
from .job import Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .engine import Engine
    from .stream import Source, Stream


class Sound(SoundFrames):
    """Audio at its engine's rate with one or two channels, or with ``keep_channels`` all of its
    file; any number of players may play it.

    ``engine.load()`` and ``engine.sound()`` make one. ``len(sound)`` is its length in frames.
    ``sound[1000:2000]`` is a part of it, ``sound + other`` plays one after the other; both are new
    sounds of the same engine. ``copy.copy(sound)`` shares the samples. A pickle has them; its sound
    belongs to no engine of the host, whose ``engine.sound(sound, sound.sample_rate)`` accepts it.
    """

    _noun = "sound"
    _shows = ("len", "channels")

    def __init__(self, handle: int, engine: Engine,
                 stream: Stream | None = None) -> None:
        super().__init__(handle, engine)
        self._stream = stream

    def __bool__(self) -> bool:
        """Always True: a sound that is still loading has length 0."""
        return True

    def stretch(self, *, speed: float = 1.0, cents: float = 0.0, keep_formants: bool = False,
                formant_cents: float = 0.0) -> Sound:
        """Creates a resident sound from this one at another speed or pitch. Blocks.

        ``speed``: 0.5 (twice as long) to 2 (half as long); the pitch stays. ``cents``: shift of the
        pitch, -3600 to 3600; the length stays. ``keep_formants``: formants stay where they are.
        ``formant_cents``: their own shift, -1200 to 1200, otherwise in addition to ``cents``.
        Errors: as ``start_stretch``, and OutOfMemoryError, InputOutputError.
        """
        sound, job = self.start_stretch(speed=speed, cents=cents, keep_formants=keep_formants,
                                        formant_cents=formant_cents)
        job.wait()
        return sound

    def start_stretch(self, *, speed: float = 1.0, cents: float = 0.0,
                      keep_formants: bool = False,
                      formant_cents: float = 0.0) -> tuple[Sound, Job]:
        """Starts a job that stretches the sound; it is playable after the job has succeeded.

        The C function is aha_sound_start_stretch. Errors: StateError (still loading),
        InvalidArgumentError.
        """
        options = _structs.StretchOptions(
            speed=speed, cents=cents, keep_formants=bool(keep_formants),
            formant_cents=formant_cents)
        with attended(self._stream):
            sound, job = made_two(lib.aha_sound_start_stretch, self._handle, options)
        return Sound(sound, self._engine), Job(job, self._engine, self._stream)

    def save(self, target: Source, *, container: Container | str = Container.AUTO,
             encoding: Encoding | str = Encoding.AUTO, sample_rate: int = 0,
             quality: float = 0.0, dither: Dither | str = Dither.TPDF, channels: int = 0,
             loudness_lufs: float = 0.0, ceiling_db: float = 0.0, peak_db: float = 0.0,
             bitrate_kbps: int = 0, vbr: bool = False) -> Job:
        """Starts a job that writes the sound to a path, a binary file object, or a Stream. A file
        appears only when it is complete.

        The keywords are those of :meth:`Engine.save`. The C functions are aha_sound_save and
        aha_sound_save_stream.
        """
        options = encode_options(container, encoding, sample_rate, quality, dither, channels,
                                 loudness_lufs, ceiling_db, peak_db, bitrate_kbps, vbr)
        if is_path(target):
            with attended(self._stream):
                handle = made(lib.aha_sound_save, self._handle, encoded_path(target), options)
            return Job(handle, self._engine, self._stream)
        from .stream import Stream

        stream = Stream.of(target)
        with attended(self._stream), attended(stream):
            handle = made(lib.aha_sound_save_stream, self._handle, stream._handle, options)
        return Job(handle, self._engine, stream)

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


def sound_options(streamed: bool | None, read_ahead_ms: int, max_frames: int = 0,
                  max_bytes: int = 0, accept_damaged: bool = False,
                  keep_rate: bool = False, track: int = 0,
                  keep_channels: bool = False) -> _structs.SoundOptions:
    """The options of a load; :meth:`Engine.load` documents the keywords."""
    mode = {None: SoundMode.AUTO, False: SoundMode.RESIDENT, True: SoundMode.STREAMED}[streamed]
    return _structs.SoundOptions(mode=mode, read_ahead_ms=read_ahead_ms, max_frames=max_frames,
                                 max_bytes=max_bytes, accept_damaged=bool(accept_damaged),
                                 keep_rate=bool(keep_rate), track=track,
                                 keep_channels=bool(keep_channels))


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
