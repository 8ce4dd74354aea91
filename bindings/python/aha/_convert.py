"""Conversions, which write a sound file in another format."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._arguments import encoded_path, is_path
from ._attending import attended
from ._constants.ramp import FadeShape
from ._handle import made
from .bounce import Bounce
from .format import Container, Dither, Encoding, encode_options
from .stream import Source, Stream


class Conversion(Bounce):
    """A conversion in progress: a job without an engine."""


def convert(source: Source, target: Source, *, begin_us: int = 0, end_us: int = 0,
            fade_in_us: int = 0, fade_out_us: int = 0,
            fade_shape: FadeShape | str = FadeShape.LINEAR, track: int = 0, tags: bool = True,
            accept_damaged: bool = False, container: Container | str = Container.AUTO,
            encoding: Encoding | str = Encoding.AUTO, sample_rate: int = 0, channels: int = 0,
            quality: float = 0.0, dither: Dither | str = Dither.TPDF, loudness_lufs: float = 0.0,
            ceiling_db: float = 0.0, peak_db: float = 0.0, bitrate_kbps: int = 0,
            vbr: bool = False) -> Conversion:
    """Starts a job that converts a sound file: ``aha.convert("a.wav", "a.mp3").wait()``. Channels,
    rate, word length, tags, cover and chapters stay as they are, as far as the format has them.
    ``end_us``: 0 is the end of the sound. ``channels``: 1 or 2; 0 keeps those of the source.
    The other keywords are those of :meth:`Engine.save`. ``target`` is a path, or a file object or a
    Stream; for a path, ``source`` is a path too.

    The C functions are aha_convert_start and aha_convert_start_stream. Errors: UnsupportedError
    (the format); the job's: those of :meth:`Engine.load`, EmptyError (no sound in this part), file
    errors.
    """
    options = _structs.ConvertOptions(
        begin_us=begin_us, end_us=end_us, fade_in_us=fade_in_us, fade_out_us=fade_out_us,
        fade_shape=FadeShape.of(fade_shape), track=track, no_tags=not tags,
        accept_damaged=accept_damaged)
    encode = encode_options(container, encoding, sample_rate, quality, dither, channels,
                            loudness_lufs, ceiling_db, peak_db, bitrate_kbps, vbr)
    if is_path(target):
        if not is_path(source):
            raise TypeError("convert: for a path as target, source is a path")
        return Conversion(made(lib.aha_convert_start, encoded_path(source), encoded_path(target),
                               options, encode))
    read, written = Stream.of(source), Stream.of(target)
    with attended(read), attended(written):
        handle = made(lib.aha_convert_start_stream, read._handle, written._handle, options, encode)
    return Conversion(handle, written)
