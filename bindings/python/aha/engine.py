"""The engine: one sample rate, one frame clock, one renderer."""

from __future__ import annotations

import math
from ctypes import pointer

from . import _arrays, _structs
from ._abi import lib
from ._calls.engine import EngineCalls
from ._arguments import encoded_path, is_path, unsigned64
from ._attending import attended
from ._errors import InvalidArgumentError
from ._handle import handle_of, made
from ._loading import Loading, playable
from ._player_values import loop_count, speed_option, stages
from ._constants.engine import PanLaw as PanLaw
from .bus import Bus
from .format import Container, Dither, Encoding, encode_options
from .job import Job
from .player import Player, SpeedQuality

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, overload

    from ._arrays import Frames
    from ._arguments import Path
    from .sound import Sound
    from .space import Space
    from .stream import Source
else:
    def overload(declared: Any) -> Any:
        """For type checkers alone: typing is slow to import."""
        return declared


class Engine(EngineCalls, Loading):
    """A mixer with its players and buses; ``render`` returns its output, a job can save it.

    Closing it cancels its jobs, waits for a render in progress, and ends all its objects.
    """

    _noun = "engine"
    _shows = ("sample_rate", "channels", "position")
    #: The last NumPy array that was given as ``out``, its form and its memory.
    _kept: tuple[Any, Any, Any] = (None, None, None)

    @classmethod
    def offline(cls, *, sample_rate: int = 48000, channels: int = 2, max_players: int = 1024,
                max_buses: int = 64, event_capacity: int = 1024, ramp_ms: float = 5.0,
                max_effects: int = 1024, limiter: bool = False, threads: int = 1,
                max_one_shots: int = 1024, max_heard: int = 64,
                pan_law: PanLaw | str = PanLaw.PAN_0_DB,
                max_resident_bytes: int = 512 << 20) -> Engine:
        """Creates an engine for rendering or saving as fast as possible, without a device and its
        clock: a render waits for streamed sounds. The keywords are those of :class:`Engine`.

        It changes no sample that the host did not ask to change: it has no ``limiter`` by default.
        """
        return cls(sample_rate=sample_rate, channels=channels, max_players=max_players,
                   max_buses=max_buses, event_capacity=event_capacity, ramp_ms=ramp_ms,
                   offline=True, max_effects=max_effects, limiter=limiter, threads=threads,
                   max_one_shots=max_one_shots, max_heard=max_heard, pan_law=pan_law,
                   max_resident_bytes=max_resident_bytes)

    def player(self, sound: Sound | Path, *, loop: bool | int | str = False, gain_db: float = 0.0,
               pan: float = 0.0, bus: Bus | None = None, speed: float = 1.0,
               reverse: bool = False, quality: SpeedQuality = SpeedQuality.GOOD,
               begin: int = 0, end: int | None = None) -> Player:
        """Creates a player, stopped at its first frame; at its last one with ``reverse``.

        ``sound``: a Sound, or a path, which is loaded as by :meth:`load`.
        ``loop``: True is forever, a number is the count of jumps back, ``"file"`` the loop of the
        sound's file, ``"ping_pong"`` runs back and forth. ``bus``: None is the master.
        ``speed``: 0.05 to 16; the pitch changes with it. ``quality``: interpolation at such speeds.
        ``begin``, ``end``: the played part, in frames of the sound; see Player.range_frames.
        The C function is aha_player_create. Errors: LimitError, StateError (the sound is still
        loading, or failed to load), InvalidArgumentError.
        """
        self._family.let_finished_go()
        return Player(self, playable(self, sound), loop=loop, gain_db=gain_db, pan=pan, bus=bus,
                      speed=speed, reverse=reverse, quality=quality, begin=begin, end=end)

    @overload
    def play(self, sound: Sound | Path, *, loop: bool | int | str = False, gain_db: float = 0.0,
             pan: float = 0.0, bus: Bus | None = None, at: int | None = None, speed: float = 1.0,
             quality: SpeedQuality = SpeedQuality.GOOD, reverse: bool = False, begin: int = 0,
             end: int | None = None, one_shot: Literal[False] = False) -> Player: ...

    @overload
    def play(self, sound: Sound | Path, *, loop: int = 0, gain_db: float = 0.0,
             pan: float = 0.0, bus: Bus | None = None, at: int | None = None, speed: float = 1.0,
             quality: SpeedQuality = SpeedQuality.GOOD, one_shot: Literal[True],
             **shot: Any) -> None: ...

    def play(self, sound: Sound | Path, *, loop: bool | int | str = False, gain_db: float = 0.0,
             pan: float = 0.0, bus: Bus | None = None, at: int | None = None, speed: float = 1.0,
             quality: SpeedQuality = SpeedQuality.GOOD, reverse: bool = False, begin: int = 0,
             end: int | None = None, one_shot: bool = False, **shot: Any) -> Player | None:
        """Plays a sound with the next rendered frames, or from an engine frame on. Creates and
        starts a player; the keywords are those of :meth:`player`.

        ``one_shot``: plays a resident sound to its end without a player, and returns None. Up to
        ``max_heard`` one-shots are mixed. Of more, the lowest ``priority`` (0 to 255), then the
        lowest gain, then the oldest is virtual, until there is room. ``loop``: count of jumps back.
        ``velocity``: as in Player.start. ``stop_frame``: engine frame at which the release begins.
        ``choke_group``, ``choke_fade``: as in Player.set_choke_group, shared with players.
        ``space``: its place around the listener, with the Doppler effect of the start. ``number``:
        the value of the event ONE_SHOT_ENDED at its end; 0 is no event. Others: as in
        Player.set_envelope. The C functions are aha_player_create, aha_player_start and
        aha_one_shot_play. Errors: those of :meth:`player`; LimitError (``max_one_shots`` play or
        wait), UnsupportedError (a streamed one-shot).
        """
        values: dict[str, Any] = {"loop": loop, "gain_db": gain_db, "pan": pan, "bus": bus,
                                  "speed": speed, "quality": quality}
        if one_shot and not reverse and not begin and end is None:
            source = playable(self, sound)
            options = _shot_options(at, **values, **shot)
            lib.aha_one_shot_play(self._handle, source._handle, handle_of(bus), options)
            return None
        if one_shot or shot:
            wrong = "reverse" if reverse else "begin" if begin else "end"
            raise InvalidArgumentError(f"{wrong if one_shot else next(iter(shot))} is not for "
                                       f"{'one-shots' if one_shot else 'players'}")
        player = self.player(sound, reverse=reverse, begin=begin, end=end, **values)
        player.start(at=at)
        return player

    def play_file(self, path: Path, *, loop: int = 0, gain_db: float = 0.0, pan: float = 0.0,
                  bus: Bus | None = None, at: int | None = None, speed: float = 1.0,
                  quality: SpeedQuality = SpeedQuality.GOOD, **shot: Any) -> None:
        """Loads a file and plays it once, without a player; decodes it at each call.

        The keywords are those of :meth:`play` with ``one_shot``. A file that is too long for memory
        is streamed; its ``priority`` has no effect. Blocks while it loads. The C function is
        aha_engine_play_file. Errors: those of :meth:`load` and :meth:`play`.
        """
        options = _shot_options(at, loop=loop, gain_db=gain_db, pan=pan, speed=speed,
                                quality=quality, **shot)
        lib.aha_engine_play_file(self._handle, encoded_path(path), handle_of(bus), options)

    def bus(self, parent: Bus | None = None) -> Bus:
        """Creates a bus that sends to ``parent``, None for the master bus."""
        return Bus(self, parent)

    @property
    def master(self) -> Bus:
        """The master bus, which mixes all others."""
        return self._master

    def render(self, frames: int | None = None, *, out: Any = None) -> Frames:
        """Renders the next frames and advances the engine's clock; full scale is -1 to 1.

        Shape: (frames, channels), float32; a NumPy array, or a memoryview without NumPy. With
        ``out``, a writable contiguous float32 array is filled and returned instead; the engine
        keeps an array of NumPy until it gets another one. The C function is aha_engine_render.
        Errors: StateError (another render is in progress).
        """
        if (frames is None) == (out is None):
            raise TypeError("render: give either frames or out")
        if out is not None:
            kept, form, room = self._kept
            if out is not kept or form != _arrays.form(out):
                room = _arrays.filled(out, self.channels)
                if _arrays.is_array(out):
                    self._kept = out, _arrays.form(out), room
            self._render(room.pointer, room.frames)
            return out  # type: ignore[no-any-return]
        count, channels = unsigned64("frames", frames or 0), self.channels
        memory, pointer = _arrays.room(count, channels)
        self._render(pointer, count)
        return _arrays.given(memory, count, channels)

    def save(self, target: Source, *, seconds: float | None = None,
             frames: int | None = None, container: Container | str = Container.AUTO,
             encoding: Encoding | str = Encoding.AUTO, sample_rate: int = 0,
             quality: float = 0.0, dither: Dither | str = Dither.TPDF, channels: int = 0,
             loudness_lufs: float = 0.0, ceiling_db: float = 0.0, peak_db: float = 0.0,
             bitrate_kbps: int = 0, vbr: bool = False) -> Job:
        """Starts a job that renders the engine to a path, a binary file object, or a Stream.

        A file appears only when it is complete. ``seconds`` or ``frames``: the length; without
        both, the job renders until no player is audible or pending. ``container``: the default is
        that of the file's name, else WAV. ``encoding``: the default is 16 bits, Vorbis in Ogg, MP3.
        ``sample_rate``: Hz; 0 is the engine's. ``quality``: of Vorbis, Opus, MP3 and AAC, above 0
        to 1 (best); 0 is 0.6. ``bitrate_kbps``: of all channels, instead of a quality; constant
        in MP3, except with ``vbr``. ``channels``: 1 is half the sum of left and right; 0 is the
        engine's. ``loudness_lufs``: target loudness, -70 to below 0 LUFS, with true peaks up to
        ``ceiling_db`` (0: -1). ``peak_db``: target of the true peak, by gain alone.
        Names such as ``"flac"``, ``"audio/flac"`` and ``"pcm_24"`` are valid. The C functions are
        aha_render_save and aha_render_save_stream.

        Errors: UnsupportedError (the container does not support the encoding), StateError (a render
        is in progress); the job's: EmptyError (too short or silent for a target),
        UnsupportedError (the loudness cannot be reached), file errors, VerifyError, CancelledError.
        """
        length = self._length_frames(seconds, frames)
        options = encode_options(container, encoding, sample_rate, quality, dither, channels,
                                 loudness_lufs, ceiling_db, peak_db, bitrate_kbps, vbr)
        if is_path(target):
            path = encoded_path(target)
            return Job(made(lib.aha_render_save, self._handle, path, length, options), self)
        from .stream import Stream

        stream = Stream.of(target)
        with attended(stream):
            handle = made(lib.aha_render_save_stream, self._handle, stream._handle, length, options)
        return Job(handle, self, stream)

    def _length_frames(self, seconds: float | None, frames: int | None) -> int:
        """The length for C; 0, until silence, only if neither is given."""
        if seconds is not None and frames is not None:
            raise InvalidArgumentError("seconds and frames are both given")
        if seconds is not None:
            if not math.isfinite(seconds):
                raise InvalidArgumentError(f"seconds is {seconds}")
            frames = round(seconds * self.sample_rate)
        if frames == 0:
            raise InvalidArgumentError("a length of 0 frames: leave it out to save until silence")
        return unsigned64("frames", frames or 0)

    def _render(self, pointer: Any, frames: int) -> None:
        number = self._family.begin_render()
        lib.aha_engine_render(self._handle, pointer, frames)
        self._family.end_render(number)


def _shot_options(at: int | None, *, loop: int, speed: float, gain_db: float, pan: float,
                  quality: SpeedQuality, bus: Bus | None = None, velocity: float = 1.0,
                  stop_frame: int = 0, choke_fade: int = 0, priority: int = 0,
                  choke_group: int = 0, space: Space | None = None, number: int = 0,
                  **envelope: Any) -> _structs.PlayOptions:
    options = _structs.PlayOptions(
        start_frame=unsigned64("at", at or 0), speed=speed_option(speed),
        loop_count=loop_count(loop), velocity=float(velocity) or 1e-45,
        stop_frame=unsigned64("stop_frame", stop_frame),
        choke_fade_frames=unsigned64("choke_fade", choke_fade), gain_db=gain_db, pan=pan,
        quality=quality, priority=priority, choke_group=choke_group, number=number,
        **stages(**envelope))
    if space is not None:
        options.space = pointer(space._struct())
    return options
