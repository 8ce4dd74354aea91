"""The structures of devices, recorders and live inputs, field for field."""

from __future__ import annotations

import ctypes as c

from ._structs import Sized


class DeviceInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("id", c.c_char * 192),
        ("name", c.c_char * 128),
        ("host_api", c.c_char * 32),
        ("max_inputs", c.c_uint32),
        ("max_outputs", c.c_uint32),
        ("default_sample_rate", c.c_uint32),
        ("is_default_input", c.c_uint32),
        ("is_default_output", c.c_uint32),
        ("low_latency_ms", c.c_float),
        ("high_latency_ms", c.c_float),
        ("reserved", c.c_uint32),
    ]


class DeviceOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("id", c.c_char_p),
        ("direction", c.c_uint32),
        ("block_frames", c.c_uint32),
        ("latency_ms", c.c_uint32),
        ("channels", c.c_uint32),
        ("on_loss", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class DeviceStatus(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("state", c.c_uint32),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("block_frames", c.c_uint32),
        ("frames", c.c_uint64),
        ("blocks", c.c_uint64),
        ("underruns", c.c_uint64),
        ("overruns", c.c_uint64),
        ("gaps", c.c_uint64),
        ("late_blocks", c.c_uint64),
        ("losses", c.c_uint64),
        ("latency_ms", c.c_float),
        ("longest_gap_ms", c.c_float),
        ("render_mean_ms", c.c_float),
        ("render_max_ms", c.c_float),
        ("render_share_999", c.c_float),
        ("reserved", c.c_uint32),
    ]


class InputOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("latency_frames", c.c_uint32),
        ("shares_clock", c.c_uint32),
    ]


class InputStatus(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("underruns", c.c_uint64),
        ("skips", c.c_uint64),
        ("held_frames", c.c_uint64),
        ("drift_ppm", c.c_float),
        ("reserved", c.c_uint32),
    ]


class RecorderMeter(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("peak_left_db", c.c_float),
        ("peak_right_db", c.c_float),
    ]


class RecorderOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("split_frames", c.c_uint64),
        ("split_bytes", c.c_uint64),
        ("minimum_free_bytes", c.c_uint64),
        ("ring_ms", c.c_uint32),
        ("pre_roll_ms", c.c_uint32),
        ("warn_seconds", c.c_uint32),
        ("free_share", c.c_float),
        ("replace", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class RecorderStatus(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("first_frame", c.c_uint64),
        ("overrun_frames", c.c_uint64),
        ("lost_frames", c.c_uint64),
        ("bytes", c.c_uint64),
        ("remaining_seconds", c.c_int64),
        ("state", c.c_uint32),
        ("reason", c.c_uint32),
        ("result", c.c_int32),
        ("file_count", c.c_uint32),
    ]


class RecoveredTake(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("lost_frames", c.c_uint64),
        ("seconds", c.c_double),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("container", c.c_uint32),
        ("encoding", c.c_uint32),
        ("result", c.c_int32),
        ("reserved", c.c_uint32),
    ]
