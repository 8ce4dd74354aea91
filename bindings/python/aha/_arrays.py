"""Audio in and out: NumPy arrays if NumPy is present, else Python's own types."""

from __future__ import annotations

import array
import ctypes as c
import functools
import sys
from collections import namedtuple

from ._errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from ._sound_frames import SoundFrames

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


def room(frames: int, channels: int) -> tuple[Any, Any]:
    """Memory for frames, which C fills, and its pointer."""
    np, size = _numpy(), frames * channels
    memory: Any = bytearray(4 * size) if np is None or size == 0 else np.empty(size, np.float32)
    return memory, (c.c_float * size).from_buffer(memory)


def given(memory: Any, frames: int, channels: int) -> Frames:
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


def is_array(thing: Any) -> bool:
    """True for an array of NumPy, which is not imported for this."""
    return type(thing) is getattr(sys.modules.get("numpy"), "ndarray", None)


def form(array: Any) -> tuple[Any, ...]:
    """What can change in a NumPy array while its memory stays."""
    view = memoryview(array)
    return view.readonly, view.shape, view.format


def filled(out: Any, channels: int) -> Interleaved:
    """Writable memory of the caller's array: contiguous float32, (frames, channels) or flat."""
    view = memoryview(out)
    if view.format.lstrip("@") != "f" or not view.c_contiguous or view.readonly:
        raise TypeError("out: a writable, contiguous array of float32 is needed")
    count, shape = view.nbytes // 4, view.shape or ()
    if len(shape) not in (1, 2) or shape[1:] not in ((), (channels,)) or count % channels:
        raise InvalidArgumentError(f"out has the shape {shape}: (frames, {channels}) is needed")
    return Interleaved((c.c_float * count).from_buffer(out), count // channels, channels)


def array_of(sound: SoundFrames, dtype: Any, copy: bool | None) -> Any:
    """See :meth:`Sound.__array__`."""
    np: Any = _numpy()
    kind = np.dtype(np.float32 if dtype is None else dtype)
    if copy is not False:
        from ._samples import scaled

        return scaled(np.asarray(sound.read()), kind)
    inside = sound.samples
    if inside is None or len(inside) != 1 or kind != np.float32:
        raise ValueError("only the float32 samples of a resident sound with one channel are an"
                         " array without a copy; sound.samples has those of each channel")
    return np.frombuffer(inside[0], np.float32).reshape(-1, 1)


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
