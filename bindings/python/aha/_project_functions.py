"""One line for each function of projects, as in _abi.py; the last word: the kind of its result."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _project_structs as p
from . import _structs as s

handle, path, chars = c.c_void_p, c.c_char_p, c.c_char_p
u32, i64, u64, size, f32 = c.c_uint32, c.c_int64, c.c_uint64, c.c_size_t, c.c_float
out, out_u32, out_u64 = c.POINTER(c.c_void_p), c.POINTER(c.c_uint32), c.POINTER(c.c_uint64)
out_i64, out_size, floats = c.POINTER(c.c_int64), c.POINTER(c.c_size_t), c.POINTER(c.c_float)
encode_options = c.POINTER(s.EncodeOptions)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_project_create", (path, c.POINTER(p.ProjectOptions), out), "result"),
    ("aha_project_open", (path, c.POINTER(p.ProjectOptions), out), "result"),
    ("aha_project_read_only", (handle,), "number32"),
    ("aha_project_revision", (handle,), "number64"),
    ("aha_project_copy_path", (handle, chars, size, out_size), "result"),
    ("aha_project_get_settings", (handle, c.POINTER(p.ProjectSettings)), "result"),
    ("aha_project_set_settings", (handle, c.POINTER(p.ProjectSettings)), "result"),
    ("aha_project_copy_title", (handle, chars, size, out_size), "result"),
    ("aha_project_set_title", (handle, chars), "result"),
    ("aha_project_start_edit", (handle, chars), "result"),
    ("aha_project_save_edit", (handle,), "result"),
    ("aha_project_cancel_edit", (handle,), "result"),
    ("aha_project_undo", (handle,), "result"),
    ("aha_project_redo", (handle,), "result"),
    ("aha_project_copy_undo_title", (handle, chars, size, out_size), "result"),
    ("aha_project_copy_redo_title", (handle, chars, size, out_size), "result"),
    ("aha_project_add_marker", (handle, i64, chars, out_u64), "result"),
    ("aha_project_set_marker", (handle, u64, i64, chars), "result"),
    ("aha_project_remove_marker", (handle, u64), "result"),
    ("aha_project_marker_count", (handle,), "number32"),
    ("aha_project_marker_at", (handle, u32, out_u64, out_i64), "result"),
    ("aha_project_copy_marker_name", (handle, u64, chars, size, out_size), "result"),
    ("aha_project_retain", (handle,), "result"),
    ("aha_project_release", (handle,), "result"),

    ("aha_project_add_track", (handle, path, c.POINTER(p.Track), out_u64), "result"),
    ("aha_project_get_track", (handle, u64, c.POINTER(p.Track)), "result"),
    ("aha_project_set_track", (handle, u64, c.POINTER(p.Track)), "result"),
    ("aha_project_copy_track_name", (handle, u64, chars, size, out_size), "result"),
    ("aha_project_set_track_name", (handle, u64, chars), "result"),
    ("aha_project_copy_track_path", (handle, u64, chars, size, out_size), "result"),
    ("aha_project_set_track_path", (handle, u64, path), "result"),
    ("aha_project_get_file_state", (handle, u64, out_u32), "result"),
    ("aha_project_remove_track", (handle, u64), "result"),
    ("aha_project_move_track", (handle, u64, u32), "result"),
    ("aha_project_track_count", (handle,), "number32"),
    ("aha_project_track_at", (handle, u32, out_u64), "result"),
    ("aha_project_add_bus", (handle, chars, c.POINTER(p.ProjectBus), out_u64), "result"),
    ("aha_project_get_bus", (handle, u64, c.POINTER(p.ProjectBus)), "result"),
    ("aha_project_set_bus", (handle, u64, c.POINTER(p.ProjectBus)), "result"),
    ("aha_project_copy_bus_name", (handle, u64, chars, size, out_size), "result"),
    ("aha_project_set_bus_name", (handle, u64, chars), "result"),
    ("aha_project_remove_bus", (handle, u64), "result"),
    ("aha_project_move_bus", (handle, u64, u32), "result"),
    ("aha_project_bus_count", (handle,), "number32"),
    ("aha_project_bus_at", (handle, u32, out_u64), "result"),
    ("aha_project_add_effect", (handle, u32, u64, u32, u32, out_u64), "result"),
    ("aha_project_get_effect", (handle, u64, c.POINTER(p.ProjectEffect)), "result"),
    ("aha_project_get_effect_value", (handle, u64, u32, floats), "result"),
    ("aha_project_set_effect_value", (handle, u64, u32, f32), "result"),
    ("aha_project_set_effect_bypassed", (handle, u64, u32), "result"),
    ("aha_project_remove_effect", (handle, u64), "result"),
    ("aha_project_move_effect", (handle, u64, u32, u64, u32), "result"),
    ("aha_project_effect_count", (handle, u32, u64), "number32"),
    ("aha_project_effect_at", (handle, u32, u64, u32, out_u64), "result"),

    ("aha_project_add_lane", (handle, u32, u64, u32, u32, out_u64), "result"),
    ("aha_project_get_lane", (handle, u64, c.POINTER(p.Lane)), "result"),
    ("aha_project_set_lane_mode", (handle, u64, u32), "result"),
    ("aha_project_remove_lane", (handle, u64), "result"),
    ("aha_project_lane_count", (handle, u32, u64), "number32"),
    ("aha_project_lane_at", (handle, u32, u64, u32, out_u64), "result"),
    ("aha_project_set_point", (handle, u64, c.POINTER(p.Point)), "result"),
    ("aha_project_add_points", (handle, u64, c.POINTER(p.Point), size), "result"),
    ("aha_project_remove_points", (handle, u64, i64, i64, out_u64), "result"),
    ("aha_project_replace_points", (handle, u64, i64, i64, c.POINTER(p.Point), size), "result"),
    ("aha_project_point_count", (handle, u64), "number64"),
    ("aha_project_copy_points",
     (handle, u64, i64, i64, c.POINTER(p.Point), size, out_size), "result"),

    ("aha_session_create", (handle, handle, c.POINTER(p.SessionOptions), out), "result"),
    ("aha_session_update", (handle,), "result"),
    ("aha_session_start", (handle, i64, i64), "result"),
    ("aha_session_stop", (handle, i64), "result"),
    ("aha_session_seek", (handle, i64, i64), "result"),
    ("aha_session_set_loop", (handle, i64, i64), "result"),
    ("aha_session_clear_loop", (handle,), "result"),
    ("aha_session_position_us", (handle,), "offset"),
    ("aha_session_running", (handle,), "number32"),
    ("aha_session_get_end_us", (handle, out_i64), "result"),
    ("aha_session_get_effect", (handle, u64, out), "result"),
    ("aha_session_get_fader", (handle, u32, u64, out), "result"),
    ("aha_session_release_parameter", (handle, handle, u32), "result"),
    ("aha_session_save_moves", (handle, u32, out_u32), "result"),
    ("aha_session_silent_count", (handle,), "number32"),
    ("aha_session_silent_at", (handle, u32, out_u64), "result"),
    ("aha_session_lost_moves", (handle,), "number64"),
    ("aha_session_retain", (handle,), "result"),
    ("aha_session_release", (handle,), "result"),

    ("aha_project_bounce",
     (handle, path, c.POINTER(p.BounceOptions), encode_options, out), "result"),
    ("aha_project_bounce_stream",
     (handle, handle, c.POINTER(p.BounceOptions), encode_options, out), "result"),

    ("aha_project_plot", (handle, path, c.POINTER(p.PlotOptions), out), "result"),
)
