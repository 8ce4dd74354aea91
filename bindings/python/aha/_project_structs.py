"""The structures of projects, field for field."""

from __future__ import annotations

import ctypes as c

from ._structs import Sized


class ProjectOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("read_only", c.c_uint32),
        ("read_when_in_use", c.c_uint32),
        ("busy_ms", c.c_uint32),
        ("max_undo_steps", c.c_uint32),
    ]


class ProjectSettings(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("tempo_bpm", c.c_double),
        ("beats_per_bar", c.c_uint32),
        ("beat_unit", c.c_uint32),
        ("sample_rate", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class Track(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("bus", c.c_uint64),
        ("start_us", c.c_int64),
        ("loop_begin_us", c.c_int64),
        ("loop_end_us", c.c_int64),
        ("loop_count", c.c_uint32),
        ("gain_db", c.c_float),
        ("pan", c.c_float),
        ("muted", c.c_uint32),
        ("soloed", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class ProjectBus(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("parent", c.c_uint64),
        ("gain_db", c.c_float),
        ("pan", c.c_float),
        ("muted", c.c_uint32),
        ("soloed", c.c_uint32),
    ]


class ProjectEffect(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("owner", c.c_uint64),
        ("owner_kind", c.c_uint32),
        ("kind", c.c_uint32),
        ("bypassed", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class Point(c.Structure):
    _fields_ = [
        ("time_us", c.c_int64),
        ("value", c.c_float),
        ("curve", c.c_uint32),
    ]


class Lane(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("owner", c.c_uint64),
        ("owner_kind", c.c_uint32),
        ("parameter", c.c_uint32),
        ("mode", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class SessionOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("scope_id", c.c_uint64),
        ("scope", c.c_uint32),
        ("mode", c.c_uint32),
    ]


class BounceOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("scope_id", c.c_uint64),
        ("begin_us", c.c_int64),
        ("end_us", c.c_int64),
        ("loudness_lufs", c.c_double),
        ("ceiling_db", c.c_float),
        ("scope", c.c_uint32),
        ("threads", c.c_uint32),
        ("sample_rate", c.c_uint32),
        ("no_tail", c.c_uint32),
        ("no_limiter", c.c_uint32),
    ]


class PlotOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("begin_us", c.c_int64),
        ("end_us", c.c_int64),
        ("width", c.c_uint32),
        ("height", c.c_uint32),
        ("dark", c.c_uint32),
        ("reserved", c.c_uint32),
    ]
