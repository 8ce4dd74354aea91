"""Values of players, one-shots and changes over time in the form of C."""

from __future__ import annotations

from . import _structs
from ._arguments import unsigned32, unsigned64
from ._constants.lane import PointCurve
from ._constants.player import LOOP_FOREVER
from ._constants.ramp import FadeShape
from ._constants.sound import LoopMode
from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def speed_option(speed: float) -> float:
    """0 is the default of the C structure, but an error of a host in Python."""
    return float(speed) or 5e-324


def speed_point(frame: int, speed: float,
                curve: PointCurve | str = PointCurve.LINEAR) -> _structs.SpeedPoint:
    return _structs.SpeedPoint(unsigned64("frame", frame), speed, PointCurve.of(curve))


def stages(attack: int = 0, decay: int = 0, sustain_db: float = 0.0, release: int = 0, *,
           attack_shape: FadeShape = FadeShape.LINEAR, decay_shape: FadeShape = FadeShape.LINEAR,
           release_shape: FadeShape = FadeShape.LINEAR) -> dict[str, Any]:
    """The fields of an envelope in C."""
    return {
        "attack_frames": unsigned64("attack", attack), "decay_frames": unsigned64("decay", decay),
        "release_frames": unsigned64("release", release), "attack_shape": attack_shape,
        "decay_shape": decay_shape, "release_shape": release_shape, "sustain_db": sustain_db}


def end_frame(end: int | None) -> int:
    """The frame after the last played one; None, C's 0, is the sound's end."""
    if end == 0:
        raise InvalidArgumentError("end is 0: nothing would be played; None is the sound's end")
    return 0 if end is None else unsigned64("end", end)


def loop_option(loop: bool | int | str) -> tuple[LoopMode, int]:
    """Mode and count of a player's loop; a word loops forever, or as the file says."""
    if not isinstance(loop, str):
        return LoopMode.FORWARD, loop_count(loop)
    mode = LoopMode.of(loop)
    return mode, 0 if mode == LoopMode.FILE else LOOP_FOREVER


def loop_count(loop: bool | int) -> int:
    return LOOP_FOREVER if loop is True else unsigned32("loop", loop)


def ramp_of(at: int | None, over: int | None,
            curve: FadeShape | str = FadeShape.LINEAR) -> _structs.Ramp | None:
    """aha_ramp; None, for C's NULL, is now and over the default ramp. A change over 0 frames is one
    frame long."""
    if at is None and over is None:
        return None
    frames = 0 if over is None else max(1, unsigned64("over", over))
    return _structs.Ramp(at_frame=unsigned64("at", at or 0), frames=frames,
                         curve=FadeShape.of(curve))
