"""Samples of boards, files and parts of sounds."""

from __future__ import annotations

import array
import ctypes as c
from collections import namedtuple

from ._arrays import _numpy, given, taken
from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._arrays import Frames

#: Samples for a board: a float at their first sample, their shape, and their owner.
Source = namedtuple("Source", "pointer frames channels is_flat owner")


def channels_in_place(samples: Any) -> int:
    """Channels of an array that C may read as it is; 0 for any other object."""
    np = _numpy()
    if np is None or type(samples) is not np.ndarray:
        return 0
    kind, shape = samples.dtype, samples.shape
    if kind.char != "f" or not kind.isnative or not samples.flags.carray or not samples.size:
        return 0
    if len(shape) == 1:
        return 1
    return shape[1] if len(shape) == 2 and shape[1] < 3 else 0  # type: ignore[no-any-return]


def empty_like(samples: Any) -> Any:
    """A new array of float32 of the same shape."""
    return _numpy().empty(samples.shape, "f")


def source(samples: Any) -> Source:
    """As ``taken``, for one or two channels."""
    flat = taken(samples)
    if flat.channels > 2:
        raise InvalidArgumentError(f"{flat.channels} channels in the shape (frames, channels):"
                                   " 1 or 2 are possible")
    pointer = c.c_float.from_address(c.addressof(flat.pointer))
    is_flat = len(getattr(samples, "shape", ())) < 2
    return Source(pointer, flat.frames, flat.channels, is_flat, flat)


def is_int16(samples: Any) -> bool:
    """True for samples that 16 bits hold exactly."""
    try:
        return str(memoryview(samples).format).lstrip("@<=") == "h"
    except TypeError:
        return False


def mono(frames: Any) -> Frames:
    """Half the sum of two channels, in one dimension."""
    channels = frames.shape[1] if len(frames.shape) > 1 else 1
    if _numpy() is not None:
        return frames[:, 0] if channels == 1 else frames.mean(axis=1)  # type: ignore[no-any-return]
    flat = array.array("f", memoryview(frames).tobytes())
    if channels == 2:
        flat = array.array("f", (left / 2 + right / 2 for left, right in zip(*[iter(flat)] * 2)))
    return memoryview(flat)  # type: ignore[return-value]


def widened(frames: Any, channels: int) -> bytes:
    """The samples, interleaved; one channel twice for two."""
    memory = memoryview(frames).tobytes()
    if channels == 2 and frames.shape[-1] == 1:
        flat = array.array("f", memory)
        both = array.array("f", bytes(2 * len(memory)))
        both[::2] = both[1::2] = flat
        memory = both.tobytes()
    return memory


def target(frames: int, channels: int) -> tuple[Any, Any]:
    """Memory for frames, and a float at its first sample."""
    np = _numpy()
    size = max(1, frames * channels)
    memory: Any = bytearray(4 * size) if np is None else np.empty(size, np.float32)
    return memory, c.c_float.from_buffer(memory)


def shaped(memory: Any, frames: int, source: Source) -> Frames:
    """The first frames of the memory, in the shape of the source."""
    np, count = _numpy(), frames * source.channels
    if np is not None:
        if len(memory) != count:
            memory = memory[:count]
        return memory if source.is_flat else memory.reshape(frames, source.channels)  # type: ignore
    flat = memoryview(memory).cast("f")[:count]
    return flat if source.is_flat else given(memory, frames, source.channels)  # type: ignore


def silence(frames: int, source: Source) -> Frames:
    """Silent frames in the shape of the source."""
    return shaped(bytearray(4 * frames * source.channels) if _numpy() is None
                  else _numpy().zeros(frames * source.channels, "f"), frames, source)


def joined(parts: list[Frames], *, is_trimmed: bool, minimum: int) -> Frames:
    """One array of several; trimmed: without frames below -100 dB at its end."""
    np = _numpy()
    if np is None:
        memory = bytearray(b"".join(bytes(part) for part in parts))
        flat = memoryview(memory).cast("f")
        shape = parts[0].shape[1:]
        frames = len(flat) // (shape[0] if shape else 1)
        whole: Any = flat.cast("B").cast("f", (frames, *shape)) if shape and frames else flat
        return whole  # type: ignore[no-any-return]
    whole = np.concatenate(parts)
    if is_trimmed:
        loud = np.flatnonzero(np.abs(whole.reshape(len(whole), -1)).max(axis=1) > 1e-5)
        whole = whole[:max(minimum, int(loud[-1]) + 1 if len(loud) else 0)]
    return whole  # type: ignore[no-any-return]


def scaled(frames: Any, kind: Any) -> Any:
    """Floats as another type of samples: integers have their full scale, rounded and limited."""
    np = _numpy()
    kind = np.dtype(kind)
    if kind.kind == "f":
        return frames.astype(kind, copy=False)
    if kind.kind != "i" or kind.itemsize not in (2, 4):
        raise TypeError(f"samples of type {kind}: floats, int16 or int32 are possible")
    full_scale = 2.0 ** (8 * kind.itemsize - 1)
    return np.clip(np.rint(frames * np.float64(full_scale)), -full_scale,
                   full_scale - 1).astype(kind)
