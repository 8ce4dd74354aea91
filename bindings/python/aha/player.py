"""Players: one sound at one position, with gain, pan, speed and a loop, into one bus."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._calls.player import PlayerCalls
from ._arguments import unsigned64
from ._constants.player import (
    LOOP_FOREVER as LOOP_FOREVER, PlayerState as PlayerState, PointClock as PointClock,
    SpeedQuality as SpeedQuality)
from ._constants.ramp import FadeShape as FadeShape
from ._constants.sound import LoopMode as LoopMode
from ._handle import Held, handle_of, made
from ._player_values import end_frame, loop_option, ramp_of, speed_option, speed_point, stages
from .chain import Chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .bus import Bus
    from .engine import Engine
    from ._records.sound import Loop
    from .sound import Sound


class Player(PlayerCalls, Held):
    """Plays one sound. ``engine.play()`` makes and starts one, ``engine.player()`` only makes it.

    A started player continues without a reference to it, to the end of its sound.
    ``close()`` ends it at once: it fades out over the engine's ramp.
    """

    _noun = "player"
    _shows = ("state", "position", "gain_db", "pan", "loop")

    def __init__(self, engine: Engine, sound: Sound, *, loop: bool | int | str = False,
                 gain_db: float = 0.0, pan: float = 0.0, bus: Bus | None = None,
                 speed: float = 1.0, reverse: bool = False,
                 quality: SpeedQuality = SpeedQuality.GOOD, begin: int = 0,
                 end: int | None = None) -> None:
        """The C function is aha_player_create; see :meth:`Engine.player`."""
        mode, count = loop_option(loop)
        options = _structs.PlayerOptions(
            gain_db=gain_db, pan=pan, loop_count=count, loop_mode=mode, speed=speed_option(speed),
            reverse=bool(reverse), quality=quality, begin_frame=unsigned64("begin", begin),
            end_frame=end_frame(end))
        handle = made(lib.aha_player_create, engine._handle, sound._handle, handle_of(bus), options)
        super().__init__(handle, engine)
        self._sound = sound
        self._next: Sound | None = None
        self._bus = bus
        self._range = (begin, len(sound) if end is None else end)
        self._keep_loop(self._range, mode, count)
        if mode == LoopMode.FILE:
            first = next(iter(sound.loops), None)
            if first is not None:
                frames = (first.begin_frame, first.end_frame)
                self._keep_loop(self._cut(frames), LoopMode(first.mode), first.loop_count)

    def _keep_loop(self, frames: tuple[int, int], mode: LoopMode, count: int) -> None:
        self._loop_frames = frames if frames[0] < frames[1] else self._range
        self._loop_count = count if frames[0] < frames[1] else 0
        self._loop_mode = mode

    def _cut(self, frames: tuple[int, int]) -> tuple[int, int]:
        return max(frames[0], self._range[0]), min(frames[1], self._range[1])

    def start(self, *, at: int | None = None, over: int | None = None,
              curve: FadeShape | str = FadeShape.LINEAR, velocity: float = 1.0) -> None:
        """Starts at the position with the next rendered frames, or exactly at an engine frame.

        A player that already plays restarts; a paused player resumes. Up to 256 starts can wait;
        ``stop`` and ``pause`` without a frame remove them. ``over``: frames of the fade-in.
        ``velocity``: above 0, up to 1; the gain is its square. The C functions are aha_player_start
        and aha_player_start_with_velocity. Errors: InvalidArgumentError, LimitError.
        """
        ramp = ramp_of(at, over, curve)
        if velocity != 1.0:
            lib.aha_player_start_with_velocity(self._handle, float(velocity), ramp)
        else:
            lib.aha_player_start(self._handle, ramp)
        self._started()

    def _started(self) -> None:
        self._engine._family.keep(self)

    def send(self, destination: Bus, *, gain_db: float = 0.0, before_fader: bool = False) -> Bus:
        """As :meth:`Bus.send`. The first send gives the player a bus of its own. The C function is
        aha_player_create_send. Errors: as :meth:`Bus.send`.
        """
        from .bus import sent

        return sent(lib.aha_player_create_send, self, destination, gain_db, before_fader)

    def set_loop_frames(self, begin: int, end: int, loop: bool | int | str = True) -> None:
        """Loops between two frames of the sound: end's frame is not played, begin's follows.

        ``loop``: True is forever, a number is the count of jumps back, ``"ping_pong"`` runs back
        and forth; reset by this call and by every start. The C functions are
        aha_player_set_loop_frames and aha_player_set_loop. Errors: InvalidArgumentError.
        """
        mode, count = loop_option(loop)
        begin, end = unsigned64("begin", begin), unsigned64("end", end)
        if mode == LoopMode.FORWARD:
            lib.aha_player_set_loop_frames(self._handle, begin, end, count)
        else:
            lib.aha_player_set_loop(self._handle, _structs.Loop(
                begin_frame=begin, end_frame=end, loop_count=count or 1, mode=mode))
        self._keep_loop((begin, end), mode, count)

    def set_loop(self, loop: Loop | None) -> None:
        """Loops as one of :attr:`Sound.loops` says; None ends looping. The C function is
        aha_player_set_loop. Errors: InvalidArgumentError.
        """
        if loop is None:
            lib.aha_player_set_loop(self._handle, None)
            return self._keep_loop(self._range, LoopMode.FORWARD, 0)
        row = _structs.Loop(begin_frame=loop.begin_frame, end_frame=loop.end_frame,
                            loop_count=loop.loop_count, mode=loop.mode)
        lib.aha_player_set_loop(self._handle, row)
        self._keep_loop((loop.begin_frame, loop.end_frame), LoopMode(loop.mode), loop.loop_count)

    def set_next(self, sound: Sound | None, *, over: int | None = None,
                 curve: FadeShape | str = FadeShape.LINEAR) -> None:
        """The sound that follows at the end of the present one, without a seam; None for none.

        ``over``: frames of a crossfade at the end of the present sound. The event PLAYER_CONTINUED
        reports the join; then positions are those of the new sound, and another next one can be
        set. The C function is aha_player_set_next. Errors: StateError, UnsupportedError (with
        ``keep_rate``, a sound of another rate).
        """
        lib.aha_player_set_next(self._handle, handle_of(sound), ramp_of(None, over, curve))
        self._next = sound

    def set_channel_matrix(self, gains: Iterable[tuple[float, float]] | None, *,
                           over: int | None = None,
                           curve: FadeShape | str = FadeShape.LINEAR) -> None:
        """Mixes the channels of a sound that was loaded with ``keep_channels`` to left and right.

        ``gains``: (left, right) for each channel, -16 to 16, such as an array of the shape
        (channels, 2); None is the downmix. ``over``: frames of the crossfade. Blocks. The C
        function is aha_player_set_channel_matrix. Errors: StateError (without ``keep_channels``),
        InvalidArgumentError, OutOfMemoryError.
        """
        rows = [_structs.ChannelGain(float(left), float(right)) for left, right in
                (() if gains is None else gains)]
        array = (_structs.ChannelGain * len(rows))(*rows)
        lib.aha_player_set_channel_matrix(self._handle, array, len(rows),
                                          ramp_of(None, over, curve))

    def _continued(self) -> None:
        """The player plays its next sound."""
        if self._next is not None:
            self._sound, self._next = self._next, None
            self._range = (0, len(self._sound))
            self._keep_loop(self._range, LoopMode.FORWARD, 0)

    def set_envelope(self, attack: int = 0, decay: int = 0, sustain_db: float = 0.0,
                     release: int = 0, *, attack_shape: FadeShape = FadeShape.LINEAR,
                     decay_shape: FadeShape = FadeShape.LINEAR,
                     release_shape: FadeShape = FadeShape.LINEAR) -> None:
        """Fades every start in and every stop out: stages in frames of the engine; 0: the ramp.

        Without arguments the player has no envelope. The C function is aha_player_set_envelope.
        Errors: InvalidArgumentError.
        """
        lib.aha_player_set_envelope(self._handle, _structs.Envelope(**stages(
            attack, decay, sustain_db, release, attack_shape=attack_shape,
            decay_shape=decay_shape, release_shape=release_shape)))

    def set_speed_points(self, points: Iterable[tuple[Any, ...]],
                         clock: PointClock | str = PointClock.TIMELINE) -> None:
        """Automates the speed with points (frame, speed) or (frame, speed, curve); [] ends it.

        ``clock``: whether frames are positions of the timeline, which a session moves, or frames of
        the engine. The C function is aha_player_set_speed_points. Errors: InvalidArgumentError.
        """
        rows = [speed_point(*point) for point in points]
        array = (_structs.SpeedPoint * len(rows))(*rows)
        lib.aha_player_set_speed_points(self._handle, array, len(rows), PointClock.of(clock))

    @property
    def loop(self) -> bool | int | str:
        """The loop as last set: True is forever, a number is the jumps back, False is none, and
        ``"ping_pong"`` runs back and forth."""
        if self._loop_mode == LoopMode.PING_PONG and self._loop_count > 0:
            return "ping_pong"
        return self._loop_count if 0 < self._loop_count < LOOP_FOREVER else self._loop_count > 0

    @loop.setter
    def loop(self, loop: bool | int | str) -> None:
        self.set_loop_frames(*self._loop_frames, loop)

    @property
    def loop_frames(self) -> tuple[int, int]:
        """The loop's begin and end in frames of the sound; the whole sound unless set."""
        return self._loop_frames

    def set_range_frames(self, begin: int, end: int | None = None) -> None:
        """Plays only the frames from ``begin`` to before ``end``; None is the sound's end.

        Positions stay frames of the whole sound, and the loop is cut to the range. The C function
        is aha_player_set_range_frames. Errors: InvalidArgumentError.
        """
        lib.aha_player_set_range_frames(self._handle, unsigned64("begin", begin), end_frame(end))
        self._range = begin, len(self._sound) if end is None else end
        self._keep_loop(self._cut(self._loop_frames), self._loop_mode, self._loop_count)

    @property
    def range_frames(self) -> tuple[int, int]:
        """The played frames of the sound: the first one, and the one after the last."""
        return self._range

    @property
    def bus(self) -> Bus:
        """The bus that receives the player's output; set None for the master bus.

        The C function is aha_player_set_bus. Errors: InvalidArgumentError (another engine's).
        """
        return self._bus or self._engine.master

    @bus.setter
    def bus(self, bus: Bus | None) -> None:
        lib.aha_player_set_bus(self._handle, handle_of(bus))
        self._bus = bus

    @property
    def chain(self) -> Chain:
        """The effects of the player, before its gain and pan.

        The C function is aha_player_chain.
        """
        return Chain(self, lib.aha_player_chain(self._handle))

    @property
    def sound(self) -> Sound:
        """The sound that the player plays; a next one from its event on."""
        return self._sound
