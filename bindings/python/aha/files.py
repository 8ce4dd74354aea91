"""Sound files as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _samples
from ._bench import bare_engine, bench
from ._errors import InvalidArgumentError
from ._handle import shown
from .format import Container, Dither, Encoding

if TYPE_CHECKING:
    from types import TracebackType

    from ._arrays import Frames
    from .engine import Engine
    from .stream import Source

#: Of an engine.
_RATES = range(8000, 192001)


def read(source: Source, *, start: int = 0, stop: int | None = None,
         sample_rate: int | None = None, mono: bool = False) -> tuple[Frames, int]:
    """Reads a sound file: the array, and its sample rate.

    Shape: (frames, channels), with (frames,) for ``mono``; float32. ``source``: a path, bytes, a
    seekable binary file object, or a Stream. ``start``, ``stop``: frames at the returned rate; a
    negative one counts from the end. Only this part is decoded. ``sample_rate``: Hz; None is the
    file's. ``mono``: half the sum of two channels. More than two channels are mixed down to stereo.
    Blocks. The C functions are aha_sound_load and aha_sound_read_frames. Errors: those of
    :meth:`Engine.load`.
    """
    if (start, stop) == (0, None):
        sound = bench(sample_rate or 48000).load(source, streamed=False,
                                                 keep_rate=sample_rate is None)
        return _folded(sound.read(), mono), sound.sample_rate
    with open(source, sample_rate=sample_rate, mono=mono) as file:
        begin, end, _ = slice(start, stop).indices(file.frames)
        file.seek(begin)
        return file.read(max(0, end - begin)), file.sample_rate


def write(target: Source, samples: Any, sample_rate: int, *, format: Container | str = "auto",
          encoding: Encoding | str = "auto", quality: float = 0.0,
          dither: Dither | str | None = None, loudness_lufs: float = 0.0, ceiling_db: float = 0.0,
          peak_db: float = 0.0, bitrate_kbps: int = 0, vbr: bool = False) -> None:
    """Writes an array to a sound file, which appears only when it is complete.

    ``target``: a path, a binary file object, or a Stream. ``samples``: an array of the shape
    (frames,), (frames, 1) or (frames, 2), of floats, int16 or int32. ``sample_rate``: Hz, 8000 to
    192000. ``format`` is ``container`` of :meth:`Engine.save`, and the other keywords are those of
    it too. ``dither``: None is TPDF, but none for int16, which 16 bits hold exactly. Blocks. The C
    functions are aha_sound_create, aha_sound_save and aha_sound_save_stream. Errors: those of
    :meth:`Engine.save`.
    """
    taken = _samples.source(samples)
    if dither is None:
        is_exact = _samples.is_int16(samples)
        dither = Dither.NONE if is_exact else Dither.TPDF
    sound = bench(sample_rate)._sound_of(taken, sample_rate)
    sound.save(target, container=format, encoding=encoding, quality=quality, dither=dither,
               loudness_lufs=loudness_lufs, ceiling_db=ceiling_db, peak_db=peak_db,
               bitrate_kbps=bitrate_kbps, vbr=vbr).wait()


def open(source: Source, *, sample_rate: int | None = None, mono: bool = False) -> SoundFile:
    """Opens a sound file to read it in parts; see :class:`SoundFile`::

        with aha.open("long.flac") as file:
            for block in file.blocks(4096):
                …

    The arguments are those of :func:`read`.
    """
    return SoundFile(source, sample_rate=sample_rate, mono=mono)


class SoundFile:
    """A sound file that is decoded while it is read. Use :func:`open` to create one."""

    def __init__(self, source: Source, *, sample_rate: int | None = None,
                 mono: bool = False) -> None:
        """Opens a file. Blocks. The C function is aha_sound_load. Errors: those of
        :meth:`Engine.load`."""
        self._position, self._mono = 0, mono
        self._engine: Engine = bare_engine(sample_rate or 44100)
        self._sound = self._engine.load(source, streamed=True)
        rate = self._sound.info.sample_rate
        if sample_rate is None and rate != self._engine.sample_rate:
            self._sound.close()
            self._engine.close()
            if rate not in _RATES:
                raise InvalidArgumentError(f"a file with {rate} Hz: give sample_rate, 8000 to"
                                           " 192000, or read it whole")
            self._engine = bare_engine(rate)
            self._sound = self._engine.load(source, streamed=True)

    @property
    def sample_rate(self) -> int:
        """Sample rate of the frames that are read, in Hz."""
        return self._engine.sample_rate

    @property
    def channels(self) -> int:
        """Channels of the frames that are read, 1 or 2."""
        return 1 if self._mono else self._sound.channels

    @property
    def frames(self) -> int:
        """Length in frames, as ``len(file)``."""
        return len(self._sound)

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return len(self._sound) / self.sample_rate

    def __len__(self) -> int:
        return len(self._sound)

    def __bool__(self) -> bool:
        return True

    def tell(self) -> int:
        """The frame that is read next."""
        return self._position

    def seek(self, frame: int) -> None:
        """Sets the frame that is read next; a negative one counts from the end."""
        self._position = range(len(self) + 1)[frame if frame >= 0 else frame - 1]

    def read(self, frames: int = -1) -> Frames:
        """The next frames, fewer at the end; all of the rest with -1. Shape: that of :func:`read`.
        The C function is aha_sound_read_frames. Errors: InputOutputError."""
        left = len(self) - self._position
        count = left if frames < 0 else min(frames, left)
        block = self._sound.read(self._position, count)
        self._position += len(block)
        return _folded(block, self._mono)

    def blocks(self, frames: int) -> Iterator[Frames]:
        """The rest of the file in blocks; the last one may be shorter."""
        while len(block := self.read(max(1, frames))):
            yield block

    def close(self) -> None:
        """Closes the file."""
        self._engine.close()

    def __enter__(self) -> SoundFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._engine.closed:
            return "<aha.SoundFile closed>"
        return shown(self, {"frames": self.frames, "sample_rate": self.sample_rate,
                            "channels": self.channels}) + ">"


def _folded(frames: Frames, mono: bool) -> Frames:
    return _samples.mono(frames) if mono else frames


