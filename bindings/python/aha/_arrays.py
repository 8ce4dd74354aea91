"""Audio in and out: NumPy arrays if NumPy is present, else Python's own types."""

from __future__ import annotations

import array
import ctypes as c
import functools
from collections import namedtuple

from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from .sound import Sound

    #: Frames that libaha returns: a NumPy array of float32 with the shape (frames, channels);
    #: without NumPy a memoryview of floats with that shape, or with the shape (0,) if it is empty.
    Frames = npt.NDArray[np.float32]

#: Of samples that C accepts.
MAX_CHANNELS = 64

#: Full scale of the types accepted without NumPy, by type code.
_FULL_SCALE = {"f": 1.0, "d": 1.0, "h": 2.0 ** 15, "i": 2.0 ** 31}


@functools.lru_cache(maxsize=None)
def _numpy() -> Any:
    """NumPy, imported by the first call that accepts or returns an array; None if it is missing."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


#: Samples in C's form.
Interleaved = namedtuple("Interleaved", "pointer frames channels")


def taken(samples: Any, channels: int | None = None) -> Interleaved:
    """Samples of any accepted kind, copied unless they are contiguous float32.

    Shape: (frames,) or (frames, channels); with ``channels`` given, one dimension is interleaved.
    """
    flat, shape = _taken_by_numpy(samples) if _numpy() is not None else _taken_alone(samples)
    if len(shape) not in (1, 2):
        raise InvalidArgumentError(
            f"samples with the shape {shape}: (frames,) or (frames, channels) is needed")
    found = shape[1] if len(shape) == 2 else channels or 1
    if found > MAX_CHANNELS >= shape[0]:
        raise InvalidArgumentError(f"samples with the shape {shape} have {found} channels: the"
                                   " shape is (frames, channels), so give samples.T")
    if channels is not None and found != channels:
        raise InvalidArgumentError(f"{found} channels in the samples, but channels is {channels}")
    count = len(flat)
    if found < 1 or count % found:
        raise InvalidArgumentError(f"{count} samples can't be divided among {found} channels")
    return Interleaved((c.c_float * count).from_buffer(flat), count // found, found)


#: Samples for a board: a float at their first sample, their shape, and their owner.
Source = namedtuple("Source", "pointer frames channels is_flat owner")


def source(samples: Any) -> Source:
    """As ``taken``, for one or two channels; contiguous float32 in place and without checks."""
    np = _numpy()
    if (np is not None and type(samples) is np.ndarray and samples.dtype == np.float32
            and samples.size and samples.flags.c_contiguous and samples.flags.writeable
            and samples.ndim < 3):
        frames, channels = samples.shape if samples.ndim == 2 else (samples.size, 1)
        if channels < 3:
            pointer = c.c_float.from_buffer(samples)
            return Source(pointer, frames, channels, samples.ndim == 1, samples)
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


def _taken_by_numpy(samples: Any) -> tuple[Any, tuple[int, ...]]:
    np = _numpy()
    given = np.asarray(samples)
    if given.dtype.kind == "i" and given.dtype.itemsize in (2, 4):
        full_scale = np.float32(2 ** (8 * given.dtype.itemsize - 1))
        given = given.astype(np.float32) / full_scale
    elif given.dtype.kind != "f":
        raise TypeError(f"samples of type {given.dtype}: floats, int16 or int32 are needed")
    # a double too large for a float becomes infinity, which C handles
    with np.errstate(over="ignore"):
        return np.require(given, np.float32, ["C", "W"]).reshape(-1), given.shape


def _taken_alone(samples: Any) -> tuple[array.array[float], tuple[int, ...]]:
    try:
        view = memoryview(samples)
    except TypeError:  # no buffer: a sequence of floats
        flat = array.array("f", samples)
        return flat, (len(flat),)
    code = view.format.lstrip("@")
    if code not in _FULL_SCALE:
        raise TypeError(f"samples of type {view.format!r}: floats, int16 or int32 are needed")
    given: array.array[Any] = array.array(code, view.tobytes())
    if code != "f":
        given = array.array("f", (sample / _FULL_SCALE[code] for sample in given))
    return given, view.shape or ()


def borrowed(samples: Any) -> Interleaved:
    """Contiguous float32 in one dimension, in place; the pointer keeps the samples."""
    view = memoryview(samples)
    if view.format.lstrip("@") != "f" or view.ndim != 1 or not view.c_contiguous:
        raise TypeError("samples: a contiguous buffer of float32 in one dimension is"
                        " needed; engine.sound() copies any other")
    count, np = len(view), _numpy()
    if not view.readonly:
        return Interleaved((c.c_float * count).from_buffer(view), count, 1)
    if np is None:
        raise TypeError("samples: without NumPy a writable buffer is needed")
    pointer: Any = c.cast(np.frombuffer(view, np.float32).ctypes.data, c.POINTER(c.c_float))
    pointer._kept = view
    return Interleaved(pointer, count, 1)


def view(address: int, frames: int, owner: Any) -> memoryview:
    """A read-only view of floats in memory that an object keeps."""
    memory: Any = (c.c_float * frames).from_address(address)
    memory._owner = owner
    return memoryview(memory).cast("B").cast("f").toreadonly()


def room(frames: int, channels: int) -> tuple[bytearray, Any]:
    """Memory for frames, and its pointer."""
    memory = bytearray(4 * frames * channels)
    return memory, (c.c_float * (frames * channels)).from_buffer(memory)


def given(memory: bytearray, frames: int, channels: int) -> Frames:
    """The first frames of the memory, as an array that keeps it alive."""
    count = frames * channels
    np = _numpy()
    if np is not None:
        return np.frombuffer(memory, np.float32, count).reshape(frames, channels)  # type: ignore
    view = memoryview(memory)[:4 * count]
    shaped: Any = view.cast("f", (frames, channels)) if frames else view.cast("f")
    return shaped  # type: ignore[no-any-return]  # the closest to an array without NumPy


def plane(pointer: Any, frames: int) -> Any:
    """The frames at a pointer to floats, to read and to change: an array, or a memoryview."""
    view = memoryview((c.c_float * frames).from_address(c.addressof(pointer.contents)))
    flat = view.cast("B").cast("f")
    np = _numpy()
    return flat if np is None else np.frombuffer(flat, np.float32)


def filled(out: Any, channels: int) -> Interleaved:
    """Writable memory of the caller's array: contiguous float32, (frames, channels) or flat."""
    view = memoryview(out)
    if view.format.lstrip("@") != "f" or not view.c_contiguous or view.readonly:
        raise TypeError("out: a writable, contiguous array of float32 is needed")
    count, shape = view.nbytes // 4, view.shape or ()
    if len(shape) not in (1, 2) or shape[1:] not in ((), (channels,)) or count % channels:
        raise InvalidArgumentError(f"out has the shape {shape}: (frames, {channels}) is needed")
    return Interleaved((c.c_float * count).from_buffer(out), count // channels, channels)


def array_of(sound: Sound, dtype: Any, copy: bool | None) -> Any:
    """See :meth:`Sound.__array__`."""
    np: Any = _numpy()
    kind = np.dtype(np.float32 if dtype is None else dtype)
    if copy is not False:
        return scaled(np.asarray(sound.read()), kind)
    inside = sound.samples
    if inside is None or len(inside) != 1 or kind != np.float32:
        raise ValueError("only the float32 samples of a resident sound with one channel are an"
                         " array without a copy; sound.samples has those of each channel")
    return np.frombuffer(inside[0], np.float32).reshape(-1, 1)


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


def planes(frames: Any, channels: int) -> list[Any]:
    """The samples of each channel; without NumPy, as sequences of floats."""
    if _numpy() is not None:
        return [frames[:, channel] for channel in range(channels)]
    flat = memoryview(frames).cast("B").cast("f").tolist() if len(frames) else []
    return [flat[channel::channels] for channel in range(channels)]


def ranges(plane: Any, columns: int) -> list[tuple[float, float]]:
    """The lowest and the highest sample of each column. Without NumPy, of some of its samples."""
    np = _numpy()
    count = min(columns, len(plane))
    bounds = [len(plane) * column // count for column in range(count + 1)] if count else []
    parts = (plane[begin:end] for begin, end in zip(bounds, bounds[1:]))
    if np is not None:
        return [(float(np.min(part)), float(np.max(part))) for part in parts]
    some = (part[::len(part) // 256 or 1] for part in parts)
    return [(min(part), max(part)) for part in some]
