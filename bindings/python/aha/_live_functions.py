"""One line for each function of devices, live inputs and recorders, as in _project_functions.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _live_structs as live
from . import _structs as s

handle, path, chars = c.c_void_p, c.c_char_p, c.c_char_p
u32, i64, u64, size = c.c_uint32, c.c_int64, c.c_uint64, c.c_size_t
out, out_u32, out_u64 = c.POINTER(c.c_void_p), c.POINTER(c.c_uint32), c.POINTER(c.c_uint64)
out_size, floats = c.POINTER(c.c_size_t), c.POINTER(c.c_float)
sound_options, encode_options = c.POINTER(s.SoundOptions), c.POINTER(s.EncodeOptions)
device_options, input_options = c.POINTER(live.DeviceOptions), c.POINTER(live.InputOptions)
recorder_options, take = c.POINTER(live.RecorderOptions), c.POINTER(live.RecoveredTake)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_device_load_list", (out_u32,), "result"),
    ("aha_device_get_info", (u32, c.POINTER(live.DeviceInfo)), "result"),
    ("aha_device_open", (handle, device_options, out), "result"),
    ("aha_device_start", (handle,), "result"),
    ("aha_device_stop", (handle,), "result"),
    ("aha_device_step", (handle, floats, floats, u64), "result"),
    ("aha_device_get_status", (handle, c.POINTER(live.DeviceStatus)), "result"),
    ("aha_device_copy_id", (handle, chars, size, out_size), "result"),
    ("aha_device_retain", (handle,), "result"),
    ("aha_device_release", (handle,), "result"),

    ("aha_input_create", (handle, handle, handle, input_options, out), "result"),
    ("aha_input_write", (handle, floats, u64), "result"),
    ("aha_input_set_monitored", (handle, u32), "result"),
    ("aha_input_monitored", (handle,), "number32"),
    ("aha_input_measure_latency", (handle, out_u64), "result"),
    ("aha_input_latency_frames", (handle,), "number64"),
    ("aha_input_set_offset_frames", (handle, i64), "result"),
    ("aha_input_offset_frames", (handle,), "offset"),
    ("aha_input_get_status", (handle, c.POINTER(live.InputStatus)), "result"),
    ("aha_input_retain", (handle,), "result"),
    ("aha_input_release", (handle,), "result"),

    ("aha_recorder_create", (handle, handle, path, recorder_options, encode_options, out),
     "result"),
    ("aha_recorder_start", (handle,), "result"),
    ("aha_recorder_start_at_frame", (handle, u64), "result"),
    ("aha_recorder_stop", (handle,), "result"),
    ("aha_recorder_stop_at_frame", (handle, u64), "result"),
    ("aha_recorder_pause", (handle,), "result"),
    ("aha_recorder_resume", (handle,), "result"),
    ("aha_recorder_wait", (handle, i64), "result"),
    ("aha_recorder_get_status", (handle, c.POINTER(live.RecorderStatus)), "result"),
    ("aha_recorder_get_meter", (handle, c.POINTER(live.RecorderMeter)), "result"),
    ("aha_recorder_copy_path", (handle, u32, chars, size, out_size), "result"),
    ("aha_recorder_load_take", (handle, sound_options, out), "result"),
    ("aha_recorder_retain", (handle,), "result"),
    ("aha_recorder_release", (handle,), "result"),
    ("aha_recovery_open", (path, out), "result"),
    ("aha_recovery_count", (handle,), "number32"),
    ("aha_recovery_get_take", (handle, u32, take), "result"),
    ("aha_recovery_copy_path", (handle, u32, chars, size, out_size), "result"),
    ("aha_recovery_retain", (handle,), "result"),
    ("aha_recovery_release", (handle,), "result"),
)
