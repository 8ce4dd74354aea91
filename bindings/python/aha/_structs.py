"""The structures and callback types of the headers, field for field."""

from __future__ import annotations

import ctypes as c
from typing import Any

DestroyFn = c.CFUNCTYPE(None, c.c_void_p)
LogFn = c.CFUNCTYPE(None, c.c_void_p, c.c_uint32, c.c_char_p)
ReadFn = c.CFUNCTYPE(c.c_int64, c.c_void_p, c.c_void_p, c.c_int64)
WriteFn = c.CFUNCTYPE(c.c_int64, c.c_void_p, c.c_void_p, c.c_int64)
SeekFn = c.CFUNCTYPE(c.c_int64, c.c_void_p, c.c_int64)
LengthFn = c.CFUNCTYPE(c.c_int64, c.c_void_p)


class Sized(c.Structure):
    """A structure that begins with its own size; every field not given is zero: the default."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(struct_size=c.sizeof(type(self)), **fields)

    def values(self) -> dict[str, Any]:
        """The fields that say something: all but the size and what is reserved."""
        names = (field[0] for field in self._fields_)
        return {name: getattr(self, name) for name in names
                if name not in ("struct_size", "reserved")}


class BusMeter(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("peak_left", c.c_float),
        ("peak_right", c.c_float),
        ("rms_left", c.c_float),
        ("rms_right", c.c_float),
    ]


class EffectInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("kind", c.c_uint32),
        ("parameter_count", c.c_uint32),
        ("name", c.c_char_p),
        ("title", c.c_char_p),
        ("summary", c.c_char_p),
    ]


class EngineOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("max_players", c.c_uint32),
        ("max_buses", c.c_uint32),
        ("event_capacity", c.c_uint32),
        ("ramp_ms", c.c_float),
        ("offline", c.c_uint32),
        ("max_effects", c.c_uint32),
        ("no_limiter", c.c_uint32),
        ("threads", c.c_uint32),
    ]


class EngineStats(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("active_players", c.c_uint64),
        ("underruns", c.c_uint64),
        ("nonfinite_samples", c.c_uint64),
        ("lost_events", c.c_uint64),
        ("refused_renders", c.c_uint64),
    ]


class Event(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("kind", c.c_uint32),
        ("result", c.c_int32),
        ("frame", c.c_uint64),
        ("source", c.c_void_p),
        ("value", c.c_int64),
        ("line", c.c_char * 256),
    ]


class EncodeOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("container", c.c_uint32),
        ("encoding", c.c_uint32),
        ("sample_rate", c.c_uint32),
        ("dither", c.c_uint32),
        ("quality", c.c_float),
        ("reserved", c.c_uint32),
    ]


class JobProgress(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("fraction", c.c_double),
        ("frames_done", c.c_uint64),
        ("frames_total", c.c_uint64),
        ("bytes_done", c.c_uint64),
        ("result", c.c_int32),
        ("reserved", c.c_uint32),
        ("elapsed_us", c.c_int64),
        ("remaining_us", c.c_int64),
    ]


class ModulationOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("waveform", c.c_uint32),
        ("rate_hz", c.c_float),
        ("depth", c.c_float),
        ("duration_s", c.c_float),
        ("seed", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class ParameterInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("name", c.c_char_p),
        ("title", c.c_char_p),
        ("choices", c.c_char_p),
        ("minimum", c.c_float),
        ("maximum", c.c_float),
        ("default_value", c.c_float),
        ("smoothing_ms", c.c_float),
        ("unit", c.c_uint32),
        ("curve", c.c_uint32),
        ("parameter", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class PlayerOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("gain_db", c.c_float),
        ("pan", c.c_float),
        ("loop_count", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class SoundOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("mode", c.c_uint32),
        ("read_ahead_ms", c.c_uint32),
        ("max_frames", c.c_uint64),
        ("max_bytes", c.c_uint64),
        ("accept_damaged", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class SoundInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("claimed_frames", c.c_uint64),
        ("seconds", c.c_double),
        ("file_bytes", c.c_uint64),
        ("memory_bytes", c.c_uint64),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("container", c.c_uint32),
        ("encoding", c.c_uint32),
        ("bits", c.c_uint32),
        ("mode", c.c_uint32),
    ]


class StreamCallbacks(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("read", ReadFn),
        ("write", WriteFn),
        ("seek", SeekFn),
        ("length", LengthFn),
    ]


class StretchOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("speed", c.c_float),
        ("cents", c.c_float),
        ("formant", c.c_uint32),
        ("reserved", c.c_uint32),
    ]
